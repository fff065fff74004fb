import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  // Pending requests of other tests don't belong to this page.
  vi.resetModules();
  vi.useFakeTimers();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  return () => vi.useRealTimers();
});

test('a reload for another release waits until the next screen is there', async () => {
  const { noteRelease, takeRelease, watchRelease } = await import('./release.ts');
  let navigating = true;
  const reloaded = vi.fn();
  addEventListener('parlance:reload', reloaded);
  watchRelease(
    () => false,
    () => navigating,
  );
  noteRelease('/assets/index-new.js');
  await vi.advanceTimersByTimeAsync(10_000);
  takeRelease();
  expect(reloaded).not.toHaveBeenCalled();
  navigating = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reloaded).toHaveBeenCalledOnce();
});
