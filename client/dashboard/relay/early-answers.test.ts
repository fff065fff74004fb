import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('gives each answer to who asks the same, once', () => {
  const answer = Promise.resolve(new Response());
  vi.stubGlobal('performance', { now: () => 1_000 });
  vi.stubGlobal('window', { early: new Map([['asked', answer]]) });
  expect(takeEarlyAnswer('else')).toBeUndefined();
  expect(takeEarlyAnswer('asked')).toBe(answer);
  expect(takeEarlyAnswer('asked')).toBeUndefined();
});

it('gives none that is old, whose connection is given back, and none where the page asked nothing', async () => {
  const cancel = vi.fn();
  const old = new Response(new ReadableStream({ cancel }));
  vi.stubGlobal('window', { early: new Map([['asked', Promise.resolve(old)]]) });
  vi.stubGlobal('performance', { now: () => 31_000 });
  expect(takeEarlyAnswer('asked')).toBeUndefined();
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  vi.stubGlobal('window', {});
  expect(takeEarlyAnswer('asked')).toBeUndefined();
});
