import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import type { PlayerFeature } from '../../client/player/player-config.ts';
import { expect, isSilent, players, plays, soundsOf, stateOf, test } from './player-page.ts';
import type { ConfigChange, Stage } from './publisher-pages.ts';
import { request, timeOf } from './steering.ts';

const all: PlayerFeature[] = [
  'barPreview',
  'volumeControl',
  'loop',
  'download',
  'share',
  'miniPlayer',
  'transcriptSearch',
  'remotePlayback',
  'subscribe',
  'paragraphPlay',
  'playNext',
  'pronunciationReports',
];
const sentences = [
  'The harbour wakes early.',
  'Boats leave for Zürich.',
  'Zurich is far away.',
  'Gulls stay.',
];
const transcript = `WEBVTT\n\n${sentences
  .map((text, index) => `00:0${index * 5}.000 --> 00:${String(index * 5 + 5).padStart(2, '0')}.000\n${text}`)
  .join('\n\n')}\n`.replaceAll(/00:0(\d\d)\./g, '00:$1.');

async function openPage(
  page: Page,
  stage: Stage,
  slug: string,
  change: ConfigChange = {},
  { hash = '', text = '' } = {},
): Promise<Locator> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/vtt' };
  stage.service.set('/cues', { headers, body: transcript });
  const items = change.items ?? [
    stage.item({ transcript: `${stage.service.url}/cues`, url: `${stage.publisher.url}/${slug}` }),
  ];
  const channel = { slug, features: all, ...change.channel };
  stage.configure(slug, stage.config({ ...change, items, channel }));
  await page.goto(stage.page(`/${slug}`, `<h1>Harbour</h1>${stage.embed(slug)}${text}`) + hash);
  const player = players(page);
  await player.locator('.play').waitFor();
  return player;
}
const more = (player: Locator): Locator => player.getByRole('button', { name: 'More', exact: true });
const start = async (page: Page, player: Locator): Promise<void> => {
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
};

test('without features there is no menu, and no code for them is loaded', async ({ page, stage }) => {
  const loaded: string[] = [];
  page.on('request', (asked) => loaded.push(new URL(asked.url()).pathname));
  const player = await openPage(page, stage, 'plain', { channel: { features: [] } });
  await start(page, player);
  await expect(more(player)).toHaveCount(0);
  expect(loaded.filter((path) => /features|bar-preview/.test(path))).toEqual([]);
});

for (const version of [2, 3, 4] as const)
  test(`version ${version}: the menu works with the keyboard, has no accessibility violations and restores the focus`, async ({
    page,
    stage,
  }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const player = await openPage(page, stage, `menu-${version}-${scheme}`, {
        channel: { version, scheme },
      });
      await start(page, player);
      await more(player).focus();
      await page.keyboard.press('Enter');
      const menu = player.getByRole('group', { name: 'More' });
      await expect(menu.getByRole('slider', { name: 'Volume' })).toBeVisible();
      await expectAccessible(page, { within: '.parlance-player' });
      // All of it is reached by Tab.
      for (const name of [/^Share/, 'Download', 'Repeat']) {
        const entry = menu.getByRole(name === 'Download' ? 'link' : 'button', { name });
        await entry.focus();
        await expect(entry).toBeFocused();
      }
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(more(player)).toBeFocused();
    }
  });

test('volume, repeat and download work', async ({ page, stage }) => {
  const item = stage.item({ seconds: 2, title: 'Harbour & sea' });
  const player = await openPage(page, stage, 'menu-acts', { items: [item], channel: { version: 3 } });
  await more(player).click();
  const volume = player.getByRole('slider', { name: 'Volume' });
  await volume.fill('40');
  expect((await soundsOf(page)).at(0)).toMatchObject({ volume: 0.4, muted: false });
  await expect(volume).toHaveAttribute('aria-valuetext', '40%');
  await volume.press('ArrowLeft');
  expect((await stateOf(player))['volume']).toBe(35);
  await expect(player.getByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    `${item.audio}?download=Harbour+%26+sea`,
  );
  await player.getByRole('button', { name: 'Repeat' }).click();
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect.poll(() => timeOf(player)).toBeGreaterThan(1);
  await expect.poll(() => timeOf(player)).toBeLessThan(1);
  await plays(page, 'first');
  await more(player).click();
  const repeat = player.getByRole('button', { name: 'Repeat' });
  await expect(repeat).toHaveAttribute('aria-pressed', 'true');
  await repeat.click();
  await isSilent(page);
  expect((await stateOf(player))['phase']).toBe('finished');
});

test('a teaser is not offered for download', async ({ page, stage }) => {
  const player = await openPage(page, stage, 'teaser', { items: [stage.item({ teaser: true })] });
  await more(player).click();
  await expect(player.getByRole('button', { name: 'Repeat' })).toBeVisible();
  await expect(player.getByRole('link', { name: 'Download' })).toHaveCount(0);
});

test('plays from the paragraph that the reader points at, and from the first one in view', async ({
  page,
  stage,
}) => {
  const spoken = [
    'The harbour wakes early today.',
    'Boats leave for Zürich at noon.',
    'Gulls stay at the empty quay.',
  ];
  const data = [...spoken.join(' ').matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word }, place) => ({
    word,
    startMs: place * 500,
    endMs: place * 500 + 500,
  }));
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  stage.service.set('/words', { headers, body: JSON.stringify({ data, text: spoken.join('\n\n') }) });
  const asked = () => stage.service.requests.filter(({ path }) => path === '/words').length;
  const before = asked();
  const player = await openPage(
    page,
    stage,
    'paragraphs',
    { items: [stage.item({ seconds: 20, highlight: `${stage.service.url}/words` })] },
    { text: `${spoken.map((text) => `<p>${text}</p><pre>${'\n'.repeat(60)}</pre>`).join('')}<p>Imprint</p>` },
  );
  expect(asked()).toBe(before);
  await page.getByText(spoken[1]!).hover();
  const button = page.locator('parlance-from-here').getByRole('button', { name: 'Play from here' });
  await expect(button).toBeVisible();
  await expectAccessible(page, { within: 'parlance-from-here' });
  await button.click();
  await plays(page, 'first');
  await expect.poll(() => timeOf(player)).toBeGreaterThanOrEqual(2.5);
  await expect.poll(() => timeOf(player)).toBeLessThan(5.5);
  await expect(button).toHaveCount(0);

  // By the menu, without a pointer: the page stays where the reader is.
  await more(player).click();
  await page.getByText(spoken[2]!).evaluate((text) => text.scrollIntoView({ block: 'center' }));
  await player
    .getByRole('button', { name: 'Play from here' })
    .evaluate((entry) => (entry as HTMLElement).click());
  await expect.poll(() => timeOf(player)).toBeGreaterThanOrEqual(5.5);
  expect(asked()).toBe(before + 1);
});

test('the next articles follow, can be chosen in the menu, and stop on request', async ({ page, stage }) => {
  const items = [
    stage.item({ id: 1, title: 'Harbour', seconds: 2 }),
    stage.item({ id: 2, title: 'Boats', seconds: 8, tone: 'second' }),
    stage.item({ id: 3, title: 'Gulls', seconds: 20 }),
  ];
  const player = await openPage(page, stage, 'play-next', { items, channel: { version: 3 } });
  await start(page, player);
  await expect(player.getByTitle('Boats', { exact: true })).toBeVisible();
  await plays(page, 'second');
  await expect(player.getByTitle('Gulls', { exact: true })).toBeVisible();
  await more(player).click();
  await expect(player.getByRole('button', { name: 'Gulls', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await player.getByRole('button', { name: 'Boats', exact: true }).click();
  await plays(page, 'second');
  await more(player).click();
  await expect(player.getByRole('button', { name: 'Up next: Gulls' })).toBeVisible();
  await player.getByRole('button', { name: 'Stop after this article' }).click();
  await isSilent(page);
  await expect(player.getByTitle('Gulls', { exact: true })).toBeVisible();
  expect((await stateOf(player))['wanted']).toBe(false);
});

test('the podcast is linked in the apps that list it, and on its own page', async ({ page, stage }) => {
  const apps = [{ name: 'Apple Podcasts', url: 'https://podcasts.apple.com/podcast/id1' }];
  const player = await openPage(page, stage, 'subscribe', {
    podcast: { page: 'https://audio.example/podcast/harbour', apps },
  });
  await more(player).click();
  const link = (name: string) => player.getByRole('link', { name });
  await expect(link('Subscribe on Apple Podcasts')).toHaveAttribute('href', apps[0]!.url);
  await expect(link('Subscribe to the podcast')).toHaveAttribute(
    'href',
    'https://audio.example/podcast/harbour',
  );
  await expectAccessible(page, { within: '.parlance-player' });
  // A project without a podcast has nothing to link to.
  const without = await openPage(page, stage, 'subscribe-none', { podcast: null });
  await more(without).click();
  await expect(without.getByRole('link', { name: /^Subscribe/ })).toHaveCount(0);
});

test('a shared link contains the second, and starts there', async ({ page, stage }) => {
  const shared: string[] = [];
  await page.exposeFunction('shared', (url: string) => void shared.push(url));
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: ({ url }: { url: string }) =>
        (window as unknown as { shared(url: string): Promise<void> }).shared(url),
    });
  });
  const player = await openPage(page, stage, 'share');
  await request(player, { type: 'seek', to: 8 });
  await more(player).click();
  await player.getByRole('button', { name: 'Share from 0:08' }).click();
  await expect.poll(() => shared).toEqual([`${stage.publisher.url}/share#t=8`]);
  // Another fragment alone would load no page.
  await page.goto('about:blank');
  const again = await openPage(page, stage, 'share', {}, { hash: '#t=12' });
  await expect.poll(() => timeOf(again)).toBe(12);
  await start(page, again);
  expect(await timeOf(again)).toBeGreaterThanOrEqual(12);
});

test('casting is offered while the browser finds a device', async ({ page, stage }) => {
  const prompts: string[] = [];
  await page.exposeFunction('prompted', () => void prompts.push('prompt'));
  await page.addInitScript(() => {
    const remote = {
      async watchAvailability(callback: (isAvailable: boolean) => void) {
        Object.assign(window, { setAvailable: callback });
        callback(false);
        return 1;
      },
      cancelWatchAvailability: async () => {},
      prompt: () => (window as unknown as { prompted(): Promise<void> }).prompted(),
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote });
  });
  const player = await openPage(page, stage, 'cast');
  const cast = player.getByRole('button', { name: 'Play on another device' });
  await more(player).click();
  await expect(player.getByRole('button', { name: 'Repeat' })).toBeVisible();
  await expect(cast).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => (window as unknown as { setAvailable(is: boolean): void }).setAvailable(true));
  await more(player).click();
  await cast.click();
  await expect.poll(() => prompts).toEqual(['prompt']);
});

test('hovering the progress bar shows the time and the sentence there', async ({ page, stage }) => {
  const player = await openPage(page, stage, 'preview');
  const bar = player.getByRole('slider', { name: 'Position' });
  const box = (await bar.boundingBox())!;
  const bubble = player.locator('.preview');
  await expect(bubble).toBeHidden();
  await page.mouse.move(box.x + box.width * 0.32, box.y + box.height / 2);
  await expect(bubble).toBeVisible();
  await expect(bubble).toContainText('0:06');
  // The sentences come with the first look.
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + box.width * 0.32 + Math.random(), box.y + box.height / 2);
      return bubble.innerText();
    })
    .toContain('Boats leave for Zürich.');
  const shown = (await bubble.boundingBox())!;
  expect(shown.y + shown.height).toBeLessThanOrEqual(box.y);
  await page.mouse.move(0, 0);
  await expect(bubble).toBeHidden();
});

test('while it plays out of view, the player docks at the edge, and the page does not move', async ({
  page,
  stage,
}) => {
  const text = '<p>Text</p>'.repeat(80);
  const player = await openPage(page, stage, 'mini', {}, { text });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const isDocked = () => page.locator('body > parlance-audio[data-docked]').count();
  await page.evaluate(() => scrollTo(0, 1500));
  await expect(player).not.toBeInViewport();
  expect(await isDocked()).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await start(page, player);
  await page.evaluate(() => scrollTo(0, 1500));
  await expect.poll(isDocked).toBe(1);
  await expect(player).toBeInViewport();
  expect(await height()).toBe(before);
  await plays(page, 'first');
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(isDocked).toBe(0);
  await expect(page.locator('.parlance-player parlance-audio')).toBeInViewport();
  expect(await page.evaluate(() => (window as unknown as { around: number }).around)).toBe(0);
  // Closed at the edge, it falls silent.
  await page.evaluate(() => scrollTo(0, 1500));
  await expect.poll(isDocked).toBe(1);
  await player.getByRole('button', { name: 'Close player' }).click();
  await isSilent(page);
  await expect.poll(isDocked).toBe(0);
});

test('the transcript search ignores accents, and moves from match to match', async ({ page, stage }) => {
  const items = [stage.item({ seconds: 300, transcript: `${stage.service.url}/cues` })];
  const player = await openPage(page, stage, 'search', { items, channel: { version: 3 } });
  await start(page, player);
  await player.getByRole('button', { name: 'Transcript' }).click();
  const field = player.getByRole('searchbox', { name: 'Search the transcript' });
  await field.fill('zurich');
  const current = player.locator('[data-match=current]');
  await expect(player.getByText('1 of 2')).toBeVisible();
  await expect(current).toHaveText('Boats leave for Zürich.');
  await field.press('Enter');
  await expect(player.getByText('2 of 2')).toBeVisible();
  await expect(current).toHaveText('Zurich is far away.');
  await player.getByRole('button', { name: 'Next match' }).click();
  await expect(current).toHaveText('Boats leave for Zürich.');
  // Keys of the player are letters here.
  await field.pressSequentially(' k m');
  await expect(player.getByText('No matches')).toBeVisible();
  expect(await stateOf(player)).toMatchObject({ wanted: true, volume: 100 });
  await expectAccessible(page, { within: '.parlance-player' });
});
