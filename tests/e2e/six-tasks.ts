/**
 * Six tasks of an editor's day, done on a real server as a person would do them, by pointer and by keyboard:
 * how many clicks, how many keys, and how long that takes (`npm run tasks`). Each begins on the dashboard.
 * What the product takes is measured; what a person takes is reckoned with the keystroke-level model of Card,
 * Moran and Newell: a click is 1.3 seconds, a key 0.28. A task that cannot be done ends the command with 1.
 */
import { chromium as playwright, expect, type Locator, type Page } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { open, raiseStage, signIn, stage } from './stage.ts';
import startServer from './start-server.ts';

const perClick = 1.3;
const perKey = 0.28;
/** Milliseconds that the product may take for one step; voicing an article is one. */
const patience = 20_000;

/** Counts what is pressed. */
class Hand {
  clicks = 0;
  keys = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.press('Control+v');
  }
  /** By the palette; Enter once it offers that first. */
  async palette(typed: string, found: RegExp): Promise<void> {
    await this.press('Control+k');
    await this.page.getByRole('combobox').waitFor();
    await this.type(typed);
    await this.page.getByRole('option', { selected: true }).filter({ hasText: found }).waitFor();
    await this.press('Enter');
  }
  /** To what has that name. @throws Error when it is not among the next forty */
  async tabTo(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await what.waitFor();
    for (let step = 0; step < 40; step++) {
      await this.press(key);
      if (await what.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Forty times Tab do not lead to ${String(what)}.`);
  }
}

interface Task {
  name: string;
  pointer: (hand: Hand) => Promise<void>;
  keyboard: (hand: Hand) => Promise<void>;
}

const stop = await startServer();
await raiseStage();
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
});
context.setDefaultTimeout(patience);
const page = await context.newPage();
await context.addInitScript(() => localStorage.setItem('parlance.language', 'en'));
const { site, organization } = stage();

const projectLink = page
  .getByRole('navigation', { name: 'Projects' })
  .getByRole('link', { name: 'Newsroom' });
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/**
 * Regenerates each article that has the word; who administers the server has them all done by one press.
 * @param press what presses the next one, which is then gone
 */
async function voiceEachAgain(press: (next: Locator) => Promise<void>): Promise<void> {
  const left = page.getByRole('dialog').getByRole('button', { name: /^Regenerate (?!audio$)/ });
  await left.first().waitFor();
  for (let count = await left.count(); count > 0; count--) {
    await press(left.first());
    await expect(left).toHaveCount(count - 1, { timeout: patience });
  }
}
const copyCode = button(/^Copy embed code/);
const ready = page.getByTestId('article').first().locator('[data-status="READY"]');

/** Opens the project by the palette, as the tasks by keyboard begin. */
async function openProject(hand: Hand): Promise<void> {
  await hand.palette('newsr', /Newsroom/);
  await page.getByRole('heading', { level: 1, name: 'Newsroom' }).waitFor();
}

/** One after the other: the articles of the first have the name that is mended in the second. */
const tasks: Task[] = [
  {
    name: 'Paste an address and publish',
    async pointer(hand) {
      await hand.click(projectLink);
      await hand.click(page.getByRole('link', { name: 'Add article' }).first());
      await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
      await hand.paste(`${site}/bread`);
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Bread before the tram');
      await hand.click(button(/^Create/));
      await ready.waitFor();
    },
    async keyboard(hand) {
      await openProject(hand);
      await hand.palette('add art', /Add article/);
      await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
      await hand.paste(`${site}/2026/11/02/bread-before-the-tram-opens`);
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Bread at dawn on Quay Street');
      await hand.press('Enter');
      await ready.waitFor();
    },
  },
  {
    name: 'Mend a name in all articles',
    async pointer(hand) {
      await hand.click(projectLink);
      await hand.click(tab('Dictionary'));
      await hand.click(button('New entry'));
      await hand.type('Quay');
      await hand.press('Enter');
      await hand.type('key');
      await hand.press('Enter');
      await hand.click(button('Show sentences'));
      await voiceEachAgain((next) => hand.click(next));
    },
    async keyboard(hand) {
      await openProject(hand);
      await hand.palette('dicti', /Dictionary/);
      await button('New entry').waitFor();
      await hand.press('n');
      await hand.type('tram');
      await hand.press('Enter');
      await hand.type('trumm');
      await hand.press('Enter');
      await hand.tabTo(button('Show sentences'), 'Shift+Tab');
      await hand.press('Enter');
      await voiceEachAgain(async (next) => {
        await hand.tabTo(next);
        await hand.press('Enter');
      });
    },
  },
  {
    name: 'Find yesterday’s failure',
    async pointer(hand) {
      await hand.click(page.getByTestId('failed').getByRole('link').first());
      await page.getByText('The page answered 404.').first().waitFor();
    },
    async keyboard(hand) {
      await hand.palette('archived article 45', /Archived article 45/);
      await page.getByText('The page answered 404.').first().waitFor();
    },
  },
  {
    name: 'Embed a player',
    async pointer(hand) {
      await hand.click(projectLink);
      await hand.click(tab('Channels'));
      await hand.click(page.getByRole('link', { name: 'Add channel' }));
      await hand.click(page.getByRole('link', { name: 'Add Integrated Webplayer' }));
      await hand.click(button('Save'));
      await hand.click(copyCode.last());
      await expectCopied(/class="parlance-player"/);
    },
    async keyboard(hand) {
      await openProject(hand);
      await hand.palette('add ch', /channel/);
      await expect(page.getByRole('link', { name: 'Add Integrated Webplayer' })).toBeFocused();
      await hand.press('Enter');
      await expect(page.getByLabel('Call to action (CTA)')).toBeFocused();
      await hand.press('Control+s');
      await expect(copyCode).toBeFocused();
      await hand.press('Enter');
      await expectCopied(/class="parlance-player"/);
    },
  },
  {
    name: 'Invite a colleague',
    async pointer(hand) {
      await hand.click(button(/^Account of/));
      await hand.click(
        page
          .getByRole('banner')
          .getByText(organization.name, { exact: true })
          .or(page.getByRole('menuitem', { name: organization.name })),
      );
      await hand.click(page.getByLabel('Email addresses'));
      await hand.type('colleague@example.com');
      await hand.click(page.getByRole('combobox', { name: 'Role', exact: true }));
      await hand.click(page.getByRole('option', { name: 'Editor' }));
      await hand.click(button('Invite'));
      await page.getByText('Invited 1 person').waitFor();
    },
    async keyboard(hand) {
      await hand.palette('invite', /Invite/);
      await expect(page.getByLabel('Email addresses')).toBeFocused();
      await hand.type('another@example.com');
      await hand.press('Tab', 'ArrowDown', 'ArrowDown', 'Enter');
      await hand.tabTo(button('Invite'));
      await hand.press('Enter');
      await page.getByText('Invited 1 person').waitFor();
    },
  },
  {
    name: 'Read last week’s listeners',
    async pointer(hand) {
      await hand.click(projectLink);
      await hand.click(tab('Statistics'));
      await hand.click(page.getByLabel('Period', { exact: true }));
      hand.clicks += 1;
      await page.getByLabel('Period', { exact: true }).selectOption('Last week');
      await expect(page).toHaveURL(/range=last-week/);
      await page.getByText('Active users', { exact: true }).first().waitFor();
    },
    async keyboard(hand) {
      await openProject(hand);
      await hand.palette('stati', /Statistics/);
      await page.getByLabel('Period', { exact: true }).waitFor();
      await hand.tabTo(page.getByLabel('Period', { exact: true }));
      await hand.type('last w');
      await expect(page).toHaveURL(/range=last-week/);
      await page.getByText('Active users', { exact: true }).first().waitFor();
    },
  },
];

/** What the clipboard has. @throws Error when it is something else */
const expectCopied = (what: RegExp) =>
  expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: patience }).toMatch(what);

const failures: string[] = [];
try {
  await signIn(page);
  console.log('Task                            by       clicks  keys  product   person');
  for (const { name, pointer, keyboard } of tasks) {
    for (const [by, run] of Object.entries({ pointer, keyboard })) {
      await open(page, '/projects/dashboard');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const hand = new Hand(page);
      const begun = performance.now();
      try {
        await run(hand);
      } catch (error) {
        failures.push(`${name}, by ${by}: ${(error as Error).message}`);
        continue;
      }
      const product = (performance.now() - begun) / 1000;
      const person = product + perClick * hand.clicks + perKey * hand.keys;
      console.log(
        `${name.padEnd(32)}${by.padEnd(9)}${String(hand.clicks).padStart(6)}${String(hand.keys).padStart(6)}` +
          `${product.toFixed(1).padStart(7)} s${person.toFixed(1).padStart(7)} s`,
      );
    }
  }
} finally {
  await browser.close();
  await stop();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
