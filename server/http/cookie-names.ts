import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * The name of a cookie. Over https it has the prefix by which browsers take it from this host alone
 * (`__Host-`, for the whole site) or over https alone (`__Secure-`, for a path): a page of another host of
 * the domain cannot set it.
 */
export function cookieName({ secureCookies }: Config, name: string, path = '/'): string {
  if (!secureCookies) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

/**
 * Returns whether a page in a browser sent a request. Browsers send its origin, and pages cannot suppress
 * that.
 */
export const isOfBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
