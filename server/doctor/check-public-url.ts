import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { FetchError, safeFetch, type FetchResponse } from '../lib/outbound/safe-fetch.ts';
import type { TokenKeys } from '../lib/security/signed-token.ts';
import { checkHttpClock } from './check-clocks.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const timeoutMs = 8_000;
/** A response that went through caches says nothing about clocks. */
const ageHeader = 'age';

/** Whether a host name is this machine. */
export const isLocalHost = (hostname: string): boolean =>
  /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname) || hostname.endsWith('.localhost');

/**
 * Checks that PUBLIC_URL answers, and as this installation: it proves that it has the same JWT_SECRET. Also
 * compares the clocks.
 * @param keys null: no server was started yet, so that there are none
 */
export async function checkPublicUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  keys: Pick<TokenKeys, 'isAnswer'> | null,
): Promise<Finding[]> {
  const { host, hostname, protocol } = new URL(publicUrl);
  const { fine, warning, wrong } = findingsAbout('PUBLIC_URL', publicUrl);
  const challenge = randomBytes(24).toString('base64url');
  let response: FetchResponse;
  try {
    response = await safeFetch(`${publicUrl}/healthz`, {
      headers: { 'x-parlance-challenge': challenge },
      // The operator names this host, so it may be in the internal network.
      allowHosts: [host],
      timeoutMs,
      maxBytes: 100_000,
    });
  } catch (error) {
    const why = error instanceof FetchError ? error.told : (error as Error).message;
    return [wrong(m.CHECK_PUBLIC_URL_FAILED({ why }))];
  }
  const { status, headers } = response;
  if (status !== 200) return [wrong(m.CHECK_PUBLIC_URL_STATUS({ status }))];
  if (keys && !keys.isAnswer(challenge, headers['x-parlance-answer'] ?? ''))
    return [wrong(m.CHECK_PUBLIC_URL_OTHER())];
  const clock =
    headers[ageHeader] === undefined ? checkHttpClock(publicUrl, headers['date'], Date.now()) : [];
  if (isLocalHost(hostname)) return [warning(m.CHECK_PUBLIC_URL_LOCAL())];
  if (protocol === 'http:') return [warning(m.CHECK_PUBLIC_URL_PLAIN()), ...clock];
  return [fine(keys ? m.CHECK_PUBLIC_URL_FINE() : m.CHECK_PUBLIC_URL_UNKNOWN()), ...clock];
}
