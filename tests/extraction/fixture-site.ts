import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import type { FetchOptions } from '../../server/lib/outbound/safe-fetch.ts';
import { safeFetch } from '../../server/lib/outbound/safe-fetch.ts';

export interface FixtureSite {
  url: (path: string) => string;
  /** host:port, for allowHosts. */
  host: string;
  /** Paths in the order asked for. */
  requests: string[];
  /** `safeFetch` that may reach this site. */
  fetch: (url: string, options?: FetchOptions) => ReturnType<typeof safeFetch>;
  close: () => Promise<void>;
}

/** Serves a handler on a free port of the loopback interface. */
export async function serveSite(handle: RequestListener): Promise<FixtureSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (path) => `http://${host}${path}`,
    host,
    requests,
    fetch: (url, options = {}) => safeFetch(url, { ...options, allowHosts: [host] }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a fixture file with validators, and 304 to a client that has it. */
export function sendFixture(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  contentType: string,
): void {
  const bytes = readFileSync(new URL(`./fixtures/${path}`, import.meta.url));
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  const lastModified = 'Sat, 14 Mar 2026 07:30:00 GMT';
  response.setHeader('etag', etag).setHeader('last-modified', lastModified);
  if (
    request.headers['if-none-match'] === etag ||
    (!request.headers['if-none-match'] && request.headers['if-modified-since'] === lastModified)
  ) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'content-type': contentType }).end(bytes);
}
