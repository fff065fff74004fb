import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

/** How often lists are read again while no events arrive (specification, section 9). */
export const pollInterval = 50_000;

/**
 * Reads again when events may have been missed: when the socket came back, and every `interval` ms while it
 * is down.
 */
export function useFallbackPolling(refetch: () => void, interval = pollInterval): void {
  const { live, online } = useConnection();
  const latest = useRef(refetch);
  const wasLive = useRef(live);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    if (live) {
      if (!wasLive.current) latest.current();
      wasLive.current = true;
      return;
    }
    wasLive.current = false;
    if (!online) return;
    const timer = setInterval(() => latest.current(), interval);
    return () => clearInterval(timer);
  }, [live, online, interval]);
}
