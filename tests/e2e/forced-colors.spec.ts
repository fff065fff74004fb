import { expect, type Locator } from '@playwright/test';
import { open, signIn, test } from './stage.ts';

/** The value of a property as the browser paints it. */
const painted = (element: Locator, property: string, pseudo?: string): Promise<string> =>
  element.evaluate((node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name!), [
    property,
    pseudo,
  ] as const);

test('the current tab, charts and icons are distinguishable in forced-colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'demo');
  await open(page, '/projects/1/stats?report=PlaysByDay&range=last-90-days');
  const tabs = page.getByRole('navigation', { name: 'Project', exact: true });
  const current = tabs.locator('[aria-current]');
  const other = tabs.getByRole('link', { name: /^Articles/ });
  await expect(current).toHaveText('Statistics');
  const background = await painted(page.locator('body'), 'background-color');
  expect(await painted(current, 'background-color', '::after')).not.toBe(background);
  expect(await painted(current, 'outline-style')).toBe('solid');
  expect(await painted(other, 'outline-style')).toBe('none');

  const chart = page.getByRole('img', { name: 'Chart: Plays by day' });
  const text = await painted(page.locator('body'), 'color');
  expect(await painted(chart.locator('text').first(), 'fill')).toBe(text);
  const series = chart.locator('[data-series="0"] > path').last();
  expect(await painted(series, 'stroke')).not.toBe(background);

  // An icon has the color of the text beside it.
  await open(page, '/projects/1/add-channel');
  const icon = page.getByRole('main').locator('a > svg, a span > svg').first();
  await expect(icon).toBeVisible();
  expect(await painted(icon, 'color')).toBe(await painted(icon.locator('..'), 'color'));
});
