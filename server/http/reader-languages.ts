import type { IncomingHttpHeaders } from 'node:http';

/**
 * The languages that a reader wants, the dearest first: what was chosen in the dashboard
 * (client/dashboard/words/language.ts leaves it in a cookie), then the browser's.
 */
export function languagesOf({
  cookie = '',
  'accept-language': accepted = '',
}: IncomingHttpHeaders): string[] {
  const chosen = /(?:^|;\s*)parlance\.language=([\w-]+)/.exec(cookie)?.[1];
  const tags = accepted.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return [...(chosen ? [chosen] : []), ...tags, 'en'];
}
