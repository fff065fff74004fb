/**
 * The way of someone without a programmer: from signing in to Parlance to audio on a post of their WordPress.
 * Everything that they press and fill in is counted; the seconds, without reading and thinking, are printed.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessChromium } from '../../scripts/chromium.ts';
import { patience } from '../../scripts/patience.ts';
import { hashPassword } from '../../server/lib/security/crypto.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { administrator, startWordPress, type WordPress } from './start-wordpress.ts';

let parlance: TestServer;
let site: WordPress;
let browser: Browser;
const password = 'a long enough password';
const email = 'nora@daily.example';

beforeAll(async () => {
  site = await startWordPress();
  [parlance, browser] = await Promise.all([
    startServer({ worker: true, env: { FETCH_ALLOW_HOSTS: new URL(site.url).host } }),
    chromium.launch({
      executablePath: headlessChromium(),
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    }),
  ]);
  await parlance.make.user({ email, fullname: 'Nora', passwordHash: await hashPassword(password) });
  // As they upload it: the test of the plugin has it unpacked.
  await rm(join(site.folder, 'wp-content/plugins/parlance'), { recursive: true, force: true });
});
afterAll(async () => {
  await browser?.close();
  await parlance?.close();
  await site?.close();
});

const post = (title: string, status: string) =>
  site.run<number>(`return wp_insert_post($v, true);`, {
    post_title: title,
    post_content: '<p>Ships came in at dawn, and left at noon. The crane stood still all day.</p>',
    post_status: status,
    post_author: 1,
  });

/** Counts what someone presses and fills in, and takes the time of each step. */
class Stopwatch {
  readonly used = { clicks: 0, fields: 0 };
  readonly #laps: string[] = [];
  readonly #began = performance.now();

  fill(field: Locator, text: string): Promise<void> {
    this.used.fields++;
    return field.fill(text);
  }

  click(target: Locator): Promise<void> {
    this.used.clicks++;
    return target.click();
  }

  lap(step: string): void {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(1);
    this.#laps.push(`${step}: ${seconds} s, ${this.used.clicks} clicks, ${this.used.fields} fields`);
  }

  print(): void {
    console.log(this.#laps.join('\n'));
  }
}

/** Makes a project with its player from the site's address. @returns the API key, and where the plugin is */
async function prepareProject(watch: Stopwatch, page: Page): Promise<{ apiKey: string; plugin: string }> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await watch.fill(page.getByLabel('Email'), email);
  await watch.fill(page.getByLabel('Password', { exact: true }), password);
  await watch.click(button('Sign in'));
  await watch.fill(
    page.getByRole('textbox', { name: 'Paste the address of your site or an article.' }),
    `${site.url}/`,
  );
  await watch.click(button('Listen'));
  await watch.click(page.getByRole('button', { name: /^Create project/ }));
  const ready = page.getByRole('heading', { name: 'Your player is ready' });
  await ready.waitFor();
  watch.lap('project with its player');
  await watch.click(page.getByRole('link', { name: /^Settings, and code for WordPress/ }));
  await watch.click(page.getByRole('tab', { name: 'WordPress' }));
  const download = page.waitForEvent('download');
  await watch.click(page.getByRole('link', { name: 'Download the plugin' }));
  const plugin = join(site.folder, '..', 'parlance.zip');
  await (await download).saveAs(plugin);
  watch.lap('plugin downloaded');
  // The browser's button.
  watch.used.clicks++;
  await page.goBack();
  await ready.waitFor();
  await watch.click(page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }));
  await page.waitForURL(/\/settings$/);
  // Posts come by the plugin from now on, and not by the feed.
  await watch.click(page.locator('main details > summary', { hasText: 'Content source' }));
  await watch.click(page.getByRole('combobox', { name: 'Type of source 1' }));
  await watch.click(page.getByRole('option', { name: 'API', exact: true }));
  await watch.click(button('Save'));
  const apiKey = (await page.getByTestId('api-key').textContent())!;
  await watch.click(page.getByRole('button', { name: /^Copy key/ }));
  watch.lap('key copied');
  return { apiKey, plugin };
}

/** Uploads the plugin, and connects it. @param page where WordPress uploads plugins */
async function connectSite(
  watch: Stopwatch,
  page: Page,
  { apiKey, plugin }: { apiKey: string; plugin: string },
): Promise<void> {
  await watch.fill(page.locator('#user_login'), administrator.name);
  await watch.fill(page.locator('#user_pass'), administrator.password);
  await watch.click(page.locator('#wp-submit'));
  watch.used.fields++;
  await page.setInputFiles('#pluginzip', plugin);
  await watch.click(page.locator('#install-plugin-submit'));
  await watch.click(page.getByRole('link', { name: /^Activate Plugin/ }));
  watch.lap('plugin active');
  await watch.click(page.locator('tr.active a[href*="page=parlance"]').first());
  // Its button works once the page has loaded.
  await page.waitForURL(/page=parlance/);
  await watch.fill(page.locator('#parlance-server'), parlance.url);
  await watch.fill(page.locator('#parlance-key'), apiKey);
  await watch.click(page.locator('#parlance-test'));
  await expect.poll(() => page.textContent('#parlance-result')).toContain('The connection works');
  await watch.click(page.locator('#submit'));
  await page.locator('.notice-success').waitFor();
  watch.lap('connected');
}

/** Publishes a draft in the list of posts. */
async function publishDraft(watch: Stopwatch, page: Page, draft: number): Promise<void> {
  // "Posts" in the menu.
  watch.used.clicks++;
  await page.goto(`${site.url}/wp-admin/edit.php`);
  const row = page.locator(`#post-${draft}`);
  await row.hover();
  await watch.click(row.getByRole('button', { name: /^Quick edit/i }));
  const edit = page.locator(`#edit-${draft}`);
  watch.used.fields++;
  await edit.locator('select[name=_status]').selectOption('publish');
  await watch.click(edit.getByRole('button', { name: 'Update' }));
  await edit.waitFor({ state: 'hidden' });
  watch.lap('published');
}

test('from sign-in to audio on a WordPress post', async () => {
  await post('Yesterday in the harbour', 'publish');
  const draft = await post('The harbour today', 'draft');
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  context.setDefaultTimeout(patience.condition);
  const open = async (address: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };
  const watch = new Stopwatch();
  const prepared = await prepareProject(watch, await open(parlance.url));
  const wordpress = await open(`${site.url}/wp-admin/plugin-install.php?tab=upload`);
  await connectSite(watch, wordpress, prepared);
  await publishDraft(watch, wordpress, draft);

  const articles = () => parlance.app.db.prisma.article.findMany({ where: { title: 'The harbour today' } });
  await expect
    .poll(async () => {
      // Visitors keep WordPress's clock going.
      await fetch(`${site.url}/wp-cron.php?doing_wp_cron`);
      return (await articles()).map(({ status }) => status);
    })
    .toContain('ready');
  const reader = await open(await site.run<string>(`return get_permalink($v['draft']);`, { draft }));
  const player = reader.locator('parlance-audio');
  await watch.click(player.getByRole('button', { name: /^Play:/ }));
  await player.getByRole('button', { name: /^Pause:/ }).waitFor();
  await expect.poll(() => player.locator('.time').textContent()).toMatch(/^0:0[1-9]/);
  watch.lap('audio');
  watch.print();
  // No more than that, and the post comes once: by the plugin, not by the feed, too.
  expect(watch.used).toEqual({ clicks: 23, fields: 9 });
  expect(await articles()).toHaveLength(1);
});
