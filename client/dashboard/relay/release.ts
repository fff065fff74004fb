import { useSyncExternalStore } from 'react';
import { connectionState } from './connection.ts';

/** The server says with every answer which build of the dashboard it has: the address of its entry script. */
export const releaseHeader = 'x-parlance-release';

/** Minimum interval between checks triggered only by the user's return to the page, milliseconds. */
const checkAtMostEvery = 60_000;
const reloadedKey = 'reloaded-for';

/** Milliseconds to wait after a response, because it can trigger a save or a navigation. */
const settleTime = 1_000;

/** Another release is available, but an automatic reload would lose or interrupt something. */
let waiting = false;
let newest: string | null = null;
let lastHeard = 0;
const listeners = new Set<() => void>();
/** Whether the page is used in a way that a reload would disturb. */
let isBusy: () => boolean = () => true;
/** Whether the page is on its way to another address, which a reload would not follow. */
let isNavigating: () => boolean = () => false;

const own = (): string | null =>
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? null;

/** Reads what an answer says. A page that is served by its developer's tools has no release. */
export function noteRelease(release: string | null): void {
  lastHeard = Date.now();
  const present = own();
  if (!release || !present || release === newest) return;
  newest = release;
  setTimeout(takeRelease, settleTime);
}

/**
 * Reloads the page for another release, or announces the release if the user is in the middle of something.
 */
export function takeRelease(): void {
  if (!isOutdated()) return setWaiting(false);
  if (isBusy()) return setWaiting(true);
  if (isNavigating() || connectionState().pending > 0) return void setTimeout(takeRelease, settleTime);
  setWaiting(!reloadOnce());
}

/** Whether the server has another release than this page. */
export function isOutdated(): boolean {
  return newest !== null && newest !== own();
}

/** Asks the server. @returns whether it has another release */
export async function checkRelease(): Promise<boolean> {
  try {
    noteRelease((await fetch('/', { method: 'HEAD', cache: 'no-store' })).headers.get(releaseHeader));
  } catch {
    // Not reached: the connection check reports it.
  }
  return isOutdated();
}

/**
 * Reloads the page unless it was already reloaded for this release: when servers of two releases respond in
 * turn, it would never end.
 * @returns whether it reloads
 */
export function reloadOnce(): boolean {
  if (newest === null || sessionStorage.getItem(reloadedKey) === newest) return false;
  sessionStorage.setItem(reloadedKey, newest);
  reload();
  return true;
}

/** Reloads the page. Drafts are restored afterwards, so it doesn't ask for confirmation to leave. */
export function reload(): void {
  dispatchEvent(new Event('parlance:reload'));
  location.reload();
}

/**
 * Checks for a new release when a person comes back to the page. Called once, from main.
 * @param busy whether a reload would disturb
 * @param navigating whether a screen is being loaded; the reload waits for it, so that no click is lost
 */
export function watchRelease(busy: () => boolean, navigating: () => boolean): void {
  isBusy = busy;
  isNavigating = navigating;
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastHeard > checkAtMostEvery)
      void checkRelease();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
}

function setWaiting(now: boolean): void {
  if (waiting === now) return;
  waiting = now;
  for (const listener of listeners) listener();
}

/** Whether another release waits for its reader to be ready for it. */
export function useReleaseWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}
