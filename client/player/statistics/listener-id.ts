import { cookiesOf, setCookie } from '../device-storage.ts';

/**
 * The cookie that tells a listener apart, and how long it lives from when it is set. There only with consent.
 */
const name = 'btacv3';
const seconds = 30 * 24 * 60 * 60;

/** Empty: there is none. */
export const listenerId = (page: Window): string =>
  new RegExp(`(?:^|; )${name}=([\\w-]{1,64})(?:;|$)`).exec(cookiesOf(page))?.[1] ?? '';

const store = (page: Window, value: string, lifetime: number): void =>
  setCookie(
    page,
    `${name}=${value};Max-Age=${lifetime};Path=/;SameSite=Lax${page.location.protocol === 'https:' ? ';Secure' : ''}`,
  );

/** Keeps the id that the server gave; a known one is not made to live longer. */
export function keepListenerId(page: Window, u: unknown): void {
  if (typeof u === 'string' && /^[\w-]{1,64}$/.test(u) && u !== listenerId(page)) store(page, u, seconds);
}

export function forgetListener(page: Window): void {
  if (listenerId(page)) store(page, '', 0);
}
