import type { Page } from '@playwright/test';
import { expect, plays, players, test } from './player-page.ts';
import type { ConfigChange } from './publisher-pages.ts';

/** What a page pays before the first play: bytes of JavaScript, and requests of everything. */
const bars = { bytes: 12_000, requests: 8 };

interface Request {
  path: string;
  /** On the wire, head and body, as the browser counts them. */
  bytes: number;
}

/** Counts what a page asks of a server from now on; a sound's bytes are none of the player's. */
async function count(page: Page, origin: string): Promise<{ all: Request[]; sum(): number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const all: (Request & { id: string })[] = [];
  session.on('Network.requestWillBeSent', ({ requestId: id, request: { url } }) => {
    if (url.startsWith(origin)) all.push({ id, path: new URL(url).pathname, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = all.find(({ id }) => id === requestId);
    if (request && !request.path.endsWith('.wav')) request.bytes = encodedDataLength;
  });
  return { all, sum: () => all.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const kinds: Record<string, ConfigChange['channel']> = {
  'version 2': { version: 2 },
  'version 3': { version: 3 },
  'version 4': { version: 4 },
  'the playlist player': { version: 3, kind: 'playlistPlayer' },
};

for (const [what, channel] of Object.entries(kinds))
  test(`${what} takes ${bars.bytes / 1000} kB of JavaScript and ${bars.requests} requests before the first play`, async ({
    page,
    stage,
  }) => {
    // As projects have it: statistics, an advertisement, a transcript and words that are marked.
    const item = stage.item({
      highlight: `${stage.service.url}/words`,
      transcript: `${stage.service.url}/transcript`,
    });
    const items = channel!.kind ? [item, { ...item, id: 2 }, { ...item, id: 3 }] : [item];
    const ads = { provider: 'rmsi' as const, tags: [`${stage.service.url}/vast`], interval: 10, lengthS: 15 };
    stage.service.set('/ev', { status: 204, headers: { 'access-control-allow-origin': '*' } });
    stage.configure(
      'size',
      stage.config({
        channel: { ...channel },
        items,
        ads,
        consent: { provider: 'never' },
        eventsUrl: `${stage.service.url}/ev`,
      }),
    );
    const address = stage.page('/size', stage.embed('size', ''));
    const { all, sum } = await count(page, stage.service.url);
    const button = players(page).getByRole('button', { name: /^Play:/ });
    // What plays and counts comes when the player stands: until then it is kept from the page.
    let standing: Request[] = [];
    await page.route(/\/player\/deferred-services-/, async (route) => {
      await button.waitFor();
      standing = all.filter(({ path }) => !path.includes('/deferred-services-'));
      await route.continue();
    });
    await page.goto(address);
    await button.waitFor();
    await page.waitForLoadState('networkidle');
    const shown = all.map(({ path, bytes }) => `${path} ${bytes}`).join(', ');
    const scripts = standing.filter(({ path }) => path.endsWith('.js'));
    const before = scripts.reduce((total, { bytes }) => total + bytes, 0);
    console.log(
      `${what}: ${before} bytes of JavaScript before the first play, ${sum()} when the player rests: ${shown}`,
    );
    expect(standing.map(({ path }) => path.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      '/player/loader.js',
      '/player/start',
      '/player/size/config',
      `/player/version-${channel!.version}`,
    ]);
    expect(before, shown).toBeLessThanOrEqual(bars.bytes);
    expect(standing.every(({ bytes }) => bytes > 0)).toBe(true);
    // Whatever came since, too.
    expect(all.length, shown).toBeLessThanOrEqual(bars.requests);
    expect(shown).not.toMatch(/reading|ads-|vast|word|transcript|choices|media-session|report-listening/);
    await button.click();
    await plays(page, 'first');
  });
