import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns where a request comes from, as far as the browser says: `own`, a page of ours; `foreign`, a page of
 * another site, subdomain or port; `unknown`, a program, or a typed address. Browsers send it in
 * `Sec-Fetch-Site` (Fetch Metadata), and over an insecure connection only in `Origin`, which is then compared
 * with PUBLIC_URL and with the requested address.
 */
export function siteOf(headers: IncomingHttpHeaders, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unknown';
  const from = URL.parse(origin);
  return from && (from.origin === new URL(publicUrl).origin || from.host === host) ? 'own' : 'foreign';
}
