import type { z } from 'zod';
import type { Patience } from './speech-service.ts';
import { ProviderError } from './provider-errors.ts';

/** One HTTP request to a speech service. */
export interface ServiceCall {
  /** The provider's id, for the errors. */
  provider: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** The media type a good answer has; another one is `bad_audio`. */
  accept: RegExp;
  /** Bytes a good answer may have at most. */
  maxBytes: number;
  patience: Patience;
  /** Values that must not appear in a message, should the service repeat them. */
  secrets: string[];
  /**
   * Tells apart what the status does not: reads the error body, answers null to leave it to the status.
   * `advice`: what to do about it.
   */
  classify?: (
    status: number,
    body: string,
  ) => { kind: ProviderError['kind']; retryAfterMs?: number | undefined; advice?: string | undefined } | null;
}

const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Makes the request and reads the whole answer, within the call's bounds of time and size.
 * Redirects are refused: the headers carry a key.
 * @throws ProviderError for everything but a complete 2xx of the accepted type; the signal's reason when
 * aborted
 */
export async function callService(call: ServiceCall, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const watch = new CallTimeout(call.provider, call.patience, signal);
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      redirect: 'error',
      signal: watch.signal,
    }).catch((error: unknown) => {
      throw (
        watch.failure ??
        new ProviderError(call.provider, 'unavailable', `no connection (${reasonOf(error)})`, {
          cause: error,
        })
      );
    });
    watch.progress();
    if (!response.ok) throw await refusal(call, response, watch);
    const type = response.headers.get('content-type') ?? '';
    if (!call.accept.test(type)) {
      await discard(response);
      throw new ProviderError(call.provider, 'bad_audio', `answered with the type '${type.slice(0, 80)}'`);
    }
    return await readBounded(call.provider, response.body ?? [], call.maxBytes, watch);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    watch.stop();
  }
}

/** Aborts when no byte arrives for too long, when the whole takes too long, or when the caller gives up. */
export class CallTimeout {
  readonly signal: AbortSignal;
  /** Set once time ran out. */
  failure: ProviderError | null = null;
  readonly #controller = new AbortController();
  readonly #provider: string;
  readonly #stallMs: number;
  readonly #total: NodeJS.Timeout;
  #stall: NodeJS.Timeout | undefined;

  constructor(provider: string, patience: Patience, signal: AbortSignal) {
    this.#provider = provider;
    this.#stallMs = patience.stallMs;
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#total = setTimeout(
      () => this.#give(`no complete answer within ${patience.timeoutMs} ms`),
      patience.timeoutMs,
    );
    this.progress();
  }

  /** Restarts the silence timeout, because data arrived. */
  progress(): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#give(`silent for ${this.#stallMs} ms`), this.#stallMs);
  }

  stop(): void {
    clearTimeout(this.#stall);
    clearTimeout(this.#total);
  }

  #give(message: string): void {
    this.failure = new ProviderError(this.#provider, 'unavailable', message);
    this.#controller.abort(this.failure);
  }
}

/**
 * Collects a body of at most `maxBytes` bytes.
 * @throws ProviderError `bad_audio` when it is larger, ends early or is empty; `unavailable` when it stalls
 */
export async function readBounded(
  provider: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  watch: CallTimeout,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      watch.progress();
      size += part.length;
      if (size > maxBytes)
        throw new ProviderError(provider, 'bad_audio', `answered with more than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw (
      watch.failure ??
      new ProviderError(provider, 'bad_audio', `the answer was cut off after ${size} bytes`, { cause: error })
    );
  }
  if (size === 0) throw new ProviderError(provider, 'bad_audio', 'the answer was empty');
  return Buffer.concat(parts, size);
}

/** Parses an answer that should be JSON of this shape. @throws ProviderError `bad_audio` */
export function parseAnswer<T>(provider: string, schema: z.ZodType<T>, bytes: Uint8Array): T {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch (error) {
    throw new ProviderError(provider, 'bad_audio', 'the answer is not complete JSON', { cause: error });
  }
  const result = schema.safeParse(json);
  if (!result.success)
    throw new ProviderError(provider, 'bad_audio', 'the answer does not have the documented format');
  return result.data;
}

/** What a status means when the service says nothing finer. */
export function kindOfStatus(status: number): ProviderError['kind'] {
  if (status === 401 || status === 402 || status === 403) return 'credentials';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 425 || status >= 500 || status < 400) return 'unavailable';
  return 'bad_request';
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(value: string | null | undefined, now = Date.now()): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}

async function refusal(call: ServiceCall, response: Response, watch: CallTimeout): Promise<ProviderError> {
  const bytes = await readBounded(call.provider, response.body ?? [], MAX_ERROR_BYTES, watch).catch(
    () => new Uint8Array(),
  );
  const body = new TextDecoder().decode(bytes);
  const finer = call.classify?.(response.status, body);
  const kind = finer?.kind ?? kindOfStatus(response.status);
  // What a service says about a refused key may repeat parts of it.
  const detail = finer?.advice ?? (kind === 'credentials' ? '' : sentenceOf(body, call.secrets));
  return new ProviderError(call.provider, kind, `answered ${response.status}${detail && `: ${detail}`}`, {
    retryAfterMs: finer?.retryAfterMs ?? retryAfterMs(response.headers.get('retry-after')),
  });
}

/** The human sentence of an error body, cut and without secrets; '' when there is none. */
function sentenceOf(body: string, secrets: string[]): string {
  let found: unknown = body;
  try {
    const json = JSON.parse(body) as Record<string, unknown>;
    const inner = (json['error'] ?? json['detail'] ?? json) as Record<string, unknown> | string;
    found = typeof inner === 'string' ? inner : (inner['message'] ?? inner['description'] ?? '');
  } catch {
    if (body.trimStart().startsWith('<')) return '';
  }
  let sentence = typeof found === 'string' ? found : '';
  for (const secret of secrets) if (secret) sentence = sentence.replaceAll(secret, '***');
  return sentence.replace(/\s+/g, ' ').trim().slice(0, 200);
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
