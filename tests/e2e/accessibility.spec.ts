import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { beginRule, chooseKind, openRules } from './rule-parts.ts';
import { openPanels, screensOf } from './screens.ts';
import { open, signIn, stage } from './stage.ts';

const { newsroom } = process.env['E2E_STAGE'] ? stage() : { newsroom: 0 };
const screens = process.env['E2E_STAGE'] ? screensOf(stage()) : [];
/** A small phone, a phone, a desk. */
const widths = [320, 375, 1440];

/** Checks what is on the page at every width, and that nothing is wider than it. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    expect.soft(await overflow(page), `${what} at ${width} px is wider`).toBe(0);
    await expectNoViolations(page, `${what} at ${width} px`);
  }
}

async function expectNoViolations(page: Page, what: string): Promise<void> {
  // A movement under way has colours of its own.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  const axe = new AxeBuilder({ page });
  // The markup of a phone is tried once by all rules; a smaller one differs in room, a dark one in colours.
  const again = await page.evaluate(() => {
    if (innerWidth === 320) return 'target-size';
    return innerWidth < 1440 && matchMedia('(prefers-color-scheme: dark)').matches ? 'color-contrast' : null;
  });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await (again ? axe.withRules(again) : axe.withTags(tags)).analyze();
  // All of them at once: one screen's fault does not hide another's.
  expect
    .soft(
      violations.map(
        ({ id, nodes }) =>
          `${what}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join('\n')}`,
      ),
    )
    .toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is accessible in the ${colorScheme} scheme`, async ({ browser }) => {
    test.setTimeout(900_000);
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await open(page, '/');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page, 'sign-in');
    await signIn(page);
    for (const [name, path, heading] of screens) {
      await open(page, path);
      await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await unfold(page);
      await expectAccessible(page, name);
    }
    await openEveryPart(page);
    await expectAccessible(page, 'rule editor');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open(page, '/projects/1');
    // A menu stays where it opened, so it opens anew at every width.
    for (const width of widths) {
      await page.setViewportSize({ width, height: 860 });
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect.soft(await overflow(page), `row menu at ${width} px is wider`).toBe(0);
      await expectNoViolations(page, `row menu at ${width} px`);
      if (width !== widths.at(-1)) await page.keyboard.press('Escape');
    }
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expectAccessible(page, 'user menu');
    await context.close();
  });
}

test('the navigation of a phone opens, leads on and closes', async ({ browser }) => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page);
  await open(page, '/projects/dashboard');
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('link', { name: "Editors' desk" }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Editors' desk" })).toBeVisible();
  await expect(drawer).toBeHidden();
  await page.close();
});

test('follows the system until a scheme is chosen, and again when the choice is the same', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page);
  await open(page, '/projects/dashboard');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await expect.poll(scheme).toBe('dark');
  await page.getByRole('button', { name: 'Switch to the light scheme' }).click();
  await expect.poll(scheme).toBe('light');
  await page.reload();
  await expect(page).toHaveTitle('Dashboard');
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Switch to the dark scheme' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(scheme).toBe('light');
});

test('can be used with the keyboard alone', async ({ page }) => {
  await signIn(page);
  await open(page, '/projects/1');
  await expect(page.getByTestId('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
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
  await openRules(page, newsroom);
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
  await expect(page.getByRole('main').locator('[class*=_bar_]')).toHaveCount(0);
}

const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
