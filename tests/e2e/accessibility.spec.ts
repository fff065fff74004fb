import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { beginRule, chooseKind, openRules } from './rule-parts.ts';
import { open, signIn, stage } from './stage.ts';

const { archive, newsroom, foreign } = process.env['E2E_STAGE'] ? stage() : { archive: 0, newsroom: 0, foreign: { project: 0 } };

/** Every screen, and what to wait for on it. */
const screens: [name: string, path: string, heading: RegExp][] = [
  ['dashboard', '/projects/dashboard', /^Hello/],
  ['project', '/projects/1', /./],
  ['project with errors', `/projects/${archive}`, /rchive/],
  ['project without a match', `/projects/${archive}/1_none_none_ready`, /rchive/],
  ['add article', '/projects/1/add-article/', /Add article/],
  ['edit article', '/projects/1/1_none_none_none/article/1', /Edit Article/],
  ['create project', '/projects/create/', /New project/],
  ['settings', '/projects/3/settings', /Configure project/],
  ['rules', `/projects/${newsroom}/processing-rules`, /Processing rules/],
  ['no rules', `/projects/${archive}/processing-rules`, /Processing rules/],
  ['locked rules', `/projects/${foreign.project}/processing-rules`, /Processing rules/],
  ['new rule', `/projects/${newsroom}/processing-rules?new`, /Processing rules/],
  ['channel chooser', `/projects/${newsroom}/add-channel`, /Add channel/],
  ['chooser with nothing booked', `/projects/${foreign.project}/add-channel`, /Add channel/],
  ['new podcast', `/projects/${newsroom}/add-channel-podcast`, /New Podcast/],
  ['new player', `/projects/${newsroom}/add-channel-player`, /New Player Channel/],
  ['new playlist player', `/projects/${newsroom}/add-channel-playlist-player`, /New Playlist Player Channel/],
  ['new action', `/projects/${newsroom}/add-channel-google-action`, /New Google Action/],
  ['speech services', '/projects/providers', /Speech services/],
  ['profile', '/projects/profile', /Profile/],
  ['organization', '/projects/organization/demo', /Demo Publishing House/],
  ['documentation', '/projects/docs/first-article', /From article to audio/],
  ['not found', '/projects/2147483647', /Not found/],
];

async function expectAccessible(page: Page, what: string): Promise<void> {
  // A movement under way has colours of its own.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  // All of them at once: one screen's fault does not hide another's.
  expect
    .soft(
      violations.map(
        ({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join('\n')}`,
      ),
    )
    .toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is accessible in the ${colorScheme} scheme`, async ({ browser }) => {
    test.setTimeout(240_000);
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
      await openPanels(page);
      await expectAccessible(page, name);
    }
    await openEveryPart(page);
    await expectAccessible(page, 'rule editor');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open(page, '/projects/1');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'row menu');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expectAccessible(page, 'user menu');
    await context.close();
  });
}

test('every screen fits a phone, and its navigation opens', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await overflow(page), 'sign-in').toBe(0);
  await signIn(page);
  for (const [name, path, heading] of screens) {
    await open(page, path);
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await openPanels(page);
    expect(await overflow(page), name).toBe(0);
  }
  await openEveryPart(page);
  expect(await overflow(page), 'rule editor').toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('link', { name: "Editors' desk" }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Editors' desk" })).toBeVisible();
  await expect(drawer).toBeHidden();
  await page.close();
});

test('follows the system until a scheme is chosen, and again when the choice is the same', async ({ page }) => {
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
  for (const [place, title] of ['Title contains', 'Label is', 'Length greater than', 'Voice equals', 'Status equals'].entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add condition' }).click();
    await chooseKind(page, 'condition', place + 1, title);
  }
  for (const [place, title] of ['Background music', 'Say as another voice', 'Volume boost', 'Skip title'].entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add action' }).click();
    await chooseKind(page, 'action', place + 1, title);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose a sound')).toBeVisible();
}

/** What is folded is looked at, too. */
async function openPanels(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelectorAll('main details').forEach((panel) => panel.setAttribute('open', ''));
    document
      .querySelectorAll<HTMLElement>('main [aria-expanded="false"][aria-controls]:not([aria-haspopup])')
      .forEach((button) => button.click());
  });
  await expect(page.getByRole('main').locator('[class*=_bar_]')).toHaveCount(0);
}

const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
