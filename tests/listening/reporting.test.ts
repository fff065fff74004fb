import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { prepareDay, dayOf } from '../../server/areas/listening/listening/partitions.ts';
import type { EventRefusal } from '../../server/areas/listening/listening/event-actions.ts';
import { useServer } from '../support/server.ts';
import type { Newsroom } from '../support/factories.ts';
import { browser, eventId, report } from './reporting.ts';

const server = useServer({});
let newsroom: Newsroom;
let au: string;

beforeEach(async () => {
  newsroom = await server.make.newsroom();
  au = newsroom.audio.version;
});

const send = (body: unknown, options?: Parameters<typeof report>[2]) => report(server.url, body, options);
const kept = () => server.app.db.prisma.playerEvent.findMany({ orderBy: { id: 'asc' } });
/** What was refused, once it is written. */
const refused = async (expected: Record<string, number>) =>
  expect
    .poll(async () =>
      Object.fromEntries(
        (await server.app.db.prisma.refusedEvents.findMany()).map(({ reason, count }) => [reason, count]),
      ),
    )
    .toEqual(expected);

describe('an event', () => {
  test('is stored with all its fields', async () => {
    const { project, article } = newsroom;
    const channel = await server.app.db.prisma.channel.create({
      data: { projectId: project.id, type: 'player', slug: `kept-${au.slice(0, 8)}` },
    });
    const before = Date.now();
    const { status, body } = await send({
      ac: 'progress',
      au,
      v: 10,
      u: 'abc_DEF-1',
      x: 12.5,
      y: 99,
      ct: 12.345,
      d: 123.4,
      res: 'https://example.com/a?who=me#x',
      status: 'playing',
      id: '0123456789abcdefghijkA',
      age: 2_000,
      c: channel.slug,
      a: article.id,
      rate: 1.5,
      h: [
        [0, 2.5],
        [10, 12.3],
      ],
    });
    expect([status, body]).toEqual([200, { u: 'abc_DEF-1' }]);
    const [event, ...others] = await kept();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      action: 'progress',
      projectId: project.id,
      articleId: article.id,
      channelId: channel.id,
      percent: 10,
      positionMs: 12_345,
      durationMs: 123_400,
      heardMs: 4_800,
      heard: [0, 2_500, 10_000, 12_300],
      x: 12.5,
      y: 99,
      rate: 1.5,
      status: 'playing',
      page: 'https://example.com/a',
      listener: expect.any(BigInt),
    });
    expect(Buffer.from(event!.id.replaceAll('-', ''), 'hex').toString('base64url')).toBe(
      '0123456789abcdefghijkA',
    );
    expect(event!.at.getTime()).toBeGreaterThanOrEqual(before - 2_000);
    expect(event!.at.getTime()).toBeLessThanOrEqual(Date.now() - 2_000);
    expect(
      JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('127.0.0.1');
  });

  test('can be sent as JSON, text, a form or in the URL', async () => {
    expect((await send({ ac: 'seen', au }, { headers: { 'content-type': 'application/json' } })).status).toBe(
      200,
    );
    expect((await send({ ac: 'seen', au })).status).toBe(200);
    expect(
      (await send(`ac=seen&au=${au}`, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(200);
    expect((await send('', { path: `/ev?ac=seen&au=${au}` })).status).toBe(200);
    expect(
      (await send({ au: `https://cdn.example/download/audio/${au}.mp3` }, { path: '/ev?ac=seen' })).status,
    ).toBe(200);
    expect((await kept()).map(({ action, articleId }) => [action, articleId])).toEqual(
      Array(5).fill(['seen', newsroom.article.id]),
    );
  });

  test('does not identify listeners without consent', async () => {
    expect((await send({ ac: 'play', au })).body).toEqual({});
    const given = (await send({ ac: 'play', au, u: '' })).body as { u: string };
    expect(given.u).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await send({ ac: 'play', au, u: given.u })).body).toEqual(given);
    const listeners = (await kept()).map(({ listener }) => listener);
    expect(listeners.filter((listener) => listener === null)).toHaveLength(1);
    expect(new Set(listeners).size).toBe(2);
  });

  test('in a list is validated on its own', async () => {
    const { status, body } = await send([
      { ac: 'seen', au, u: '' },
      { ac: 'nonsense', au },
      null,
      { ac: 'play', au, u: '' },
    ]);
    expect([status, body]).toEqual([200, { u: expect.stringMatching(/./) }]);
    expect((await kept()).map(({ action }) => action).sort()).toEqual(['play', 'seen']);
    expect(new Set((await kept()).map(({ listener }) => listener)).size).toBe(1);
    await refused({ malformed: 2 });
  });

  test('is independent of other events in its list', async () => {
    const fields = [
      [{}, {}, {}],
      [{}, { x: 1, y: 2 }, {}, { rate: 1.5 }, { x: 0, y: 0, rate: 0.5 }],
      [{ rate: 2 }, { rate: null }, { y: 3 }],
    ];
    for (const list of fields) {
      const { status } = await send(list.map((one, number) => ({ ac: 'seen', au, v: number, ...one })));
      expect(status).toBe(200);
      const events = await server.app.db.prisma.playerEvent.findMany({ orderBy: { percent: 'asc' } });
      const absent = { x: null, y: null, rate: null };
      expect(events.map(({ percent, x, y, rate }) => ({ percent, x, y, rate }))).toEqual(
        list.map((one, percent) => ({ percent, ...absent, ...one })),
      );
      await server.app.db.pool.query('TRUNCATE "PlayerEvent"');
    }
  });

  test.each(['at once', 'in pieces'])(
    'is stored even if the client sends it %s and hangs up',
    async (how) => {
      const body = JSON.stringify({ ac: 'play', au, id: eventId() });
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const head = `POST /ev HTTP/1.1\r\nhost: localhost\r\nuser-agent: ${browser}\r\ncontent-length: ${body.length}\r\n\r\n`;
      if (how === 'at once') socket.end(head + body);
      else {
        socket.setNoDelay();
        for (const piece of [head.slice(0, 20), head.slice(20), body.slice(0, 5)]) {
          await new Promise((resolve) => socket.write(piece, resolve));
          await server.app.db.pool.query('SELECT 1');
        }
        socket.end(body.slice(5));
      }
      socket.resume();
      await once(socket, 'close');
      await expect.poll(async () => (await kept()).length).toBe(1);
    },
  );

  test('can be sent from any page with or without a preflight request', async () => {
    const { headers } = await send({ ac: 'seen', au }, { headers: { origin: 'https://www.example.com' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://www.example.com');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    const asked = await fetch(`${server.url}/ev`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type']);
    expect((await fetch(`${server.url}/ev`)).status).toBe(405);
  });
});

const age = 8 * 86_400_000;
const overlapping = [0, 4].map((start) => [start, start + 5]);
const impossible: [what: string, body: unknown, status: number, reason: EventRefusal][] = [
  ['no JSON', '{"ac":', 400, 'malformed'],
  ['nothing', '', 400, 'malformed'],
  ['a number', '7', 400, 'malformed'],
  ['an empty list', [], 400, 'malformed'],
  ['a list that is too long', Array(51).fill({ ac: 'seen' }), 400, 'malformed'],
  ['an unknown action', { ac: 'explode' }, 400, 'malformed'],
  ['no action', {}, 400, 'malformed'],
  ['an action of the prototype', { ac: 'constructor' }, 400, 'malformed'],
  ['more than all of it', { ac: 'progress', v: 101 }, 400, 'absurd'],
  ['no number', { ac: 'progress', v: 'ten' }, 400, 'absurd'],
  ['a click outside', { ac: 'play', x: -1, y: 5 }, 400, 'absurd'],
  ['a position beyond the end', { ac: 'pause', ct: 500, d: 100 }, 400, 'absurd'],
  ['longer than a day', { ac: 'pause', d: 1e9 }, 400, 'absurd'],
  ['hearing backwards', { ac: 'pause', d: 100, h: [[5, 4]] }, 400, 'absurd'],
  ['hearing it twice at once', { ac: 'pause', d: 100, h: overlapping }, 400, 'absurd'],
  ['hearing what is not there', { ac: 'pause', d: 100, h: [[0, 1_000]] }, 400, 'absurd'],
  ['no stretches', { ac: 'pause', h: 'all' }, 400, 'absurd'],
  ['a listener of 65 characters', { ac: 'play', u: 'u'.repeat(65) }, 400, 'absurd'],
  ['a listener that is markup', { ac: 'play', u: '<script>' }, 400, 'absurd'],
  ['an id that is a path', { ac: 'play', id: '../../etc' }, 400, 'absurd'],
  ['from before yesterday week', { ac: 'play', age }, 200, 'late'],
  ['a clock put back', { ac: 'play', age: -31_536_000_000 }, 400, 'absurd'],
  ['an article that is not there', { ac: 'play', a: 99_999, au: '' }, 200, 'unknown'],
  ['a channel that is gone', { ac: 'play', c: 'gone' }, 200, 'unknown'],
  ['sound that is nobody’s', { ac: 'play', au: 'nobodys' }, 200, 'unknown'],
  ['neither article nor channel', { ac: 'load', au: '' }, 200, 'unknown'],
];

describe('invalid events are refused and counted separately:', () => {
  // Counts are gathered for a second, which one call for each would be waited for.
  test.each([...Map.groupBy(impossible, ([, , , reason]) => reason)])('%s', async (reason, cases) => {
    for (const [what, body, status] of cases) {
      const isEvent = typeof body === 'object' && body !== null && !Array.isArray(body);
      const answer = await send(isEvent ? { au, ...body } : body);
      expect.soft([answer.status, await kept()], what).toEqual([status, []]);
      if (status === 400)
        expect
          .soft(answer.body, what)
          .toEqual({ result: 'fail', message: 'This is not an event of a player.' });
    }
    await refused({ [reason]: cases.length });
  });

  test('an event of 1 MB, and an endless one', async () => {
    expect((await send({ ac: 'play', au, res: 'x'.repeat(1_000_000) })).status).toBe(413);
    await expect(send({ ac: 'play', au, res: 'x'.repeat(5_000_000) })).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  test('a page URL of 10 kB, whose beginning is stored', async () => {
    const long = `https://example.com/${'ä'.repeat(10_000)}`;
    expect((await send({ ac: 'play', au, res: long })).status).toBe(200);
    expect(
      (await send('', { path: `/ev?ac=play&au=${au}&res=${encodeURIComponent(long).slice(0, 10_000)}` }))
        .status,
    ).toBe(200);
    for (const { page } of await kept()) expect(page).toMatch(/^https:\/\/example\.com\/ä{200,280}$/);
  });

  test('characters that the database refuses do not affect other events', async () => {
    for (const res of [
      'https://example.com/\u0000',
      'https://example.com/\ud800',
      'https://example.com/"\\{},NULL',
      'javascript:alert(1)',
    ])
      expect((await send({ ac: 'seen', au, res, status: 'NULL' })).status).toBe(200);
    expect((await kept()).map(({ page }) => page).sort()).toEqual(
      ['https://example.com/', 'https://example.com/"\\{},NULL', 'https://example.com/\ufffd', null].sort(),
    );
  });
});

describe('events not from listeners are counted separately, and not reported to the client', () => {
  test('programs', async () => {
    for (const agent of [
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
      'curl/8.5.0',
      'Mozilla/5.0 HeadlessChrome/140.0.0.0',
      '',
    ])
      expect((await send({ ac: 'play', au }, { headers: { 'user-agent': agent } })).status).toBe(200);
    expect(await kept()).toEqual([]);
    await refused({ bot: 4 });
  });

  test('pages of other sites, but not the publisher’s own on any host', async () => {
    const from = (origin: string) => send({ ac: 'play', au }, { headers: { origin } });
    for (const origin of [
      'https://example.com',
      'http://www.example.com:8080',
      'https://m.example.com',
      'https://example-com.cdn.ampproject.org',
    ])
      expect((await from(origin)).status).toBe(200);
    expect((await from(server.app.config.publicUrl)).status).toBe(200);
    expect(await kept()).toHaveLength(5);
    for (const origin of [
      'https://thief.example',
      'https://notexample.com',
      'https://example.com.thief.example',
      'https://thief-example.cdn.ampproject.org',
    ])
      expect((await from(origin)).status).toBe(200);
    // A frame without an origin is judged by the page that it names.
    await send({ ac: 'play', au, res: 'https://thief.example/copy' }, { headers: { origin: 'null' } });
    expect(await kept()).toHaveLength(5);
    await refused({ foreign: 5 });
  });
});

describe('a replay', () => {
  test('is counted once', async () => {
    const event = { ac: 'play', au, id: eventId() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await send([event, event])).toMatchObject({ status: 200 });
    expect(await kept()).toHaveLength(1);
    await refused({ replay: 21 });
  });

  test('is counted once on later days, too', async () => {
    const { db } = server.app;
    const event = { ac: 'play', au, id: eventId() };
    await send(event);
    const dayBefore = dayOf(Date.now() - 2 * 86_400_000);
    await prepareDay(db, dayBefore);
    await db.prisma.$executeRawUnsafe(
      `UPDATE "PlayerEvent" SET "day" = '${dayBefore}', "at" = "at" - interval '2 days'`,
    );
    // Its player has been offline since, and never received the confirmation.
    await send({ ...event, age: 2 * 86_400_000 });
    await send({ ...event, id: eventId(), age: 2 * 86_400_000 });
    expect(await kept()).toHaveLength(2);
    await refused({ replay: 1 });
  });
});

test('a flood of forged events is limited by its network’s rate limit, and others are not affected', async () => {
  const forge = (network: string) =>
    send(
      Array.from({ length: 50 }, () => ({ ac: 'play', au, id: eventId(), u: eventId() })),
      { headers: { 'x-forwarded-for': network } },
    );
  const answers: number[] = [];
  for (let round = 0; round < 40; round++)
    answers.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => forge('203.0.113.7')))).map(
        ({ status }) => status,
      ),
    );
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  const taken = answers.filter((status) => status === 200).length * 50;
  expect(taken).toBeGreaterThanOrEqual(600);
  expect(taken).toBeLessThan(2_000);
  expect(await kept()).toHaveLength(taken);
  await refused({ flood: 20_000 - taken });
  expect((await forge('203.0.113.8')).status).toBe(200);
  // All addresses of one network are one.
  const household = await Promise.all(
    Array.from({ length: 30 }, (_, host) => forge(`2001:db8:1:2::${host + 1}`)),
  );
  expect(household.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
});

describe('ads', () => {
  test('that were requested and finished are counted once', async () => {
    const { app } = server;
    const id = eventId();
    const ad = { id, au, provider: 'parlance', res: 'https://example.com/a' };
    expect((await send({ ...ad, status: 'requested' }, { path: '/enhance/uc' })).status).toBe(200);
    const [asked] = await app.db.prisma.adUse.findMany();
    expect(asked).toMatchObject({
      articleId: newsroom.article.id,
      provider: 'parlance',
      status: null,
      doneAt: null,
      requestedAt: expect.any(Date),
    });
    const done = { ...ad, unit: 'unit-7', seconds: 14.5, status: 'done' };
    for (let time = 0; time < 2; time++)
      expect((await send(done, { path: '/enhance/done' })).status).toBe(200);
    expect((await send({ ...done, status: 'failed' }, { path: '/enhance/done' })).status).toBe(200);
    const [use, ...others] = await app.db.prisma.adUse.findMany();
    expect([use, others]).toMatchObject([
      {
        status: 'done',
        unit: 'unit-7',
        seconds: 14.5,
        doneAt: expect.any(Date),
        requestedAt: asked!.requestedAt,
      },
      [],
    ]);
  });

  test.each(['/enhance/uc', '/enhance/done'])('can be reported without an ad, at %s', async (path) => {
    const answer = await fetch(server.url + path, { method: 'POST', headers: { 'user-agent': browser } });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await server.app.db.prisma.adUse.count()).toBe(0);
  });

  test.each([
    ['/enhance/done', { status: 'exploded' }],
    ['/enhance/done', { status: 'done', seconds: -1 }],
    ['/enhance/uc', { provider: ['x'] }],
    ['/enhance/uc', 7],
    ['/enhance/uc', { provider: 'x'.repeat(1_000) }],
  ])('are refused: %s %j', async (path, body) => {
    expect((await send(typeof body === 'number' ? body : { au, ...body }, { path })).status).toBe(400);
    expect(await server.app.db.prisma.adUse.count()).toBe(0);
  });
});

test('the user agent of the tests is that of a browser', async () => {
  expect((await send({ ac: 'seen', au }, { headers: { 'user-agent': browser } })).status).toBe(200);
  expect(await kept()).toHaveLength(1);
});
