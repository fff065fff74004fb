import { done, openWithAds, play } from '../ad-page.ts';
import { serveAds } from '../ad-server.ts';
import { stateOf } from '../player-page.ts';
import { serveEvents } from '../told-events.ts';
import { expect, hear, test } from './heard-sound.ts';

test('an ad plays before the article, which continues after it, and all of it is reported', async ({
  page,
  stage,
}) => {
  const server = serveAds(stage);
  const events = serveEvents(stage, '/ev-ads');
  const tag = server.tag('inline', server.inline({ seconds: 2, duration: '00:00:02' }));
  const player = await openWithAds(page, stage, [tag], { eventsUrl: events.url });
  await play(player);
  await hear(page, 'next');
  await expect(player.getByRole('group', { name: 'Advertisement' })).toBeVisible();
  await expect.poll(() => stateOf(player)).toMatchObject({ phase: 'held', time: 0, ad: { duration: 2 } });
  await hear(page, 'first');
  await expect(player.getByRole('group', { name: 'Advertisement' })).toBeHidden();
  expect(await stateOf(player)).toMatchObject({ phase: 'playing', ad: null });
  await expect.poll(() => server.tracked).toContain('complete');
  expect(server.tracked.toSorted()).toEqual(
    [
      'impression',
      'start',
      'firstQuartile',
      'one-second',
      'midpoint',
      'thirdQuartile',
      'complete',
    ].toSorted(),
  );
  const report = await done(server);
  expect(report).toMatchObject({ status: 'done', provider: 'rmsi', unit: 'ad-1' });
  expect(report.seconds).toBeGreaterThan(1.5);
  expect(server.reports[0]).toMatchObject({ kind: 'uc', status: 'requested', id: report.id });
  await events.heard('enhanced');
  const told = events.events.filter(({ ac }) => ac.startsWith('enhanc')).map(({ ac, v }) => `${ac} ${v}`);
  expect(told).toEqual(['enhance 0', 'enhancing 25', 'enhancing 50', 'enhancing 75', 'enhanced 100']);
});
