import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeConnection, useConnection } from './connection.ts';
import { useFallbackPolling } from './use-fallback-polling.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  changeConnection({ live: false, online: true, pending: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});
const change = (to: Parameters<typeof changeConnection>[0]) => act(() => changeConnection(to));
const poll = () => {
  const read = vi.fn();
  renderHook(() => useFallbackPolling(read, 50_000));
  return read;
};

it('does not refetch data that was fetched when the socket opened', () => {
  const read = poll();
  vi.advanceTimersByTime(1_000);
  change({ live: true });
  expect(read).not.toHaveBeenCalled();
});

it('fetches events from before the socket opened if the subscription starts with the next one', () => {
  const read = vi.fn();
  renderHook(() => useFallbackPolling(read, 50_000, false));
  vi.advanceTimersByTime(1_000);
  change({ live: true });
  expect(read).toHaveBeenCalledTimes(1);
});

it('refetches when the socket opened late, and after each reconnection', () => {
  const read = poll();
  vi.advanceTimersByTime(6_000);
  change({ live: true });
  expect(read).toHaveBeenCalledTimes(1);
  change({ live: false });
  vi.advanceTimersByTime(1_000);
  change({ live: true });
  expect(read).toHaveBeenCalledTimes(2);
});

it('polls while there is no socket but a network connection', () => {
  const read = poll();
  vi.advanceTimersByTime(100_000);
  expect(read).toHaveBeenCalledTimes(2);
  change({ online: false });
  vi.advanceTimersByTime(100_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('does not re-render when requests start or finish', () => {
  let made = 0;
  renderHook(() => {
    made += 1;
    return useConnection(({ live }) => live);
  });
  const before = made;
  change({ pending: 3 });
  expect(made).toBe(before);
  change({ live: true });
  expect(made).toBeGreaterThan(before);
});
