import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visitor } from '../areas/listening/listening/event-recorder.ts';
import { watchPace } from '../lib/requests/request-body.ts';
import type { EventResponses } from './player-event-responses.ts';

/**
 * Bytes of a body: 50 events, each with all that it can have. What is longer is read to its end, so that its
 * sender hears why, up to a point.
 */
const bodyMax = 128 * 1024;
const readMax = 2 * 1024 * 1024;
const nothing = Buffer.alloc(0);
/** Bytes of all bodies that have not arrived in full yet. */
const arrivingMax = 32 * 1024 * 1024;

/** A request of a player, until it is answered. */
export interface Sender {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: string;
  /** Of the connection, which may be gone when the body is read. */
  visitor: Visitor;
}

export interface EventBodies {
  /** Whether so much is arriving that no more requests should be read. */
  isFull(): boolean;
  /** Reads the body of a request whose head has arrived. */
  read(sender: Sender): void;
}

/** Reads bodies up to a size, and hands each to `take`. */
export function eventBodies(
  { refuse }: Pick<EventResponses, 'refuse'>,
  take: (sender: Sender, body: Buffer) => void,
): EventBodies {
  let arriving = 0;
  /** Requests whose heads arrived in this turn of the loop. */
  const begun: Sender[] = [];

  const takeWhole = (sender: Sender, body: Buffer): void =>
    body.length > bodyMax ? refuseLarge(sender) : take(sender, body);

  /** Most bodies came with their heads, and are complete by now: these are read without listeners. */
  function readBegun(): void {
    for (const sender of begun.splice(0)) {
      const { request } = sender;
      if (request.complete) takeWhole(sender, (request.read() as Buffer | null) ?? nothing);
      else if (!request.destroyed) readPieces(sender);
    }
  }

  /** Reads a body that comes in pieces. */
  function readPieces(sender: Sender): void {
    const { request, response } = sender;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyMax) {
        chunks.push(chunk);
        arriving += chunk.length;
        return;
      }
      forget();
      if (size > readMax) request.destroy();
    });
    const forget = (): void => {
      for (const { length } of chunks.splice(0)) arriving -= length;
    };
    request.on('end', () => {
      if (size > bodyMax) return refuseLarge(sender);
      const body = Buffer.concat(chunks);
      forget();
      take(sender, body);
    });
    request.on('error', () => {});
    request.on('close', forget);
    watchPace(request, () => {
      refuse(request, response, 408, 'The rest of the request did not arrive.', ['connection', 'close']);
      response.once('finish', () => request.destroy());
    });
  }

  const refuseLarge = ({ request, response }: Sender): void =>
    refuse(request, response, 413, `The request is larger than the maximum of ${bodyMax / 1024} kB.`);

  return {
    isFull: () => arriving > arrivingMax,
    read(sender) {
      if (begun.push(sender) === 1) setImmediate(readBegun);
    },
  };
}
