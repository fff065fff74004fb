import { keepListenerId, listenerId } from './listener-id.ts';
import type { QueuedEvent } from './player-event.ts';

/**
 * Sends events in one request that outlives the page, carries no credentials and needs no preflight.
 * Listeners who consented are identified by the id that the server assigned.
 * @returns whether the events need no retry: accepted, or rejected as invalid
 */
export async function postEvents(
  page: Window & typeof globalThis,
  url: string,
  batch: QueuedEvent[],
  agrees: () => boolean | null,
): Promise<boolean> {
  const u = agrees() ? { u: listenerId(page) } : {};
  const events = batch.map(({ event, at }) => ({
    ...event,
    ...u,
    age: Math.max(0, Math.round(page.performance.now() - at)),
  }));
  const body = JSON.stringify(events.length === 1 ? events[0] : events);
  try {
    if (!('keepalive' in page.Request.prototype) && page.document.visibilityState === 'hidden')
      return page.navigator.sendBeacon(url, body);
    const answer = await page.fetch(url, { method: 'POST', body, credentials: 'omit', keepalive: true });
    if (answer.ok) {
      const told = (await answer.json().catch(() => null)) as { u?: unknown } | null;
      if (agrees()) keepListenerId(page, told?.u);
    }
    return answer.status < 500 && answer.status !== 408 && answer.status !== 429;
  } catch {
    // No connection, or a page that forbids it.
    return false;
  }
}
