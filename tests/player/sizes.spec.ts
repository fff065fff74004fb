import { gzipSync } from 'node:zlib';
import { expect, plays, players, test } from './player-page.ts';

const kilobyte = 1_000;
/**
 * Compressed as servers do, in bytes: the loader, all that every player needs until its first sound, and what
 * a version adds to that.
 */
const bars = { loader: 0.5 * kilobyte, beginning: 9.5 * kilobyte, version: 8 * kilobyte };

for (const version of [2, 3, 4] as const)
  test(`version ${version} is as small as it should be`, async ({ page, stage }) => {
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      const name = /\/player\/([^/?]+?)(-[\w-]{8})?\.js$/.exec(response.url())?.[1];
      if (name) sizes.set(name, gzipSync(await response.body(), { level: 6 }).length);
    });
    stage.configure('size', stage.config({ channel: { version }, eventsUrl: `${stage.service.url}/ev` }));
    stage.service.set('/ev', { status: 204, headers: { 'access-control-allow-origin': '*' } });
    await page.goto(stage.page('/size', stage.embed('size')));
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .waitFor();
    await page.waitForLoadState('networkidle');
    const before = new Map(sizes);
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await plays(page, 'first');
    const sum = (...names: RegExp[]) =>
      [...before]
        .filter(([name]) => names.some((pattern) => pattern.test(name)))
        .reduce((total, [, size]) => total + size, 0);
    const shown = [...before].map(([name, size]) => `${name} ${size}`).join(', ');
    expect(sum(/^loader$/), shown).toBeGreaterThan(0);
    expect(sum(/^loader$/), shown).toBeLessThanOrEqual(bars.loader);
    expect(sum(/^(loader|start)$/), shown).toBeLessThanOrEqual(bars.beginning);
    expect(sum(/^(?!loader$|start$)/), shown).toBeLessThanOrEqual(bars.version);
    console.log(`version ${version}: ${shown}; ${sum(/./)} bytes in all`);
  });
