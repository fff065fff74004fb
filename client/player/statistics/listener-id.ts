/**
 * The cookie that tells a listener apart, and how long it lives from when it is set. There only with consent.
 */
const name = 'btacv3';
const seconds = 30 * 24 * 60 * 60;

/** Empty: there is none. */
export const listenerId = ({ document }: Window): string =>
  new RegExp(`(?:^|; )${name}=([\\w-]{1,64})(?:;|$)`).exec(document.cookie)?.[1] ?? '';

function setCookie({ document, location }: Window, value: string, lifetime: number): void {
  document.cookie = `${name}=${value};Max-Age=${lifetime};Path=/;SameSite=Lax${location.protocol === 'https:' ? ';Secure' : ''}`;
}

/** Keeps the id that the server gave; a known one is not made to live longer. */
export function keepListenerId(page: Window, u: unknown): void {
  if (typeof u === 'string' && /^[\w-]{1,64}$/.test(u) && u !== listenerId(page)) setCookie(page, u, seconds);
}

export function forgetListener(page: Window): void {
  if (listenerId(page)) setCookie(page, '', 0);
}
