import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

/** How often lists are read again while no events arrive (specification, section 9). */
export const pollInterval = 50_000;
/** A socket that opens this soon after the screen has missed nothing: watching begins with how it is. */
const atOnce = 5_000;

/**
 * Reads again when events may have been missed: when the socket came back, or late, and every `interval` ms
 * while it is down.
 * @param beginsWhole false: watching begins with the next event, so that what happened before the socket
 * opened is read however soon it did
 */
export function useFallbackPolling(refetch: () => void, interval = pollInterval, beginsWhole = true): void {
  const live = useConnection((state) => state.live);
  const online = useConnection((state) => state.online);
  const latest = useRef(refetch);
  /** Since when the socket has been seen closed; null while it is open. */
  const closedSince = useRef<number | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    if (live) {
      const since = closedSince.current;
      if (since !== null && (wasOpen.current || !beginsWhole || performance.now() - since > atOnce))
        latest.current();
      closedSince.current = null;
      wasOpen.current = true;
      return;
    }
    closedSince.current ??= performance.now();
    if (!online) return;
    const timer = setInterval(() => latest.current(), interval);
    return () => clearInterval(timer);
  }, [live, online, interval, beginsWhole]);
}
