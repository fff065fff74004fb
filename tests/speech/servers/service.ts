import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The same, as it came. */
  bytes: Buffer;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/**
 * How the next request fails:
 * - a refusal, in the service's own form;
 * - `truncated`: the connection ends in the middle of the body;
 * - `stalled`: half of the body comes, then nothing; `silent`: nothing comes at all;
 * - `soundless`: all is well, but the sound has length zero;
 * - `wrong_type`: a page of HTML with status 200.
 */
export type Fault =
  | { status: number; headers?: Record<string, string>; message?: string }
  | 'truncated'
  | 'stalled'
  | 'silent'
  | 'soundless'
  | 'wrong_type';

/** What a service's file says about it. */
export interface ServiceWire {
  /** A good answer, or `refusal` for a request that the real service would refuse. */
  answer(request: ReceivedRequest): Promise<Reply> | Reply;
  /** An error as this service words it. */
  refusal(status: number, message: string): Reply;
  /** An answer of the right form without sound. */
  soundless(request: ReceivedRequest): Reply;
}

export interface SpeechServer {
  /** Without a slash at the end. */
  url: string;
  /** Everything received, faults included. */
  requests: ReceivedRequest[];
  /** Makes the next request fail, or the next `times`, once `after` more were served. */
  fail(fault: Fault, options?: { times?: number; after?: number }): void;
  /** No more faults, also where a request gave up before it came here. */
  recover(): void;
  /** Waits until no connection is open: all that callers sent who are gone has then been received. */
  left(): Promise<void>;
  close(): Promise<void>;
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
});

export const sound = (type: string, body: Buffer): Reply => ({
  status: 200,
  headers: { 'content-type': type },
  body,
});

/** Serves one speech service's wire format on a free port of the loopback. */
export async function startService(wire: ServiceWire, port = 0): Promise<SpeechServer> {
  const requests: ReceivedRequest[] = [];
  const faults: (Fault | undefined)[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await received(incoming);
      requests.push(request);
      const fault = faults.shift();
      if (fault === 'silent') return;
      if (typeof fault === 'object') {
        const reply = wire.refusal(fault.status, fault.message ?? 'the service refuses');
        return send(response, { ...reply, headers: { ...reply.headers, ...fault.headers } });
      }
      if (fault === 'wrong_type')
        return send(response, {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<!doctype html><p>Sign in to the hotel network',
        });
      if (fault === 'soundless') return send(response, wire.soundless(request));
      const reply = await wire.answer(request);
      if (fault === undefined) return send(response, reply);
      const body = Buffer.from(reply.body);
      response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2), () => fault === 'truncated' && response.destroy());
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fault, { times = 1, after = 0 } = {}) =>
      void faults.push(...Array<undefined>(after), ...Array<Fault>(times).fill(fault)),
    recover: () => void faults.splice(0),
    left: async () => {
      // One turn, for connections that wait to be accepted.
      await new Promise(setImmediate);
      for (const connection of connections) await new Promise((resolve) => connection.once('close', resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: bytes.toString('utf8'),
    bytes,
  };
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) });
  response.end(reply.body);
}
