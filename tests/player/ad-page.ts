import type { Locator, Page } from '@playwright/test';
import type { AdServer } from './ad-server.ts';
import { expect, players } from './player-page.ts';
import type { ConfigChange, Stage } from './publisher-pages.ts';

/** Opens a page whose player has advertisements, when what plays them has loaded. */
export async function openWithAds(
  page: Page,
  stage: Stage,
  tags: string[],
  change: ConfigChange = {},
  headers = {},
): Promise<Locator> {
  const config = stage.config({
    ads: { provider: 'rmsi', tags, interval: 10, lengthS: 15 },
    ...change,
    channel: { slug: 'ads', ...change.channel },
  });
  stage.configure('ads', config);
  const loaded = page.waitForResponse(/play-vast-|\/ima-/);
  await page.goto(stage.page('/ads', `<h1>Harbour</h1>${stage.embed('ads')}<p>Text</p>`, { headers }));
  const player = players(page);
  await expect(player).toBeVisible();
  await (await loaded).finished();
  return player;
}

export const play = (player: Locator): Promise<void> =>
  player.getByRole('button', { name: /^Play:/ }).click();

/** What the player reports at an advertisement's end. */
export const done = async (server: AdServer): Promise<AdServer['reports'][number]> => {
  await expect.poll(() => server.reports.filter(({ kind }) => kind === 'done').length).toBe(1);
  return server.reports.find(({ kind }) => kind === 'done')!;
};
