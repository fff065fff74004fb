import { amazonMessages } from './messages.ts';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { FetchError, safeFetch, type FetchOptions } from '../../../lib/outbound/safe-fetch.ts';
import { AmazonError } from './amazon-error.ts';

/** Answers are small; what is larger is no answer of Amazon's. */
const maxBytes = 2e6;
const longestWaitMs = 120_000;
const saidMax = 600;

export interface AmazonResponse {
  status: number;
  headers: Record<string, string>;
  /** Parsed; null if there is none, or if it is not JSON. */
  body: unknown;
}

/**
 * Sends one request to Amazon. Any status is an answer. @throws AmazonError `unavailable` where none comes
 */
export async function requestAmazon(
  { config }: Pick<App, 'config'>,
  url: string,
  options: Pick<FetchOptions, 'method' | 'headers' | 'body' | 'signal'>,
): Promise<AmazonResponse> {
  try {
    const { status, headers, bytes } = await safeFetch(url, {
      ...options,
      headers: { accept: 'application/json', ...options.headers },
      allowHosts: config.fetchAllowHosts,
      maxRedirects: 0,
      maxBytes,
    });
    return { status, headers, body: parsed(bytes) };
  } catch (error) {
    if (!(error instanceof FetchError) || error.kind === 'aborted') throw error;
    throw new AmazonError('unavailable', amazonMessages.AMAZON_UNREACHABLE(), {
      cause: error,
      because: error.told,
    });
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return bytes.length === 0 ? null : JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}

/** Error formats of Login with Amazon and SMAPI. */
const complaint = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  violations: z.array(z.object({ message: z.string() })).optional(),
});

/** Amazon's error message on one line; null: unreadable. */
export function errorTextIn(body: unknown): string | null {
  const { data } = complaint.safeParse(body);
  if (!data) return null;
  const said = data.violations?.length
    ? data.violations.map(({ message }) => message).join(' ')
    : (data.error_description ?? data.message ?? data.error);
  return said ? said.replace(/\s+/g, ' ').trim().slice(0, saidMax) : null;
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3); two minutes at most. */
export function retryAfterOf({ 'retry-after': value }: Record<string, string>): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : null;
}

/** A body as we know it. @throws AmazonError `unavailable`: Amazon has a problem, or is not what answers */
export function expectBody<T>(schema: z.ZodType<T>, { status, body }: AmazonResponse): T {
  const { data, success } = schema.safeParse(body);
  if (!success) throw new AmazonError('unavailable', amazonMessages.AMAZON_NOT_UNDERSTOOD({ status }));
  return data;
}
