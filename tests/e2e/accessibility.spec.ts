import { expect, type Page } from '@playwright/test';
import { isFull } from '../support/full.ts';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { patience } from '../../scripts/patience.ts';
import { beginRule, chooseKind, openRules } from './rule-parts.ts';
import { openPanels, screenCounts, screensOf, walks } from './screens.ts';
import { open, signIn, stage, test } from './stage.ts';

/** A desk, a phone, a small phone. */
const [desk, phone, smallPhone] = [1440, 375, 320] as const;
const height = 860;

/**
 * Looks at what is on the page: by every rule at a desk in light colours, then on a small phone in dark ones,
 * and only by what these can change (room, size of what is pressed, contrast). The full suite asks every rule
 * at every width in both.
 */
async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
    const sample = colorScheme === 'light' ? [desk] : [smallPhone];
    for (const width of isFull ? [desk, phone, smallPhone] : sample) {
      await page.setViewportSize({ width, height });
      const place = `${what}, ${colorScheme}, ${width} px`;
      await expectFits(page, place);
      if (isFull || width === desk) await expectAccessible(page, { what: place });
      else if (width === smallPhone)
        await expectAccessible(page, { what: place, rules: ['color-contrast', 'target-size'] });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: desk, height });
}

/** Screens of a test: few, so that tests share the workers evenly and each ends well within its limit. */
const screensAtOnce = 4;
for (const walk of walks)
  for (let from = 0; from < screenCounts[walk]; from += screensAtOnce)
    test(`the screens ${walk} from number ${from + 1} are accessible`, async ({ page }) => {
      if (isFull) test.setTimeout(3 * patience.test);
      const [who, screens] = screensOf(stage())[walk]!;
      await page.setViewportSize({ width: desk, height });
      await signIn(page, who);
      for (const [name, path, heading] of screens.slice(from, from + screensAtOnce)) {
        await open(page, path);
        await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
        await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await unfold(page);
        await expectAccessibleEverywhere(page, name);
      }
    });

test('the sign-in is accessible', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'sign-in');
});

test('the rule editor is accessible, with every possible error', async ({ page }) => {
  await signIn(page);
  await openEveryPart(page);
  await expectAccessibleEverywhere(page, 'rule editor');
});

test('menus and dialogs are accessible', async ({ page }) => {
  await signIn(page, 'demo');
  await open(page, '/projects/1');
  const menu = page.getByRole('menu');
  // A menu stays where it opened, so the test reopens it at every width.
  for (const width of [smallPhone, phone, desk]) {
    await page.setViewportSize({ width, height });
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await expect(menu).toBeVisible();
    await expectFits(page, 'row menu');
    await expectAccessible(page, {
      what: `row menu at ${width} px`,
      ...(width !== desk && !isFull && { rules: ['target-size'] }),
    });
    if (width !== desk) {
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  }
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page, 'confirmation');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'user menu');
});

test('the phone navigation opens, navigates and closes', async ({ browser }) => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page);
  await open(page, '/projects/dashboard');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer.getByRole('link', { name: 'Archive' })).toBeVisible();
  // What only a phone has is looked at by every rule: its navigation, and a table as cards.
  await expectAccessible(page, { what: 'navigation of a phone' });
  await drawer.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByTestId('article')).toHaveCount(20);
  await expectAccessible(page, { what: 'articles on a phone' });
  await page.close();
});

test('the color scheme follows the system until one is chosen, and again afterwards', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page);
  await open(page, '/projects/dashboard');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await expect.poll(scheme).toBe('dark');
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect.poll(scheme).toBe('light');
  await page.reload();
  await expect(page).toHaveTitle('Dashboard');
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(scheme).toBe('light');
});

test('the dashboard can be used with the keyboard alone', async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Add article' })).toBeFocused();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

/** A rule's editor with every kind of control, and what is wrong with it. */
async function openEveryPart(page: Page): Promise<void> {
  await openRules(page, stage().newsroom);
  await beginRule(page, /^Create Custom Rule/);
  for (const [place, title] of [
    'Title contains',
    'Label is',
    'Length greater than',
    'Voice equals',
    'Status equals',
  ].entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add condition' }).click();
    await chooseKind(page, 'condition', place + 1, title);
  }
  for (const [place, title] of [
    'Background music',
    'Say as another voice',
    'Volume boost',
    'Skip title',
  ].entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add action' }).click();
    await chooseKind(page, 'action', place + 1, title);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose a sound')).toBeVisible();
}

/** What is folded is looked at, too. */
async function unfold(page: Page): Promise<void> {
  await openPanels(page);
  // Bars of a chart have such a class, too, and stay.
  await expect(page.getByRole('main').locator('span[class*=_bar_]')).toHaveCount(0);
}
