import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

// OTLP over HTTP with JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
const attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
      z.strictObject({ doubleValue: z.number() }),
      z.looseObject({ arrayValue: z.unknown() }),
    ]),
  }),
);
const nanoseconds = z.string().regex(/^\d{19}$/);
const span = z.looseObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.looseObject({ code: z.int().min(0).max(2) }),
});
const traces = z.strictObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(
        z.looseObject({ scope: z.looseObject({ name: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  failed: boolean;
  attributes: Record<string, unknown>;
  service: unknown;
}

export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** What was wrong with requests. */
  problems: string[];
  close(): Promise<void>;
}

const valuesOf = (list: z.infer<typeof attributes>): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a receiver of traces that accepts nothing but what the protocol allows. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method, url, headers } = request;
      const parsed = traces.safeParse(await json(request));
      if (method !== 'POST' || url !== '/v1/traces' || headers['content-type'] !== 'application/json')
        problems.push(`${method} ${url} ${headers['content-type']}`);
      if (!parsed.success) problems.push(parsed.error.message);
      for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? [])
        for (const one of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            traceId: one.traceId,
            spanId: one.spanId,
            parentSpanId: one.parentSpanId,
            name: one.name,
            kind: one.kind,
            failed: one.status.code === 2,
            attributes: valuesOf(one.attributes),
            service: valuesOf(resource.attributes)['service.name'],
          });
      response.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    problems,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
