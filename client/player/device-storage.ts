/**
 * What this browser keeps for the publisher's site: the one door to storage and cookies. A page may be
 * forbidden either (in a sandboxed frame, by the reader's settings), and then even looking throws; so nothing
 * else in the player looks (a rule of the linter, `house/one-door-to-storage`). Whoever keeps something sees
 * to it that there is consent.
 */

/** What is kept under a name; null: nothing, or it cannot be had. */
export function readStored(page: Window, key: string): string | null {
  try {
    return page.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, or with null keeps nothing there any more; when it cannot, nothing happens. */
export function writeStored(page: Window, key: string, text: string | null): void {
  try {
    if (text === null) page.localStorage.removeItem(key);
    else page.localStorage.setItem(key, text);
  } catch {
    // Refused, or full.
  }
}

/** The page's cookies as `document.cookie` has them; empty: there are none, or they cannot be had. */
export function cookiesOf({ document }: Window): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Sets a cookie, written as `document.cookie` takes it; when it cannot, nothing happens. */
export function setCookie({ document }: Window, cookie: string): void {
  try {
    document.cookie = cookie;
  } catch {
    // Refused.
  }
}
