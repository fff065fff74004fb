import type { Locator, Page } from '@playwright/test';
import type { PlayerConfig, PlayerItem } from '../../client/player/player-config.ts';
import { playerFeaturesWords } from '../../server/areas/channels/player/generated/player-features-words.ts';
import { readableByAll } from '../../server/lib/requests/public-cors.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, players, plays, test } from './player-page.ts';
import type { ConfigChange, Stage } from './publisher-pages.ts';
import { request } from './steering.ts';

interface Report {
  address: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Opens a page whose player takes reports. @returns the player, and the reports that the server gets */
async function openPage(
  page: Page,
  stage: Stage,
  slug: string,
  {
    item,
    attributes,
    status = 204,
    ...change
  }: ConfigChange & { item?: Partial<PlayerItem>; attributes?: string; status?: number } = {},
): Promise<{ player: Locator; reports: Report[] }> {
  const reports: Report[] = [];
  stage.service.set(`/player/${slug}/reports`, async (asked, response) => {
    let body = '';
    for await (const part of asked) body += String(part);
    reports.push({ address: asked.url!, body, headers: asked.headers });
    response.writeHead(status, readableByAll()).end();
  });
  const channel = {
    slug,
    version: 3 as const,
    features: ['pronunciationReports' as const],
    ...change.channel,
  };
  stage.configure(slug, stage.config({ ...change, items: [stage.item(item)], channel }));
  await page.goto(stage.page(`/${slug}`, stage.embed(slug, attributes)));
  const player = players(page);
  await player.locator('.play').waitFor();
  return { player, reports };
}
const more = (player: Locator): Locator => player.getByRole('button', { name: 'More', exact: true });
const entry = (player: Locator): Locator => player.getByRole('button', { name: /^Report pronunciation/ });

for (const version of [2, 3, 4] as const)
  test(`version ${version}: a listener reports where they are, by keyboard, and is told`, async ({
    page,
    stage,
  }) => {
    const { player, reports } = await openPage(page, stage, `report-${version}`, {
      channel: { version },
      item: { id: 17, au: 'audio17' },
    });
    // Version 4 unfolds with the first play.
    await player.getByRole('button', { name: /^Play:/ }).click();
    await plays(page, 'first');
    await request(player, { type: 'pause' });
    await request(player, { type: 'seek', to: 8 });
    await more(player).focus();
    await page.keyboard.press('Enter');
    await expect(entry(player)).toHaveText('Report pronunciation at 0:08');
    await expectAccessible(page, { within: '.parlance-player' });
    await entry(player).focus();
    await page.keyboard.press('Enter');
    const outcome = player.getByRole('button', { name: 'Thank you. The editors will check it.' });
    await expect(outcome).toBeFocused();
    await expect(player.getByRole('status')).toHaveText('Thank you. The editors will check it.');
    await expectAccessible(page, { within: '.parlance-player' });
    // Pressed again, it sends nothing more.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(more(player)).toBeFocused();
    await player.getByRole('button', { name: /^Play:/ }).click();
    await plays(page, 'first');
    expect(reports.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { audio: 'audio17', positionMs: 8_000 },
    ]);
    expect(reports[0]!.address).toBe(`/player/report-${version}/reports?article=17`);
    expect(reports[0]!.headers).not.toHaveProperty('cookie');
    expect(reports[0]!.headers['content-type']).toMatch(/^text\/plain/);
  });

test('subscribers’ requests are signed like those for the audio', async ({ page, stage }) => {
  const { player, reports } = await openPage(page, stage, 'report-signed', {
    item: { id: 5 },
    attributes: 'data-article="5" data-timestamp="1700000000" data-signature="abc"',
  });
  await more(player).click();
  await entry(player).click();
  await expect
    .poll(() => reports.map(({ address }) => address))
    .toEqual(['/player/report-signed/reports?article=5&timestamp=1700000000&signature=abc']);
});

test('a report that fails can be sent again', async ({ page, stage }) => {
  const { player, reports } = await openPage(page, stage, 'report-failing', { status: 429 });
  await more(player).click();
  await entry(player).click();
  const failed = player.getByRole('button', { name: 'Couldn’t send the report. Try again in a moment.' });
  await failed.click();
  await expect.poll(() => reports.length).toBe(2);
  await expect(failed).toBeEnabled();
});

test('nothing is offered for a teaser, nor without the switch', async ({ page, stage }) => {
  const teaser = await openPage(page, stage, 'report-teaser', { item: { teaser: true } });
  await expect(more(teaser.player)).toBeHidden();
  const without = await openPage(page, stage, 'report-off', { channel: { features: ['loop'] } });
  await more(without.player).click();
  await expect(without.player.getByRole('button', { name: 'Repeat' })).toBeVisible();
  await expect(entry(without.player)).toHaveCount(0);
});

test('it is offered in each language of the player', async ({ page, stage }) => {
  const languages = Object.keys(playerFeaturesWords) as PlayerConfig['language'][];
  expect(languages).toHaveLength(12);
  for (const language of languages) {
    const { player } = await openPage(page, stage, `report-${language}`, { language });
    const words = playerFeaturesWords[language];
    await player.getByRole('button', { name: words.more, exact: true }).click();
    const name = words.reportPronunciation.replace('{time}', '0:00');
    await player.getByRole('button', { name, exact: true }).click();
    await expect(player.getByRole('status')).toHaveText(words.reportSent);
  }
});
