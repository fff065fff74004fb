import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { listenUntil, pass, putSoundsOnClock, stopClock } from './page-clock.ts';
import { expect, players, stateOf, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';
import { request, timeOf } from './steering.ts';

/** A word each half second: where the audio is says which word is spoken. */
const wordSeconds = 0.5;
const spoken = [
  'The bridge of the town is open again.',
  'It was opened on Monday by the mayor, who had a cold.',
  'It cost five percent more than planned.',
];
const text = spoken.join('\n\n');
const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }, place) => ({
  word,
  start: index,
  length: word.length,
  startMs: place * wordSeconds * 1000,
  endMs: (place + 1) * wordSeconds * 1000,
}));
const startOf = (word: string): number => words.find((each) => each.word === word)!.startMs / 1000;
const stamp = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
const transcript = `WEBVTT\n\nNOTE This speech is synthetic.\n\n${spoken
  .map((sentence, index) => {
    const before = [
      ...spoken
        .slice(0, index)
        .join(' ')
        .matchAll(/[\p{L}\p{N}]+/gu),
    ].length;
    const count = [...sentence.matchAll(/[\p{L}\p{N}]+/gu)].length;
    return `${index + 1}\n${stamp(before * wordSeconds)} --> ${stamp((before + count) * wordSeconds)}\n${sentence}`;
  })
  .join('\n\n')}\n`;

/** As publishers write: markup within words and lines, hyphens, footnotes, and other things between. */
const article = `<nav><a href="/">The town</a> <a href="/sport">Sport</a></nav>
<h1 id="title">The br<em>id</em>ge of the town is&nbsp;open again.</h1>
<aside>Advertisement: the mayor wears our shoes on Monday</aside>
<p id="opened">It was o&shy;pened on <a href="/monday">Mon<b>day</b></a><sup>1</sup> by the mayor, <i>who</i> had a cold.</p>
<p id="cost">It cost 5&nbsp;% more than planned.</p><p id="imprint">Imprint and privacy</p>`;

const marked = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...CSS.highlights]
      .filter(([name]) => name.startsWith('parlance-'))
      .flatMap(([, highlight]) =>
        [...highlight].map((range) => (range as Range).toString().replaceAll('\u00ad', '')),
      ),
  );

async function open(page: Page, stage: Stage, { cookie = true, body = article, isOnClock = false } = {}) {
  if (isOnClock) await putSoundsOnClock(page);
  const cors = { 'access-control-allow-origin': '*' };
  stage.service.set('/highlight', {
    headers: { ...cors, 'content-type': 'application/json' },
    body: JSON.stringify({ data: words, text }),
  });
  stage.service.set('/transcript', { headers: { ...cors, 'content-type': 'text/vtt' }, body: transcript });
  const item = stage.item({
    seconds: 20,
    highlight: `${stage.service.url}/highlight`,
    transcript: `${stage.service.url}/transcript`,
  });
  stage.configure('read', stage.config({ items: [item], channel: { slug: 'read' } }));
  if (cookie)
    await page.context().addCookies([{ name: 't_hightlight', value: 'enable', url: stage.publisher.url }]);
  const from = stage.service.requests.length;
  await page.goto(stage.page('/read', `${stage.embed('read')}<main>${body}</main>`));
  const player = players(page);
  await expect(player).toBeVisible();
  if (isOnClock) await stopClock(page);
  return {
    player,
    asked: (path: string) => stage.service.requests.slice(from).filter((one) => one.path === path).length,
  };
}

/** Plays at a second, and waits until that word is marked. */
async function expectMarked(page: Page, player: Locator, word: string, onPage = word): Promise<void> {
  await request(player, { type: 'seek', to: startOf(word) + wordSeconds / 2 });
  await expect.poll(() => marked(page), { intervals: [50] }).toEqual([onPage]);
}

test('words are highlighted in place during playback, without markup changes', async ({ page, stage }) => {
  const { player } = await open(page, stage, { isOnClock: true });
  const before = await page.locator('main').innerHTML();
  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => (await marked(page)).length);
  await request(player, { type: 'pause' });
  for (const word of ['bridge', 'town', 'opened', 'Monday', 'mayor', 'who', 'cold', 'planned'])
    await expectMarked(page, player, word);
  // Written otherwise than it is spoken.
  await expectMarked(page, player, 'percent', '5');
  // The words that follow are those that are spoken, each in its time.
  await request(player, { type: 'seek', to: startOf('opened') });
  await player.evaluate((element) => {
    const { store } = element as unknown as { store: { now(): number } };
    const seen: [string, number][] = ((window as unknown as { seen: [string, number][] }).seen = []);
    const look = (): void => {
      const [range] = [...CSS.highlights].flatMap(([, highlight]) => [...highlight]) as Range[];
      const word = range?.toString().replaceAll('\u00ad', '') ?? '';
      if (word && word !== seen.at(-1)?.[0]) seen.push([word, store.now()]);
      setTimeout(look, 10);
    };
    look();
  });
  await request(player, { type: 'play' });
  await listenUntil(page, async () => (await timeOf(player)) > startOf('mayor') + 0.5);
  await request(player, { type: 'pause' });
  const seen = await page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen);
  expect(seen.slice(0, 6).map(([word]) => word)).toEqual(['opened', 'on', 'Monday', 'by', 'the', 'mayor']);
  for (const [word, at] of seen.slice(1, 6)) {
    const due =
      words.find((each) => each.word === word && each.startMs >= startOf('opened') * 1000)!.startMs / 1000;
    // Not before it is spoken, and while it is.
    expect(at - due, word).toBeGreaterThan(-0.05);
    expect(at - due, word).toBeLessThan(0.1);
  }
  // In the text, not where the same words occur in a menu or an advertisement.
  const where = await page.evaluate(() => {
    const [range] = [...CSS.highlights].flatMap(([, highlight]) => [...highlight]) as Range[];
    return range!.startContainer.parentElement!.closest('p, h1, nav, aside')!.id;
  });
  expect(where).toBe('opened');
  expect(await page.locator('main').innerHTML()).toBe(before);
  await request(player, { type: 'close' });
  await expect.poll(() => marked(page)).toEqual([]);
});

test('nothing is fetched or marked without the cookie', async ({ page, stage }) => {
  const { player, asked } = await open(page, stage, { cookie: false, isOnClock: true });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => (await timeOf(player)) > 1);
  expect(asked('/highlight')).toBe(0);
  expect(await marked(page)).toEqual([]);
});

test('a click on a paragraph plays from there; links, selections and other text are unaffected', async ({
  page,
  stage,
}) => {
  const { player } = await open(page, stage, { isOnClock: true });
  // Before the listener has begun a page is a page.
  await page.locator('#cost').click();
  await pass(page, 400);
  expect((await stateOf(player))['phase']).toBe('idle');

  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => (await marked(page)).length);
  await page.locator('#cost').click();
  const cost = startOf('planned') - 6 * wordSeconds;
  await listenUntil(page, async () => (await timeOf(player)) >= cost);
  expect(await timeOf(player)).toBeLessThan(cost + 3);

  await request(player, { type: 'pause' });
  await request(player, { type: 'seek', to: 1 });
  await page.locator('#imprint').click();
  // Between the two clicks of a double one passes less than a moment.
  const { x, y } = (await page.locator('#opened').boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await pass(page, 100);
  }
  await pass(page, 400);
  expect(await timeOf(player)).toBe(1);
  expect((await stateOf(player))['phase']).toBe('paused');
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await page.evaluate(() => getSelection()!.removeAllRanges());
  stage.publisher.set('/monday', 'Monday');
  await page.locator('#opened a').click();
  await expect(page).toHaveURL(/\/monday$/);
});

test('a re-rendered page is scanned again', async ({ page, stage }) => {
  const { player } = await open(page, stage, { isOnClock: true });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => (await marked(page)).length);
  await pass(page, 2100);
  await page.evaluate(() => {
    const main = document.querySelector('main')!;
    main.replaceWith(main.cloneNode(true));
  });
  await request(player, { type: 'pause' });
  await request(player, { type: 'seek', to: startOf('mayor') + 0.1 });
  await request(player, { type: 'seek', to: startOf('cold') + 0.1 });
  await expect.poll(() => marked(page)).toEqual(['cold']);
});

test('the transcript opens, follows playback, plays from a sentence and is keyboard accessible', async ({
  page,
  stage,
}) => {
  const { player, asked } = await open(page, stage, { body: '<h1>Another page</h1>' });
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);
  await player.getByRole('button', { name: /^Play:/ }).focus();
  const toggle = player.getByRole('button', { name: 'Transcript' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(asked('/transcript')).toBe(0);
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const sentences = player.getByRole('group', { name: 'Transcript' }).getByRole('button');
  await expect(sentences).toHaveText(spoken);
  // One stop for the tabulator, the sentences by arrow keys.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(sentences.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(sentences.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(sentences.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(player))['phase']).toBe('playing');
  const second = startOf('It');
  await expect.poll(() => timeOf(player)).toBeGreaterThan(second);
  expect(await timeOf(player)).toBeLessThan(second + 3);
  await expect(sentences.nth(1)).toHaveAttribute('aria-current', 'true');
  await sentences.nth(2).click();
  await expect(sentences.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(sentences.nth(1)).not.toHaveAttribute('aria-current');
  await toggle.click();
  await expect(sentences.first()).toBeHidden();
});

test('an open transcript has no accessibility faults', async ({ page, stage }) => {
  const { player } = await open(page, stage);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await player.getByRole('button', { name: 'Transcript' }).click();
  await expect(player.getByText(spoken[1]!)).toBeVisible();
  await request(player, { type: 'pause' });
  await expectAccessible(page, { within: '.parlance-player' });
});

test('a transcript that fails to load shows a message, and is retried', async ({ page, stage }) => {
  const { player } = await open(page, stage);
  stage.service.set('/transcript', { status: 500 });
  await player.getByRole('button', { name: /^Play:/ }).click();
  const toggle = player.getByRole('button', { name: 'Transcript' });
  await toggle.click();
  await expect(player.getByText('Couldn’t load the transcript.')).toBeVisible();
  stage.service.set('/transcript', { headers: { 'access-control-allow-origin': '*' }, body: transcript });
  await toggle.click();
  await toggle.click();
  await expect(player.getByText(spoken[2]!)).toBeVisible();
});
