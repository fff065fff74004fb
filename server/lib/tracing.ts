import type { Context, Span, SpanKind } from '@opentelemetry/api';
import { proxyAgentOptions } from './outbound/environment-proxies.ts';
import { release } from './program-release.ts';

// Traces for OpenTelemetry. Its packages are loaded when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise every
// function here only does its work. Attributes hold no text, address, name or key of anyone.

type Attributes = Record<string, string | number>;

type Api = typeof import('@opentelemetry/api');

let loaded: { api: Api } | undefined;

/** Milliseconds that the last spans of a process may take to be sent. */
const lastMs = 3_000;

/** How a span stands to the others. */
export interface SpanOptions {
  /** Trace context of a span in another process, or earlier; absent: the current span. */
  parent?: string | undefined;
  /** Default: internal. */
  kind?: keyof typeof SpanKind;
}

/** Where and what a process sends. */
export interface TracingOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Name of the process among others, unless OTEL_SERVICE_NAME is set. */
  service: string;
}

/**
 * Sends spans of this process from now on, if OTEL_EXPORTER_OTLP_ENDPOINT is set. A receiver that is away
 * delays nothing: spans that cannot be sent are dropped.
 * @returns what sends the last spans and ends it
 */
export async function startTracing({ env, service }: TracingOptions): Promise<() => Promise<void>> {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint || loaded) return async () => {};
  const [api, { BatchSpanProcessor, NodeTracerProvider }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const [{ OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    httpAgentOptions: proxyAgentOptions(),
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? service,
      'service.version': release,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    // Which traces are sent, the package reads from OTEL_TRACES_SAMPLER itself.
  });
  provider.register();
  loaded = { api };
  return async () => {
    loaded = undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, lastMs)));
    await Promise.race([provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
    api.trace.disable();
    api.context.disable();
    api.propagation.disable();
  };
}

/** A span that ends elsewhere than where it began. */
export interface OpenSpan {
  /** Does `work`, whose spans are below this one. */
  within<T>(work: () => T): T;
  /** @param failure class of an error, such as a status; absent: it went well */
  end(attributes?: Attributes, failure?: string): void;
}

/** Begins a span; undefined: nothing is traced. */
export function beginSpan(
  name: string,
  attributes: Attributes,
  { parent, kind = 'INTERNAL' }: SpanOptions = {},
): OpenSpan | undefined {
  if (!loaded) return undefined;
  const { api } = loaded;
  const above = parent === undefined ? api.context.active() : contextOf(api, parent);
  const span = api.trace
    .getTracer('parlance', release)
    .startSpan(name, { attributes, kind: api.SpanKind[kind] }, above);
  const inside = api.trace.setSpan(above, span);
  return {
    within: (work) => api.context.with(inside, work),
    end(more = {}, failure) {
      span.setAttributes(more);
      if (failure !== undefined) fail(api, span, failure);
      span.end();
    },
  };
}

/** Does `work` in a span, which fails if that throws. */
export async function trace<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  options?: SpanOptions,
): Promise<T> {
  const span = beginSpan(name, attributes, options);
  if (!span) return work();
  try {
    const value = await span.within(work);
    span.end();
    return value;
  } catch (error) {
    // Of the error only its class: what it says may be about someone.
    span.end({}, error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

/** The same where a span is current, and otherwise without one: what happens all the time begins no trace. */
export const traceBelow: typeof trace = (name, attributes, work, options) =>
  currentTraceId() === undefined ? work() : trace(name, attributes, work, options);

/** Adds attributes to the current span. */
export const annotate = (attributes: Attributes): void =>
  void loaded?.api.trace.getActiveSpan()?.setAttributes(attributes);

/** Id of the current trace; undefined: there is none. */
export const currentTraceId = (): string | undefined =>
  loaded?.api.trace.getActiveSpan()?.spanContext().traceId;

/** The current span in the form of the header `traceparent`, for work that continues elsewhere. */
export function traceContext(): string | undefined {
  if (!loaded) return undefined;
  const { api } = loaded;
  const carrier: Record<string, string> = {};
  api.propagation.inject(api.context.active(), carrier);
  return carrier['traceparent'];
}

const contextOf = (api: Api, traceparent: string): Context =>
  api.propagation.extract(api.ROOT_CONTEXT, { traceparent });

function fail(api: Api, span: Span, failure: string): void {
  span.setAttribute('error.type', failure);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}
