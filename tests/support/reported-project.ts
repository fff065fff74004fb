import { addDays } from '../../server/areas/listening/statistics/report-days.ts';
import { HyperLogLog } from '../../server/areas/listening/listening/hyperloglog.ts';
import type { App } from '../../server/kernel/app.ts';
import type { Factories } from './factories.ts';

/** What things are called that reports have rows of; each list is gone through again and again. */
export interface ReportedNames {
  projects: readonly string[];
  titles: readonly string[];
  authors: readonly string[];
  labels: readonly string[];
  playlists: readonly string[];
  /** Address of a feed. */
  source: string;
  episodes: readonly string[];
  apps: readonly string[];
  devices: readonly string[];
  /** Codes; empty: unknown. */
  countries: readonly string[];
  /** Of ads. */
  providers: readonly string[];
  voices: readonly (readonly [provider: string, voice: string])[];
}

/** Project with data in every report, and the users who may read them. */
export interface ReportedProject {
  /** Email address. */
  analyst: string;
  project: number;
}

/** So many there are figures of, up to today. */
const days = 90;
/** Hours of a day (UTC) that there are figures of. */
const hoursOfDay = [7, 12, 18];

const nth = <One>(list: readonly One[], number: number): One => list[number % list.length]!;

/** Creates a project with rows in every report, for 90 days up to today, and a user who may read them. */
export async function reportedProject(
  { db }: Pick<App, 'db'>,
  make: Factories,
  names: ReportedNames,
): Promise<ReportedProject> {
  const { titles, authors, labels, providers } = names;
  const house = await make.organization({ name: 'The Evening Reports', timezone: 'Europe/Berlin' });
  const analyst = await make.member(house.id, 'maintainer', await make.user({ fullname: 'Ana Analyst' }));
  const projects = [];
  for (const name of names.projects)
    projects.push(await make.project({ name, organizationId: house.id, ownerId: analyst.id }));
  const { id: projectId } = projects[0]!;
  const sources = [
    await make.source(projectId),
    await make.source(projectId, { type: 'rss', url: names.source }),
  ];
  const articles = [];
  for (let number = 0; number < 18; number++)
    articles.push(
      await make.article(projectId, {
        title: `${nth(titles, number)}${number < titles.length ? '' : `, part ${number}`}`,
        author: nth(authors, number),
        labels: number % 7 === 6 ? [] : labels.slice(0, 1 + (number % labels.length)),
        sourceId: nth(sources, number).id,
      }),
    );
  const ids = articles.map(({ id }) => id);
  for (const [number, name] of names.playlists.entries())
    await make.playlist(projectId, ids.slice(number, 4 + number * 6), { name });
  const channels = [await make.channel(projectId), await make.channel(projectId, { type: 'podcast' })];
  const episodes = [];
  for (const [number, id] of ids.slice(0, 8).entries()) {
    const { id: episodeId } = await make.episode(channels[1]!.id, id);
    episodes.push(episodeId);
    await db.prisma.episode.update({
      where: { id: episodeId },
      data: { title: nth(names.episodes, number) },
    });
  }

  await fillListening(db, projectId, ids, channels[0]!.id);
  await fillDownloads(db, names, { projectId, channelId: channels[1]!.id, episodes });
  await db.pool.query(
    `INSERT INTO "AdUse" ("id", "projectId", "channelId", "articleId", "provider", "requestedAt", "status", "seconds", "createdAt")
     SELECT gen_random_uuid(), $1, 0, $2, ($3::text[])[1 + n % $4::int], at, (ARRAY['done', 'done', 'skipped', 'failed', 'empty'])[1 + n % 5], 0, at
     FROM generate_series(1, 2000) n, LATERAL (SELECT now() - make_interval(mins => n * 60) AS at) a`,
    [projectId, ids[0], providers, providers.length],
  );
  await fillLedger(
    db,
    names,
    house.id,
    ids[0]!,
    projects.map(({ id }) => id),
  );
  return { analyst: analyst.email, project: projectId };
}

/** Fills in what listeners did with the articles. */
async function fillListening(
  db: App['db'],
  projectId: number,
  ids: readonly number[],
  channelId: number,
): Promise<void> {
  await db.pool.query(
    `INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "views", "listens", "finishes", "heardMs", "listeners",
       "teaserViews", "teaserListens", "teaserFinishes", "reached", "ads")
     SELECT $1, date_trunc('day', now()) - make_interval(days => d, hours => -h), a, $3, v, v / 3, v / 7, v * 21000, v / 4, v / 4, v / 9, v / 20,
       ARRAY[v/3, v/4, v/4, v/5, v/5, v/6, v/6, v/7, v/7], ARRAY[v/5, v/6, v/7, v/8, v/9]
     FROM generate_series(0, $4::int - 1) d, unnest($5::int[]) h, unnest($2::int[]) WITH ORDINALITY u(a, nth),
       LATERAL (SELECT (60 + 40 * sin(d / 7.0 * 3.14) + 300 / nth + d % 5)::int AS v) w`,
    [projectId, ids, channelId, days, hoursOfDay],
  );
  const sketch = new HyperLogLog();
  for (let listener = 1n; listener <= 900n; listener++)
    sketch.add(BigInt.asIntN(64, listener * 0x9e3779b97f4a7c15n));
  const bytes = Buffer.from(sketch.toBytes());
  const today = new Date().toISOString().slice(0, 10);
  const dates = Array.from({ length: days }, (_, ago) => addDays(today, -ago));
  await db.prisma.listenerDay.createMany({
    data: dates.map((day, ago) => ({
      projectId,
      day: new Date(day),
      listeners: 700 + (ago % 7) * 30,
      teaserListeners: 300 + (ago % 5) * 20,
      wholeListeners: 500 + (ago % 3) * 40,
      bothListeners: 100 + (ago % 4) * 10,
      sketch: bytes,
      teaserSketch: bytes,
      wholeSketch: bytes,
    })),
  });
}

/** Fills in downloads of the episodes. */
async function fillDownloads(
  db: App['db'],
  { apps, devices, countries }: ReportedNames,
  { projectId, channelId, episodes }: { projectId: number; channelId: number; episodes: readonly number[] },
): Promise<void> {
  await db.pool.query(
    `INSERT INTO "DownloadHour" ("projectId", "channelId", "episodeId", "hour", "app", "device", "country", "downloads")
     SELECT $1, $2, e, date_trunc('day', now()) - make_interval(days => d, hours => -9), ($5::text[])[1 + (d + e) % $8::int], ($6::text[])[1 + (d + e) % $9::int],
       ($7::text[])[1 + d % $10::int], 6 + (d + e) % 40
     FROM generate_series(0, $4::int - 1) d, unnest($3::int[]) e`,
    [
      projectId,
      channelId,
      episodes,
      days,
      apps,
      devices,
      countries,
      apps.length,
      devices.length,
      countries.length,
    ],
  );
}

/** Fills in what voicing cost, by voice and by project. */
async function fillLedger(
  db: App['db'],
  { voices }: ReportedNames,
  organizationId: number,
  articleId: number,
  [projectId, ...others]: readonly number[],
): Promise<void> {
  const paid = [
    ...voices.map((voice) => ({ of: projectId!, voice })),
    ...[projectId!, ...others].map((id, number) => ({ of: id, voice: nth(voices, number) })),
  ];
  await db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "saved", "cost", "projectId", "articleId", "provider", "voice", "why", "day")
     SELECT a."id", k.kind::"LedgerKind", k.amount, k.saved, k.cost * n * (1 + d % 5), p.id, $2, p.provider, p.voice, 'Voicing', current_date - d
     FROM "Account" a, generate_series(0, $3::int - 1) d, unnest($4::int[], $5::text[], $6::text[]) WITH ORDINALITY p(id, provider, voice, n),
       (VALUES ('charged', -2400, 0, 41000), ('saved', 0, 900, 0)) k(kind, amount, saved, cost)
     WHERE a."organizationId" = $1`,
    [
      organizationId,
      articleId,
      days,
      paid.map(({ of }) => of),
      paid.map(({ voice: [provider] }) => provider),
      paid.map(({ voice: [, voice] }) => voice),
    ],
  );
}
