import { writeStored, readStored } from '../device-storage.ts';
import { forgetListener } from './listener-id.ts';
import type { PlayerEvent, QueuedEvent } from './player-event.ts';
import { postEvents } from './post-events.ts';

/** What cannot be sent waits here for the next page, with consent. */
export const queueKey = 'parlance-events';
/** Events kept while there is no connection, and in one request. */
const mostWaiting = 200;
const mostAtOnce = 50;
/** Before it is tried again, in milliseconds: twice as long each time. */
const firstDelay = 5000;
const longestDelay = 300_000;

export interface EventQueue {
  send(waiting: QueuedEvent): void;
  /** The page ends: sends all pending events now. */
  last(): void;
  consent(granted: boolean | null): void;
  end(): void;
}

/**
 * Sends events in order and one request at a time, so that the id from the first response is in all that
 * follow. Unsent events wait for the connection: in memory, and with consent in the page's storage too, where
 * the next page finds them. Without consent, nothing is stored and no one is identified.
 */
export function eventQueue(page: Window & typeof globalThis, url: string, unsent: QueuedEvent[]): EventQueue {
  let waiting = unsent;
  let agreed: boolean | null = null;
  let isSending = false;
  let failures = 0;
  let timer = 0;
  const now = (): number => page.performance.now();

  const keepWaiting = (): void => {
    if (!agreed) return;
    const dated = waiting.map(({ event, at }) => [event, Math.round(Date.now() - now() + at)]);
    writeStored(page, queueKey, dated.length ? JSON.stringify(dated) : null);
  };
  const takeKept = (): void => {
    const known = new Set(waiting.map(({ event }) => event.id));
    const old = readKept(readStored(page, queueKey))
      .filter(([event]) => !known.has(event.id))
      .map(([event, date]) => ({ event, at: now() - Math.max(0, Date.now() - date) }));
    writeStored(page, queueKey, null);
    waiting = [...old, ...waiting].slice(-mostWaiting);
  };

  async function flush(): Promise<void> {
    if (isSending || !waiting.length) return;
    page.clearTimeout(timer);
    isSending = true;
    const batch = waiting.splice(0, mostAtOnce);
    const isTaken = await postEvents(page, url, batch, () => agreed);
    isSending = false;
    const hadFailed = failures > 0;
    if (isTaken) failures = 0;
    else {
      waiting = [...batch, ...waiting].slice(-mostWaiting);
      timer = page.setTimeout(flush, Math.min(firstDelay * 2 ** failures++, longestDelay));
    }
    if (!isTaken || hadFailed) keepWaiting();
    if (isTaken) void flush();
  }

  const online = (): void => void flush();
  page.addEventListener('online', online);
  void flush();
  return {
    send(event) {
      waiting.push(event);
      if (waiting.length > mostWaiting) waiting.shift();
      if (failures) keepWaiting();
      else void flush();
    },
    last() {
      // With consent, what could not be sent before waits for the next page; without, this is its last
      // chance.
      if (failures && agreed) return keepWaiting();
      while (waiting.length) void postEvents(page, url, waiting.splice(0, mostAtOnce), () => agreed);
    },
    consent(granted) {
      const hadAgreed = agreed;
      agreed = granted;
      if (granted && !hadAgreed) {
        takeKept();
        if (!failures) void flush();
      }
      if (granted === false) {
        writeStored(page, queueKey, null);
        forgetListener(page);
      }
    },
    end() {
      page.clearTimeout(timer);
      page.removeEventListener('online', online);
    },
  };
}

/** What an earlier page left, each with the time at which it happened; foreign data is ignored. */
function readKept(text: string | null): [PlayerEvent, number][] {
  try {
    const kept = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry) && entry[0]?.id) : [];
  } catch {
    return [];
  }
}
