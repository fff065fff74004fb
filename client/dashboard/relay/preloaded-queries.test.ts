import { afterEach, expect, it, vi } from 'vitest';
import { takePreloadedResponse } from './preloaded-queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('returns each preloaded response once, to the same query', () => {
  const answer = Promise.resolve(new Response());
  vi.stubGlobal('performance', { now: () => 1_000 });
  vi.stubGlobal('window', { early: new Map([['asked', answer]]) });
  expect(takePreloadedResponse('else')).toBeUndefined();
  expect(takePreloadedResponse('asked')).toBe(answer);
  expect(takePreloadedResponse('asked')).toBeUndefined();
});

it('returns no outdated response, and none without preloading', async () => {
  const cancel = vi.fn();
  const old = new Response(new ReadableStream({ cancel }));
  vi.stubGlobal('window', { early: new Map([['asked', Promise.resolve(old)]]) });
  vi.stubGlobal('performance', { now: () => 31_000 });
  expect(takePreloadedResponse('asked')).toBeUndefined();
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  vi.stubGlobal('window', {});
  expect(takePreloadedResponse('asked')).toBeUndefined();
});
