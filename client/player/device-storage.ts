/**
 * Data that this browser stores for the publisher's site: the only module with access to storage and cookies.
 * A page may be denied either (in a sandboxed frame, or by the user's settings), and then even access throws.
 * So the rest of the player must not access them (lint rule `house/one-door-to-storage`). Callers must ensure
 * consent before they store anything.
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
