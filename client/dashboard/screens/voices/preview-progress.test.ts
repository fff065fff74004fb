import { expect, it } from 'vitest';
import { previewProgress } from './preview-progress.ts';

it('goes from 0 up to 95 and stays there', () => {
  expect(previewProgress(0)).toBe(0);
  let before = 0;
  for (let elapsed = 0; elapsed < 60_000; elapsed += 50) {
    const now = previewProgress(elapsed);
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
  expect(before).toBe(95);
});
