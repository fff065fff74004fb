import { expect, test } from 'vitest';
import { lintedWith } from './lint-in-folder.ts';

const refused = {
  poll: 'await expect.poll(count, { timeout: 5_000 }).toBe(1);',
  element: 'await expect(page.getByText("Saved")).toBeHidden({ timeout: 4000 });',
  waitFor: 'await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 });',
  find: 'await screen.findByRole("dialog", { name: "Keys" }, { timeout: 10_000 });',
  table: 'test.each([1, 2])("%s is measured", { timeout: 300_000 }, async () => {});',
  conditional: 'test.runIf(isFull)("all of it", { timeout: 60_000 }, async () => {});',
};
const allowed = {
  tried:
    'await expect(async () => { await page.reload(); await expect(play).toBeVisible({ timeout: 5_000 }); }).toPass();',
  long: 'test("a year", { timeout: 3_600_000 }, async () => {});',
  product: 'const threads = createExtractionThreads({ timeout: 4_000 });',
  patience: 'await expect.poll(count).toBe(1);',
};

test('a wait that is shorter than the patience of all tests is refused', () => {
  const found = lintedWith('house/no-short-wait', { ...refused, ...allowed });
  expect(found).toEqual(Object.keys(refused).toSorted());
});
