import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { beforeEach, expect, test } from 'vitest';
import { dayOf, prepareDay } from '../../server/areas/listening/listening/partitions.ts';
import { sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { writeEvents, type CountedEvent } from '../../server/areas/listening/listening/write-events.ts';
import {
  reportRequestOf,
  readStatistics,
  reportOf,
} from '../../server/areas/listening/statistics/read-statistics.ts';
import { system } from '../../server/kernel/actor.ts';
import { exportColumns } from '../../server/areas/listening/statistics/export/export-columns.ts';
import { globalId } from '../graphql/calls.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const now = Date.now();
const today = dayOf(now);
const count = 25_000;
let room: Newsroom;
let token: string;
/** Number of created events, for unique ids. */
let made = 0;

const some = (number: number, given: Partial<CountedEvent['reported']> = {}): CountedEvent[] =>
  Array.from({ length: number }, (_, index) => ({
    at: Date.parse(`${today}T00:00:01Z`),
    place: {
      projectId: room.project.id,
      channelId: 0,
      articleId: room.article.id,
      teaser: index % 3 === 0,
      sites: [],
    },
    reported: {
      id: (++made).toString(16).padStart(32, '0'),
      action: index % 2 === 0 ? 'play' : 'progress',
      channel: '',
      article: 0,
      audio: '',
      age: 0,
      u: index % 5 === 0 ? null : `listener ${index % 100}`,
      percent: index % 2 === 0 ? null : 40,
      positionMs: null,
      durationMs: 100_000,
      heardMs: index % 2 === 0 ? 0 : 10_000,
      heard: index % 2 === 0 ? [] : [30_000, 40_000],
      x: null,
      y: null,
      rate: 1.25,
      status: 'playing',
      page: 'https://example.com/"a";b',
      ...given,
    },
  }));

beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  await prepareDay(server.app.db, today);
});

const fetchFile = (file: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/export/${room.project.id}/${file}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const bytesOf = async (file: string, headers: Record<string, string> = {}) => {
  const response = await fetchFile(file, headers);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('events and sums are complete and identical in both formats', async () => {
  for (let at = 0; at < count; at += 2_500) await writeEvents(server.app.db.sql, some(2_500), now);
  await sumListening(server.app);
  const csv = await bytesOf(`events/${today}.csv`);
  expect(csv.response.status).toBe(200);
  expect(csv.response.headers.get('content-disposition')).toContain(`events ${room.project.id} ${today}.csv`);
  const [header, ...lines] = parse(csv.bytes, { delimiter: ';' }) as string[][];
  expect(header).toEqual(exportColumns.events.map(({ name }) => name));
  expect(lines).toHaveLength(count);
  const parquet = await bytesOf(`events/${today}.parquet`);
  expect(parquet.response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  const { buffer, byteOffset, length } = parquet.bytes;
  const rows = await parquetReadObjects({
    file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer,
  });
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((row) => row['id'])).size).toBe(count);
  const plain = (value: unknown): string =>
    value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value);
  for (const index of [0, 1, 10_000, 20_001, count - 1])
    expect(
      header!.map((name) =>
        name === 'day' ? plain(rows[index]![name]).slice(0, 10) : plain(rows[index]![name]),
      ),
    ).toEqual(lines[index]);
  // A listener has a pseudonym that is stable for a day and cannot be traced back.
  const listeners = new Set(rows.map((row) => row['listener']));
  expect(listeners.size).toBe(81);
  expect(
    [...listeners].every(
      (name) => name === undefined || name === null || /^[0-9a-f]{16}$/.test(String(name)),
    ),
  ).toBe(true);

  const hours = await bytesOf(`hours/${today}.parquet`);
  const sums = await parquetReadObjects({
    file: hours.bytes.buffer.slice(
      hours.bytes.byteOffset,
      hours.bytes.byteOffset + hours.bytes.length,
    ) as ArrayBuffer,
  });
  expect(sums).toHaveLength(1);
  expect(sums[0]).toMatchObject({
    plays: rows.filter((row) => row['action'] === 'play').length,
    heard_ms: BigInt(10_000 * (count / 2)),
    reached_40: count / 2,
    project: room.project.id,
  });
  const told = await server.app.db.prisma.securityEntry.findMany({ where: { event: 'EXPORTED' } });
  expect(told).toMatchObject(
    [
      `events ${room.project.id} ${today}.csv`,
      `events ${room.project.id} ${today}.parquet`,
      `hours ${room.project.id} ${today}.parquet`,
    ].map((what) => ({ userId: room.maintainer.id, organizationId: room.organization.id, body: { what } })),
  );
});

test('an interrupted transfer resumes, and restarts if the file has changed', async () => {
  await writeEvents(server.app.db.sql, some(2_000), now);
  await sumListening(server.app);
  for (const file of [`events/${today}.csv`, `events/${today}.parquet`, `hours/${today}.csv`]) {
    const whole = await bytesOf(file);
    const etag = whole.response.headers.get('etag')!;
    const from = Math.floor(whole.bytes.length / 3);
    const rest = await bytesOf(file, { range: `bytes=${from}-`, 'if-range': etag });
    expect([file, rest.response.status, rest.response.headers.get('content-range')]).toEqual([
      file,
      206,
      `bytes ${from}-${whole.bytes.length - 1}/${whole.bytes.length}`,
    ]);
    expect(rest.bytes.equals(whole.bytes.subarray(from))).toBe(true);
    expect((await bytesOf(file, { range: 'bytes=5-9' })).bytes.equals(whole.bytes.subarray(5, 10))).toBe(
      true,
    );
    expect((await fetchFile(file, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchFile(file, { range: `bytes=${whole.bytes.length}-` })).status).toBe(416);
    await writeEvents(server.app.db.sql, some(10), now);
    await sumListening(server.app);
    const anew = await bytesOf(file, { range: `bytes=${from}-`, 'if-range': etag });
    expect(anew.response.status).toBe(200);
    expect(anew.response.headers.get('etag')).not.toBe(etag);
  }
});

test('only API tokens and users who can read the statistics have access', async () => {
  const file = `hours/${today}.csv`;
  const status = async (authorization?: string) =>
    (
      await fetch(`${server.url}/export/${room.project.id}/${file}`, {
        headers: authorization ? { authorization: `Bearer ${authorization}` } : {},
      })
    ).status;
  expect(await status(await server.signIn(room.maintainer))).toBe(200);
  expect(await status(await server.signIn(room.viewer))).toBe(403);
  expect(await status(await server.signIn(room.outsider))).toBe(404);
  expect(await status()).toBe(401);
  expect(await status('pt_nonsense')).toBe(401);
  for (const wrong of [
    'events/2026-02-31.csv',
    'events/today.csv',
    'people/2026-01-01.csv',
    'events/2026-01-01.xlsx',
  ])
    expect([wrong, (await fetchFile(wrong)).status]).toEqual([wrong, 404]);
  // A day without anything is a file without rows.
  const { bytes } = await bytesOf('events/2020-01-01.csv');
  expect(bytes.toString().split('\r\n')).toHaveLength(2);
});

test('played parts of an article are exported from five plays', async () => {
  const ask = async () => {
    const { data, errors } = await server.graphql(
      `query ($id: ID!) { article(id: $id) { retention { plays durationMs parts } teaser: retention(teaser: true) { plays parts } } }`,
      { id: globalId('Article', room.article.id) },
      token,
    );
    expect(errors).toBeUndefined();
    return data!['article'];
  };
  const heard = (number: number) =>
    some(number, { action: 'play', heardMs: 0, heard: [] }).map((event) => ({
      ...event,
      place: { ...event.place, teaser: false },
    }));
  await writeEvents(server.app.db.sql, heard(4), now);
  await sumListening(server.app);
  expect((await ask()).retention).toBeNull();
  const reached = (until: number) =>
    some(1, { action: 'pause', heardMs: until, heard: [0, until] }).map((event) => ({
      ...event,
      place: { ...event.place, teaser: false },
    }));
  await writeEvents(server.app.db.sql, [...heard(1), ...reached(100_000), ...reached(50_000)], now);
  await sumListening(server.app);
  const { retention, teaser } = await ask();
  expect(retention).toMatchObject({ plays: 5, durationMs: 100_000 });
  expect([retention.parts[0], retention.parts[49], retention.parts[50], retention.parts[99]]).toEqual([
    40, 40, 20, 20,
  ]);
  expect(teaser).toBeNull();
});

test('a report above the row limit returns the first rows with the totals, and a file', async () => {
  const articles = 23_000;
  // Every fiftieth article has two plays, and every seventh none: those have no separate row, or come last.
  // The search index is skipped.
  await server.app.db.pool.query(
    `SET LOCAL session_replication_role = replica;
     WITH made AS (
       INSERT INTO "Article" ("projectId", "title", "titleFolded", "text", "updatedAt")
       SELECT ${room.project.id}, 'Article ' || n, 'article ' || n, '', now() FROM generate_series(1, ${articles}) n RETURNING id)
     INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "views", "listens", "finishes", "heardMs")
     SELECT ${room.project.id}, date_trunc('hour', now()), id, 0, 40 + id % 9, CASE WHEN id % 50 = 0 THEN 2 WHEN id % 7 = 0 THEN 0 ELSE 5 + id % 30 END, id % 3, id * 7
     FROM made`,
  );
  const { data, errors } = await server.graphql(
    `query ($id: ID!) { project(id: $id) { statistics(report: "Articles") {
       rowCount notice { message } totals rows(first: 50) { label figures } } } }`,
    { id: globalId('Project', room.project.id) },
    token,
  );
  expect(errors).toBeUndefined();
  const { rowCount, notice, totals, rows } = data!['project'].statistics;
  expect(notice.message).toContain('20,000');
  // Who answers all of them at once answers so many.
  const shown = await readStatistics(server.app, system, { projectId: room.project.id, report: 'Articles' });
  expect(shown.rows).toHaveLength(20_000);
  expect(shown.rows.at(-1)!.article).not.toBeNull();

  const { response, bytes } = await bytesOf('reports/Articles.csv');
  expect(response.headers.get('content-disposition')).toMatch(/filename="Articles [\d-]+ [\d-]+\.csv"/);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const [header, ...lines] = parse(bytes, { bom: true, delimiter: ';' }) as string[][];
  expect(lines).toHaveLength(rowCount);
  expect(lines.slice(0, rows.length).map(([title]) => title)).toEqual(
    rows.map(({ label }: { label: string }) => label),
  );
  for (const name of ['views', 'plays', 'finishes', 'minutes_heard']) {
    const column = header!.indexOf(name);
    const sum = lines.reduce((all, line) => all + Math.round(Number(line[column]) * 10_000), 0);
    expect([name, sum]).toEqual([name, Math.round(totals[column - 1] * 10_000)]);
  }
  const few = lines.filter(([title]) => title === '');
  expect(few).toHaveLength(1);
  expect(few[0]![2]).toBe(String(2 * (articles / 50)));
  expect(lines.some((line) => ['1', '2', '3', '4'].includes(line[2]!))).toBe(false);

  // Never are more of them in memory than some.
  const asked = await reportRequestOf(server.app, system, room.project.id, {});
  await server.app.db.transaction(async (sql) => {
    const pages: number[] = [];
    for await (const page of reportOf(asked.project, 'Articles').many!.readPages({ ...asked, sql }))
      pages.push(page.length);
    expect(Math.max(...pages)).toBeLessThanOrEqual(5_000);
    expect(pages.reduce((all, length) => all + length)).toBe(rowCount);
  });

  const status = async (file: string, authorization = token) =>
    (await fetchFile(file, { authorization: `Bearer ${authorization}` })).status;
  expect(await status('reports/Articles.csv', await server.signIn(room.viewer))).toBe(403);
  expect(await status('reports/Articles.csv', await server.signIn(room.outsider))).toBe(404);
  expect(await status('reports/Nonsense.csv')).toBe(404);
  expect(await status('reports/Articles.csv?date_from=yesterday')).toBe(400);
  expect(await status('reports/PlaysByDay.csv?date_from=2026-01-01&date_to=2026-01-31')).toBe(200);
  const refused = await server.rest('POST', `/api/stats/${room.project.id}/Articles`, {
    token,
    body: { format: 'csv' },
  });
  expect(JSON.stringify(refused.body)).toContain(`/export/${room.project.id}/reports/Articles.csv`);
});

test('each report has a file, under any load of the database', async () => {
  const all = await server.graphql(
    'query ($id: ID!) { project(id: $id) { statisticsReports { name } } }',
    { id: globalId('Project', room.project.id) },
    token,
  );
  const names: string[] = all.data!['project'].statisticsReports.map(({ name }: { name: string }) => name);
  expect(names.length).toBeGreaterThan(10);
  const files = await Promise.all(
    names.map(async (name) => {
      const { response } = await bytesOf(`reports/${name}.csv`);
      return [name, response.status];
    }),
  );
  // One file per caller is generated while two wait; further requests have to retry.
  for (const [name, status] of files)
    expect([name, [200, 429]]).toEqual([name, expect.arrayContaining([status])]);
  for (const [name, status] of files)
    if (status === 429)
      expect((await bytesOf(`reports/${name}.csv`)).response.status, String(name)).toBe(200);
  const told = await server.app.db.prisma.securityEntry.count({ where: { event: 'EXPORTED' } });
  expect(told).toBeGreaterThanOrEqual(names.length);
});
