import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import type { App } from '../kernel/app.ts';
import { openDownloadCounter } from '../areas/listening/podcast-downloads/count-downloads.ts';
import { parseRange } from './range.ts';
import { rangeApplies } from './conditional-request.ts';
import { isLookAhead } from '../lib/requests/look-ahead.ts';
import type { StoredFile } from '../storage/storage.ts';

/** How feeds of podcasts mark the files that they lead to: with the channel's id. */
const mark = /[?&]podcast=([1-9]\d{0,8})(?:&|$)/;

/** A request for a file of a podcast, whose answer is watched. */
export interface WatchedDownload {
  /** Passes the stream on, and counts it once it is sent, or once the client has disconnected. */
  through(stream: Readable, from: number): Transform;
  /** Counts the requested part as sent: a proxy sends it, and does not report how much. */
  asked(): void;
}

export interface PodcastDownloads {
  /** @returns null: no podcast app, only a check for changes, or no data is sent */
  watch(
    request: IncomingMessage,
    response: ServerResponse,
    /** Where that is known already. */
    address: string | null,
    file: string,
    stored: StoredFile,
  ): WatchedDownload | null;
  /** Resolves once all that was counted is written. */
  settled(): Promise<void>;
}

/**
 * Counts the bytes of podcast files that are sent to clients (`npm run bench statistics` measures the
 * cost).
 */
export function watchPodcastDownloads(app: App): PodcastDownloads {
  const counter = openDownloadCounter(app);
  const { trustProxy } = app.config;
  const trust = typeof trustProxy === 'function' ? trustProxy : proxyAddr.compile(trustProxy);
  return {
    watch(request, response, address, file, stored) {
      const podcast = mark.exec(request.url ?? '')?.[1];
      const { headers } = request;
      if (podcast === undefined || request.method !== 'GET' || isLookAhead(headers)) return null;
      const visitor = {
        file,
        channelId: Number(podcast),
        bytes: stored.bytes,
        address: address ?? proxyAddr(request, trust),
        userAgent: headers['user-agent'],
        at: Date.now(),
      };
      return {
        through(stream, from) {
          let passed = 0;
          const counting = new Transform({
            transform(chunk: Buffer, _, done) {
              passed += chunk.length;
              done(null, chunk);
            },
          });
          stream.once('error', (error) => counting.destroy(error));
          counting.once('close', () => stream.destroy());
          let unsent = 0;
          // What still waits in this process when the connection ends has not gone out.
          const { socket } = response;
          const ended = (): void => void (unsent = response.writableLength);
          socket?.once('close', ended);
          response.once('close', () => {
            // The connection is reused for the next request.
            socket?.off('close', ended);
            const left = response.writableFinished ? 0 : Math.max(unsent, response.writableLength);
            counter.note({ ...visitor, from, until: from + Math.max(0, passed - left) });
          });
          return stream.pipe(counting);
        },
        asked() {
          const range = rangeApplies(headers, stored) ? parseRange(headers.range, stored.bytes) : null;
          if (range === 'unsatisfiable') return;
          const [from, until] = range ? [range.start, range.end + 1] : [0, stored.bytes];
          counter.note({ ...visitor, from, until });
        },
      };
    },
    settled: () => counter.settled(),
  };
}
