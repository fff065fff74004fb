import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the receiver responds with; a function is awaited first. */
interface Response {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Decides each response; 204 unless a test says otherwise. */
  respond: (request: Received) => Response | Promise<Response>;
}

/** A server that keeps what it is sent, for the tests of a file. */
export function useReceiver(): Receiver {
  const receiver: Receiver = { url: '', received: [], respond: () => ({ status: 204 }) };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const received = { headers: request.headers, body };
    receiver.received.push(received);
    const { status, body: text, headers } = await receiver.respond(received);
    response.writeHead(status, headers).end(text);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  beforeEach(() => {
    receiver.received = [];
    receiver.respond = () => ({ status: 204 });
  });
  afterAll(() => server.close());
  return receiver;
}
