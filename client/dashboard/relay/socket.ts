import { createClient, type Client } from 'graphql-ws';
import type { GraphQLResponse } from 'relay-runtime';
import { changeConnection } from './connection.ts';
import { failureOf, type AnswerError } from './failures.ts';
import { checkRelease } from './release.ts';
import type { requestBody } from './persisted-request.ts';

let client: Client | null = null;
let lost = false;
const longestPause = 20_000;

/** How the server closes a socket whose credentials have ended. */
const forbidden = 4403;

function socket(signedOut: () => void): Client {
  client ??= createClient({
    url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: (retries) =>
      new Promise((resolve) =>
        setTimeout(resolve, Math.min(500 * 2 ** retries, longestPause) * (0.5 + Math.random() / 2)),
      ),
    keepAlive: 12_000,
    on: {
      connected: () => {
        changeConnection({ live: true });
        // A server that came back may be another release.
        if (lost) void checkRelease();
        lost = false;
      },
      closed: (event) => {
        lost = true;
        changeConnection({ live: false });
        if ((event as { code?: number }).code === forbidden) signedOut();
      },
      error: () => changeConnection({ live: false }),
    },
  });
  return client;
}

interface Sink {
  next(value: GraphQLResponse): void;
  error(error: Error): void;
  complete(): void;
}

/**
 * Manages the page's only socket, which reconnects automatically.
 * @param signedOut called when the server no longer recognizes the session
 * @returns a function that closes the subscription
 */
export function openSubscription(
  body: ReturnType<typeof requestBody>,
  sink: Sink,
  signedOut: () => void,
): () => void {
  return socket(signedOut).subscribe(
    { ...body, query: '' },
    {
      next: (value) => {
        // What is refused from the start has no data.
        const refused = value.data
          ? null
          : failureOf(200, value.errors as readonly AnswerError[] | undefined);
        if (refused) sink.error(refused);
        else sink.next(value as GraphQLResponse);
      },
      error: (error) => sink.error(error instanceof Error ? error : new Error('The subscription ended')),
      complete: () => sink.complete(),
    },
  );
}
