import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of a path of the site: a text or bytes as they are, or the result of a handler. */
export type Page =
  | string
  | Uint8Array
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | Handler;
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Site {
  /** `http://127.0.0.1:port` */
  url: string;
  /** For FETCH_ALLOW_HOSTS. */
  host: string;
  /** Method, path and headers of the requests, in order. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  set(path: string, page: Page): void;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
};

/** A publisher's website, feeds and all, on this machine. Unknown paths answer 404. */
export async function startSite(pages: Record<string, Page> = {}): Promise<Site> {
  const known = new Map(Object.entries(pages));
  const requests: Site['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    const page = known.get(path) ?? known.get(path.split('?')[0]!);
    if (page === undefined)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
    if (typeof page === 'function') return void page(request, response);
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof page === 'string' || page instanceof Uint8Array ? { body: page } : page;
    response
      .writeHead(status, { 'content-type': types[path.split('.').at(-1)!] ?? types['html'], ...headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    set: (path, page) => void known.set(path, page),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
