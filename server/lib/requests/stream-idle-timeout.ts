import { Readable } from 'node:stream';

/** The other side sent nothing for too long. */
export class IdleError extends Error {
  override name = 'TimeoutError';
}

/**
 * Returns the same bytes. The stream fails where the source sends nothing for `idleMs` milliseconds while a
 * reader waits for it; a reader may pause for as long as it likes. Destroying it destroys the source.
 */
export function withIdleTimeout(source: Readable, idleMs: number): Readable {
  const stream = Readable.from(watched(source, idleMs), { objectMode: false });
  // A generator that was never read has nothing that would end with it.
  stream.once('close', () => source.destroy());
  return stream;
}

async function* watched(source: Readable, idleMs: number): AsyncGenerator<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => source.destroy(new IdleError(`Nothing was sent for ${idleMs} ms.`)), idleMs);
  };
  try {
    wait();
    for await (const bytes of source) {
      clearTimeout(timer);
      yield bytes as Uint8Array;
      wait();
    }
  } finally {
    clearTimeout(timer);
  }
}
