import type { IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import type { Stage } from './publisher-pages.ts';

/** An event as the server receives it. */
export interface ToldEvent {
  ac: string;
  au: string;
  v: number;
  u?: string;
  x?: number;
  y?: number;
  ct: number;
  d: number;
  res: string;
  status: string;
  id: string;
  c: string;
  a: number;
  h?: [number, number][];
  age: number;
  rate?: number;
  /** When it happened, by the server's clock and the event's age, in milliseconds. */
  at: number;
}

export interface EventServer {
  url: string;
  events: ToldEvent[];
  requests: { contentType: string; cookie: string | undefined; events: number }[];
  /** What it answers from now on; 0 breaks the connection off. */
  status: number;
  told(action: string): ToldEvent[];
  /** Waits until an action was sent this often. */
  heard(action: string, times?: number): Promise<ToldEvent>;
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
  return body;
}

/** Takes events as the server does: it gives an id to who agrees to have one. */
export function serveEvents({ service }: Stage, path = '/ev'): EventServer {
  let ids = 0;
  const server: EventServer = {
    url: `${service.url}${path}`,
    events: [],
    requests: [],
    status: 200,
    told: (action) => server.events.filter(({ ac }) => ac === action),
    async heard(action, times = 1) {
      await expect
        .poll(() => server.told(action).length, { message: `${action} is told`, intervals: [50] })
        .toBeGreaterThanOrEqual(times);
      return server.told(action)[times - 1]!;
    },
  };
  service.set(path, async (request, response) => {
    const text = await bodyOf(request);
    if (!server.status) return void request.socket.destroy();
    if (server.status !== 200)
      return void response.writeHead(server.status, { 'access-control-allow-origin': '*' }).end('{}');
    const sent = JSON.parse(text) as ToldEvent | ToldEvent[];
    const events = Array.isArray(sent) ? sent : [sent];
    server.requests.push({
      contentType: request.headers['content-type'] ?? '',
      cookie: request.headers.cookie,
      events: events.length,
    });
    server.events.push(...events.map((event) => ({ ...event, at: Date.now() - event.age })));
    const u = events[0]!.u;
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify(u === undefined ? {} : { u: u || `listener-${(ids += 1)}` }));
  });
  return server;
}
