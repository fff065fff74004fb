import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../lib/temporary-folder.ts';
import type { Storage } from '../storage/storage.ts';

/** Larger files go through the local disk, smaller ones through memory. */
const memoryBytes = 8_000_000;

/** A file that was read once and can be stored. */
export interface StagedFile {
  /** Of the plain content, hexadecimal. */
  sha256: string;
  /** Of the plain content. */
  bytes: number;
  /** @throws StorageError */
  store(to: Storage, key: string): Promise<void>;
}

export interface StageOptions {
  /** About how large the content is. */
  bytes: number;
  /** Opens what was read, before it is hashed. */
  open?: Transform | undefined;
  /** Seals what is stored, after it is hashed. */
  seal?: Transform | undefined;
}

/** Reads a file to its end, and offers it to `work` while it is in memory or in a temporary folder. */
export async function withStagedFile<T>(
  source: Readable,
  { bytes, open, seal }: StageOptions,
  work: (file: StagedFile) => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256');
  const count = { bytes: 0 };
  const tap = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      count.bytes += chunk.length;
      done(null, chunk);
    },
  });
  const fill = (sink: Writable): Promise<void> =>
    pipeline([source, open, tap, seal, sink].filter((part) => part !== undefined) as [Readable, Writable]);
  const staged = (store: StagedFile['store']): StagedFile => ({
    sha256: hash.digest('hex'),
    bytes: count.bytes,
    store,
  });
  if (bytes <= memoryBytes) {
    const chunks: Buffer[] = [];
    await fill(
      new Writable({
        write(chunk: Buffer, _, done) {
          chunks.push(chunk);
          done();
        },
      }),
    );
    const content = Buffer.concat(chunks);
    return work(staged((to, key) => to.put(key, content)));
  }
  return withTemporaryFolder('transfer', async (folder) => {
    const path = join(folder, 'file');
    await fill(createWriteStream(path, { mode: 0o600 }));
    return work(staged((to, key) => to.putFile(key, path)));
  });
}

/** SHA-256 of a file of a storage, hexadecimal. @throws StorageError when there is none */
export async function hashFile(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.stream(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Calls `work` for each item, at most `count` at once; the first failure ends it. */
export async function eachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed = false;
  for await (const item of items) {
    if (failed) break;
    const one: Promise<void> = work(item).finally(() => running.delete(one));
    one.catch(() => (failed = true));
    running.add(one);
    if (running.size >= count) await Promise.race(running);
  }
  await Promise.all(running);
}
