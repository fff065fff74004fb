import type { Page } from '@playwright/test';
import { expect, plays, players, test } from './player-page.ts';
import type { ConfigChange } from './publisher-pages.ts';

/**
 * What a page pays before the first play as the browser counts it, with nothing held back: bytes of
 * JavaScript, and requests of everything, of which one is for the audio and two are events.
 */
const bars = { bytes: 17_500, requests: 8 };
/** Of players that show the page or follow it: they load what finds its colors. */
const barsOnPage = { bytes: 19_000, requests: 9 };

interface Request {
  path: string;
  /** On the wire, head and body, as the browser counts them. */
  bytes: number;
}

/** Counts what a page asks of a server from now on; a sound's bytes are none of the player's. */
async function count(page: Page, origin: string): Promise<Request[]> {
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
  return all;
}

const kinds: Record<string, ConfigChange['channel']> = {
  'version 2': { version: 2 },
  'version 3': { version: 3 },
  'version 4': { version: 4 },
  'the playlist player': { version: 3, kind: 'playlistPlayer' },
  'a transparent player of version 3': { version: 3, background: 'transparent' },
};

for (const [what, channel] of Object.entries(kinds)) {
  const bar = channel!.background ? barsOnPage : bars;
  test(`${what} takes ${bar.bytes / 1000} kB of JavaScript and ${bar.requests} requests before the first play`, async ({
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
    const all = await count(page, stage.service.url);
    const button = players(page).getByRole('button', { name: /^Play:/ });
    await page.goto(address);
    await button.waitFor();
    await expect.poll(() => all.filter(({ path }) => path === '/ev')).toHaveLength(2);
    await page.waitForLoadState('networkidle');
    const shown = all.map(({ path, bytes }) => `${path} ${bytes}`).join(', ');
    const scripts = all.filter(({ path }) => path.endsWith('.js'));
    const sum = scripts.reduce((total, { bytes }) => total + bytes, 0);
    console.log(
      `${what}: ${sum} bytes of JavaScript, ${all.length} requests before the first play: ${shown}`,
    );
    expect(scripts.map(({ path }) => path.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(
      [
        '/player/deferred-services',
        '/player/loader.js',
        '/player/start',
        `/player/version-${channel!.version}`,
        ...(channel!.background ? ['/player/page-ground'] : []),
      ].sort(),
    );
    expect(scripts.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(sum, shown).toBeLessThanOrEqual(bar.bytes);
    expect(all.length, shown).toBeLessThanOrEqual(bar.requests);
    await button.click();
    await plays(page, 'first');
  });
}
