import { beforeEach, describe, expect, test } from 'vitest';
import { storeFindings } from '../../server/areas/review/review/store-findings.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { browser } from './ask-player.ts';

const server = useServer();
const text = 'Title\nThe harbour opens. Boats leave for Zürich. Gulls stay.';
/** A word each second. */
const timings = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }, second) => ({
  start: index,
  length: word.length,
  startMs: second * 1_000,
  endMs: second * 1_000 + 900,
}));
let room: Newsroom;
let slug: string;
let version: string;

beforeEach(async () => {
  room = await server.make.newsroom();
  ({ slug } = await server.make.channel(room.project.id, {
    type: 'player',
    settings: { version: 3, pronunciationReports: true },
  }));
  ({ version } = await server.make.audio(room.article.id, { text, timings, durationMs: 12_000 }));
});

const db = () => server.app.db.prisma;
const say = (positionMs: unknown, audio: unknown = version): string => JSON.stringify({ audio, positionMs });

interface Sent {
  from?: string;
  agent?: string;
  to?: string;
  article?: number;
  query?: Record<string, string>;
}

async function send(body: string, { from = '198.51.100.1', agent = browser, ...sent }: Sent = {}) {
  const query = new URLSearchParams({ article: String(sent.article ?? room.article.id), ...sent.query });
  const answer = await fetch(`${server.url}/player/${sent.to ?? slug}/reports?${query}`, {
    method: 'POST',
    body,
    headers: { 'user-agent': agent, 'x-forwarded-for': from, origin: 'https://paper.example' },
  });
  // The page's own scripts may read the result.
  if (answer.status !== 413) expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return answer;
}
const status = async (body: string, sent?: Sent): Promise<number> => (await send(body, sent)).status;

/** What reviewers see. */
async function findings() {
  const token = await server.signIn(room.maintainer);
  const { data, errors } = await server.graphql(
    `query ($id: ID!) { article(id: $id) { qaStatus
      findings { position kind severity word sentence startMs endMs reason { message } } } }`,
    { id: room.article.id },
    token,
  );
  expect(errors).toBeUndefined();
  return data!['article'] as { qaStatus: string | null; findings: Record<string, any>[] };
}

test('a report is a finding at the sentence, with the number of listeners', async () => {
  await db().article.update({ where: { id: room.article.id }, data: { qaStatus: 'reviewed' } });
  // "Zürich" is the eighth word; who reports is a second late.
  expect(await status(say(7_900))).toBe(204);
  expect(await findings()).toEqual({
    qaStatus: 'SAMPLED',
    findings: [
      {
        position: 1_000,
        kind: 'LISTENER_REPORT',
        severity: 'WARNING',
        word: null,
        sentence: 'Boats leave for Zürich.',
        startMs: 4_000,
        endMs: 8_000,
        reason: { message: '1 listener reports a wrong pronunciation.' },
      },
    ],
  });
  expect(await status(say(5_500), { from: '198.51.100.2' })).toBe(204);
  expect(await status(say(9_500), { from: '198.51.100.2' })).toBe(204);
  const { findings: found } = await findings();
  expect(found.map(({ sentence, reason }) => [sentence, reason.message])).toEqual([
    ['Boats leave for Zürich.', '2 listeners report a wrong pronunciation.'],
    ['Gulls stay.', '1 listener reports a wrong pronunciation.'],
  ]);
  expect((await db().article.findUniqueOrThrow({ where: { id: room.article.id } })).foundWeight).toBe(6);
});

test('one network counts once for a sentence, and concurrent reports are all counted', async () => {
  for (let attempt = 0; attempt < 3; attempt++) expect(await status(say(6_000))).toBe(204);
  expect((await findings()).findings[0]!['reason'].message).toMatch(/^1 listener /);
  const networks = Array.from({ length: 12 }, (_, network) => `203.0.113.${network + 1}`);
  await Promise.all(networks.map((from) => status(say(6_000), { from })));
  const { findings: found } = await findings();
  expect(found.map(({ reason }) => reason.message)).toEqual(['13 listeners report a wrong pronunciation.']);
});

test('a reviewer resolves it for this audio; later reports do not bring it back', async () => {
  await status(say(6_000));
  const token = await server.signIn(room.maintainer);
  const { data } = await server.graphql(
    'mutation ($input: AcceptFindingInput!) { acceptFinding(input: $input) { __typename } }',
    { input: { article: String(room.article.id), position: 1_000 } },
    token,
  );
  expect(data).toEqual({ acceptFinding: { __typename: 'AcceptFindingSuccess' } });
  await status(say(6_000), { from: '198.51.100.9' });
  expect((await findings()).findings).toEqual([]);
  // New audio is new: its listeners are asked again.
  ({ version } = await server.make.audio(room.article.id, { text, timings, durationMs: 12_000 }));
  await status(say(6_000), { from: '198.51.100.9' });
  expect((await findings()).findings).toHaveLength(1);
});

test('checks that run again leave reports alone', async () => {
  await status(say(6_000));
  await server.app.db.transaction((sql) => storeFindings(sql, version, []));
  expect((await findings()).findings).toMatchObject([{ kind: 'LISTENER_REPORT' }]);
});

test('nothing of the listener is stored', async () => {
  await status(say(6_000), { query: { listener: 'ada', timestamp: '1', signature: 'x' } });
  const rows = await db().finding.findMany();
  expect(rows).toEqual([
    {
      version,
      position: 1_000,
      kind: 'LISTENER_REPORT',
      weight: 3,
      word: null,
      start: 25,
      length: 23,
      sentenceStart: 25,
      sentenceLength: 23,
      startMs: 4_000,
      endMs: 8_000,
      reason: { code: 'FOUND_LISTENER_REPORT', parameters: { listeners: 1 } },
      isRight: false,
    },
  ]);
});

describe('a report is refused', () => {
  const none = async (): Promise<void> => expect(await db().finding.count()).toBe(0);

  test('if the channel does not take any, as at first', async () => {
    const plain = await server.make.channel(room.project.id, { type: 'player', settings: { version: 3 } });
    expect(await status(say(6_000), { to: plain.slug })).toBe(404);
    const playlists = await server.make.channel(room.project.id, { type: 'playlistPlayer', settings: {} });
    expect(await status(say(6_000), { to: playlists.slug })).toBe(404);
    expect(await status(say(6_000), { to: 'nobody' })).toBe(404);
    await none();
  });

  test.each([
    ['deleted', { deletedAt: new Date('2026-01-01') }],
    ['under embargo', { publishAt: new Date('2999-01-01'), isEmbargoed: true }],
    ['without public audio', { audio: null }],
  ])('for an article that is %s', async (_, data) => {
    await db().article.update({ where: { id: room.article.id }, data });
    expect(await status(say(6_000))).toBe(404);
    await none();
  });

  test('for another project’s article, and for audio that is not played any more', async () => {
    const other = await server.make.newsroom();
    const audio = await server.make.audio(other.article.id, { text, timings });
    expect(await status(say(6_000, audio.version), { article: other.article.id })).toBe(404);
    await server.make.audio(room.article.id, { text, timings });
    expect(await status(say(6_000))).toBe(404);
    await none();
  });

  test('for a teaser, and for subscribers’ audio without a signature', async () => {
    await db().project.update({
      where: { id: room.project.id },
      data: { securityEnabled: true, securityKey: 'key' },
    });
    expect(await status(say(6_000))).toBe(404);
    await db().audio.update({ where: { version }, data: { teaser: 'teaser1', teaserMs: 3_000 } });
    expect(await status(say(1_000, 'teaser1'))).toBe(404);
    await none();
  });

  test('with a body that is not a report', async () => {
    const long = 'x'.repeat(129);
    for (const body of [
      '',
      'null',
      '[]',
      '{',
      '{"audio":1,"positionMs":1}',
      say(-1),
      say(1.5),
      say('6000'),
      say(2 ** 31),
      say(null),
      say(6_000, long),
      JSON.stringify({ audio: version, positionMs: 1, comment: 'ada@example.com' }),
    ])
      expect([body, await status(body)]).toEqual([body, 400]);
    expect(await status('x'.repeat(2_000))).toBe(413);
    await none();
  });

  test('from programs', async () => {
    expect(await status(say(6_000), { agent: 'curl/8.0' })).toBe(403);
    await none();
  });

  test('after the channel was deleted', async () => {
    await db().channel.updateMany({ where: { slug }, data: { deletedAt: new Date() } });
    expect(await status(say(6_000))).toBe(410);
  });

  test('from a network that sends too many', async () => {
    const answers = [];
    for (let attempt = 0; attempt < 21; attempt++) answers.push(await send(say(6_000)));
    expect(answers.map((answer) => answer.status).slice(0, 20)).toEqual(Array(20).fill(204));
    expect(answers.at(-1)!.status).toBe(429);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await status(say(6_000), { from: '203.0.113.7' })).toBe(204);
  });
});
