import type { Page } from '@playwright/test';
import { expect, players, stateOf, test } from './player-page.ts';
import type { ConfigChange, Stage } from './publisher-pages.ts';
import { serveEvents } from './told-events.ts';

/** Scripts of the publisher's own, which the strict policy of the other tests would refuse. */
const open = { 'content-security-policy': "default-src * 'unsafe-inline'" };
const message = 'Bitte akzeptieren Sie Cookies, um diesen Artikel zu hören.';
const given = { 1: true, 8: true, 10: true };

/** A consent platform as the framework describes it: `answer(...)` is what the visitor does. */
const platform = `<script>
  const listeners = new Map();
  let data = { eventStatus: 'cmpuishown', gdprApplies: true, purpose: { consents: {} }, vendor: { consents: {} } };
  let last = 0;
  window.__tcfapi = (command, version, callback, id) => {
    if (command === 'addEventListener') { listeners.set(++last, callback); callback({ ...data, listenerId: last }, true); }
    if (command === 'removeEventListener') { listeners.delete(id); callback(true); }
    if (command === 'getTCData') callback(data, true);
  };
  window.listeners = listeners;
  window.answer = (eventStatus, vendor, purposes) => {
    data = { eventStatus, gdprApplies: true, purpose: { consents: purposes }, vendor: { consents: { 1181: vendor } } };
    for (const [listenerId, callback] of listeners) callback({ ...data, listenerId }, true);
  };
</script>`;

const answer = (page: Page, status: string, vendor: boolean, purposes: object = given): Promise<void> =>
  page.evaluate(([s, v, p]) => (window as unknown as { answer(...all: unknown[]): void }).answer(s, v, p), [
    status,
    vendor,
    purposes,
  ] as const);
const stored = (page: Page) =>
  page.evaluate(() => ({ cookie: document.cookie, kept: Object.keys(localStorage) }));
const cookieNames = async (page: Page): Promise<string[]> =>
  (await page.context().cookies()).map(({ name }) => name);

function configure(stage: Stage, slug: string, change: ConfigChange) {
  const server = serveEvents(stage, `/ev-${slug}`);
  stage.configure(
    slug,
    stage.config({
      ...change,
      eventsUrl: server.url,
      channel: { slug },
      consent: { provider: 'iab', vendorId: 1181, placeholder: true, message, ...change.consent },
    }),
  );
  return server;
}

test('until the visitor consents, a message replaces the player, and nothing is stored or identifies them', async ({
  page,
  stage,
}) => {
  const ads = { provider: 'rmsi' as const, tags: [`${stage.service.url}/vast`], interval: 10, lengthS: 15 };
  const server = configure(stage, 'tcf', { ads });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(stage.page('/tcf', `${platform}<h1>Harbour</h1>${stage.embed('tcf')}`, { headers: open }));
  const player = players(page);
  await expect(player.getByText(message)).toBeVisible();
  await expect(player.getByRole('button', { name: /^Play:/ })).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);
  // The vendor without its purposes, and the purposes without the vendor, are no consent.
  await answer(page, 'useractioncomplete', true, { ...given, 8: false });
  await expect.poll(async () => (await stateOf(player))['consent']).toBe(false);
  await answer(page, 'useractioncomplete', false);
  await expect(player.getByText(message)).toBeVisible();
  expect(await stored(page)).toEqual({ cookie: '', kept: [] });
  expect(await cookieNames(page)).toEqual([]);
  // Behind the message nothing is counted, and nothing is fetched of what only listeners need.
  expect(server.events).toEqual([]);
  expect(
    loaded.filter((url) => /vast|\/ads-|play-vast|ima|\/deferred-services-|\.wav|\/ev-/.test(url)),
  ).toEqual([]);

  await answer(page, 'useractioncomplete', true);
  await expect(player.getByText(message)).toBeHidden();
  await server.heard('seen');
  await player.getByRole('button', { name: /^Play:/ }).click();
  expect(await server.heard('play')).toHaveProperty('u');
  await expect.poll(() => cookieNames(page)).toEqual(['btacv3']);
  await expect.poll(async () => (await stored(page)).kept.length).toBeGreaterThan(0);

  // After the withdrawal all of it is deleted, and later events identify no one.
  const before = server.events.length;
  await answer(page, 'useractioncomplete', false);
  await expect(player.getByText(message)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ cookie: '', kept: [] });
  // Playing audio stops, because it could not be stopped behind the message.
  await expect.poll(async () => (await stateOf(player))['wanted']).toBe(false);
  await server.heard('close');
  await page.goto('about:blank');
  await expect.poll(() => server.events.length).toBeGreaterThan(before);
  expect(server.events.slice(before).every((event) => !('u' in event))).toBe(true);
});

test('a consent platform that loads late is found; without one there is no consent', async ({
  page,
  stage,
}) => {
  configure(stage, 'late', {});
  await page.goto(stage.page('/late', stage.embed('late'), { headers: open }));
  const player = players(page);
  await expect(player.getByText(message)).toBeVisible();
  expect((await stateOf(player))['consent']).not.toBe(true);
  await page.evaluate((script) => {
    const made = document.createElement('script');
    made.textContent = script.replace(/<\/?script>/g, '');
    document.head.append(made);
  }, platform);
  await expect
    .poll(() =>
      page.evaluate(() => (window as unknown as { listeners?: Map<number, unknown> }).listeners?.size),
    )
    .toBe(1);
  await answer(page, 'tcloaded', true);
  await expect.poll(async () => (await stateOf(player))['consent']).toBe(true);
});

test('in a cross-origin frame, consent comes from the surrounding page’s platform', async ({
  page,
  stage,
}) => {
  configure(stage, 'framed', {});
  const frame = stage.page('/framed', stage.embed('framed'), { headers: open });
  // The same server under another name is another origin.
  const around = stage.page(
    '/around',
    `<iframe name="__tcfapiLocator" hidden></iframe>${platform}<script>
      addEventListener('message', ({ data, source }) => {
        const call = data && data.__tcfapiCall;
        if (call) __tcfapi(call.command, call.version, (returnValue, success) =>
          source.postMessage({ __tcfapiReturn: { returnValue, success, callId: call.callId } }, '*'), call.parameter);
      });
    </script><iframe id="article" src="${frame}" width="600" height="300"></iframe>`,
    { headers: open },
  );
  await page.goto(around.replace('127.0.0.1', 'localhost'));
  const player = page.frameLocator('#article').locator('parlance-audio');
  await expect(player.getByText(message)).toBeVisible();
  await answer(page, 'tcloaded', true);
  await expect(player.getByText(message)).toBeHidden();
  expect((await stateOf(player))['consent']).toBe(true);
  await answer(page, 'useractioncomplete', false);
  await expect(player.getByText(message)).toBeVisible();
});

test('the consent manager is queried for its service', async ({ page, stage }) => {
  configure(stage, 'manager', { consent: { provider: 'manager', managerId: 's1604' } });
  const manager = `<script>
    const heard = [];
    let data = { vendorConsents: { s1604: false } };
    window.__cmp = (command, parameter) => {
      if (command === 'getCMPData') return data;
      if (command === 'addEventListener') heard.push(parameter);
    };
    window.choose = (s1604) => { data = { vendorConsents: { s1604 } }; for (const [event, hear] of heard) if (event === 'consent') hear(event, {}); };
  </script>`;
  await page.goto(stage.page('/manager', `${manager}${stage.embed('manager')}`, { headers: open }));
  const player = players(page);
  await expect(player.getByText(message)).toBeVisible();
  const choose = (agrees: boolean): Promise<void> =>
    page.evaluate(
      (wanted) => (window as unknown as { choose(agrees: boolean): void }).choose(wanted),
      agrees,
    );
  await choose(true);
  await expect(player.getByText(message)).toBeHidden();
  await choose(false);
  await expect(player.getByText(message)).toBeVisible();
});

test('a failing consent platform does not break the page', async ({ page, stage, complaints }) => {
  configure(stage, 'broken', {});
  const broken = `<script>
    window.__tcfapi = (command, version, callback) => {
      callback(null, true); callback({ get eventStatus() { throw new Error('eventStatus'); } }, true);
      throw new Error('__tcfapi');
    };
  </script>`;
  await page.goto(stage.page('/broken', `${broken}${stage.embed('broken')}`, { headers: open }));
  const player = players(page);
  await expect(player.getByText(message)).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /consent-/.test(name)),
  );
  expect((await stateOf(player))['consent']).not.toBe(true);
  expect(complaints).toEqual([]);
});
