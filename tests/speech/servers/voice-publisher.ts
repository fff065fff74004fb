import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePiperVoice } from '../models/voice-models.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers as told. */
export async function serveLocally(handler: Handler): Promise<{ url: string; close: () => void }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

export const publishedName = 'en_US-tone-medium';

export interface Published {
  /** By name. */
  files: Map<string, Buffer>;
  /** As Piper's index describes a voice. */
  entry: { language: { code: string }; files: Record<string, { size_bytes: number; md5_digest: string }> };
}

/** Files of a voice with a license, and its entry in an index. */
export async function publishVoice(license = 'CC BY 4.0'): Promise<Published> {
  const source = await mkdtemp(join(tmpdir(), 'parlance-published-'));
  try {
    await writePiperVoice(source, publishedName);
    await writeFile(join(source, 'MODEL_CARD'), `* License: ${license}\n`);
    const files = new Map<string, Buffer>();
    for (const name of await readdir(source)) files.set(name, await readFile(join(source, name)));
    const described = [...files].map(
      ([name, bytes]) =>
        [`en/en_US/tone/medium/${name}`, { size_bytes: bytes.length, md5_digest: md5(bytes) }] as const,
    );
    return { files, entry: { language: { code: 'en_US' }, files: Object.fromEntries(described) } };
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/** Answers with the index and the files, with ranges. */
export const publisherOf =
  ({ files, entry }: Published, ranges: string[] = [], others: object = {}): Handler =>
  ({ url = '', headers }, response) => {
    if (url.endsWith('voices.json'))
      return response.end(JSON.stringify({ [publishedName]: entry, ...others }));
    const bytes = files.get(url.split('/').at(-1)!);
    if (!bytes) return response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (headers.range) ranges.push(headers.range);
    return response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
  };
