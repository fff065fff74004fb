import type { Page } from '@playwright/test';
import { expect, plays, players, stateOf, test } from './player-page.ts';
import type { ConfigChange } from './publisher-pages.ts';
import { serveEvents } from './told-events.ts';

/** A page whose own scripts may run. */
const open = { 'content-security-policy': "default-src * 'unsafe-inline'" };

/** Makes every API throw that a page can lack or forbid; runs before its scripts. */
function refuse(): void {
  const denied = (name: string) => (): never => {
    throw new DOMException(`${name} is denied`, 'SecurityError');
  };
  const throwing = (target: object, ...names: string[]): void => {
    for (const name of names)
      Object.defineProperty(target, name, { get: denied(name), set: denied(name), configurable: true });
  };
  throwing(
    window,
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'cookieStore',
    'BroadcastChannel',
  );
  throwing(Document.prototype, 'cookie');
  throwing(
    Navigator.prototype,
    'mediaSession',
    'serviceWorker',
    'permissions',
    'sendBeacon',
    'locks',
    'storage',
  );
  throwing(CSS, 'highlights');
  for (const name of ['matchMedia', 'requestIdleCallback'] as const)
    Object.defineProperty(window, name, { value: denied(name) });
}

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'where everything that can throw does': (page) => page.addInitScript(refuse),
  // As the guide recommends for foreign pages: an opaque origin, without storage.
  'in a sandboxed frame': async () => {},
};

for (const [where, prepare] of Object.entries(ways))
  for (const [what, change] of Object.entries({
    'with consent': { provider: 'always' },
    without: { provider: 'never' },
  } satisfies Record<string, ConfigChange['consent']>))
    test(`the player plays and reports statistics ${where}, ${what}`, async ({ page, stage }) => {
      await prepare(page);
      const server = serveEvents(stage, '/ev-refused');
      const item = stage.item({
        seconds: 3,
        highlight: `${stage.service.url}/words`,
        transcript: `${stage.service.url}/transcript`,
      });
      stage.configure(
        'refused',
        stage.config({ channel: { version: 4 }, consent: change, items: [item], eventsUrl: server.url }),
      );
      const address = stage.page('/refused', stage.embed('refused'), { headers: open });
      const isFramed = where.includes('frame');
      await page.goto(
        isFramed
          ? stage.page(
              '/around',
              `<iframe src="${address}" sandbox="allow-scripts" width="640" height="200"></iframe>`,
              { headers: open },
            )
          : address,
      );
      const player = isFramed ? page.frameLocator('iframe').locator('parlance-audio') : players(page);
      await server.heard('load');
      await server.heard('seen');
      await player.getByRole('button', { name: /^Play:/ }).click();
      await server.heard('play');
      if (!isFramed) await plays(page, 'first');
      await player.getByRole('button', { name: /^Playback speed/ }).click();
      await player.getByRole('button', { name: '2×', exact: true }).click();
      await expect.poll(async () => (await stateOf(player))['rate']).toBe(2);
      await server.heard('finished');
      expect(server.told('progress').map(({ v }) => v)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
      // Again after the end is another play.
      await player.getByRole('button', { name: /^Play:/ }).click();
      await server.heard('play', 2);
      expect(server.told('resume')).toEqual([]);
    });
