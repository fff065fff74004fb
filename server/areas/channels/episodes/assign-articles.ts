import { sql as raw, type RawBuilder } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { SettingsOf } from '../channels/kinds/kind.ts';
import type { podcast } from '../channels/kinds/podcast-channel.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import { zoneOf } from '../../../lib/zoned-time.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';
import {
  episodePeriod,
  periodName,
  periodOfEpisode,
  titleByArticles,
  titleOfPeriod,
  type PeriodKind,
} from './periods.ts';

/**
 * Maximum articles in an episode, so that it can be joined with the audio between them; further ones go into
 * another episode.
 */
const articlesMax = 200;
const hoursMax = 11;
/** Episodes that one transaction makes. */
const batch = 200;

export type PodcastSettings = SettingsOf<typeof podcast>;

/** A podcast with what decides how its episodes are made. */
export interface PodcastChannel {
  id: number;
  projectId: number;
  settings: PodcastSettings;
  /** BCP 47. */
  language: string;
  /** IANA name. */
  timezone: string;
}

/**
 * @param lock no other transaction adds articles to its episodes until this one ends
 * @returns null when it was deleted
 */
export async function podcastChannel(sql: Sql, id: number, lock = false): Promise<PodcastChannel | null> {
  const query = sql
    .selectFrom('Channel as c')
    .innerJoin('Project as p', 'p.id', 'c.projectId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['c.id', 'c.projectId', 'c.settings', 'p.voiceLanguage', 'o.timezone'])
    .where('c.id', '=', id)
    .where('c.type', '=', 'podcast')
    .where('c.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null);
  const row = await (lock ? query.forNoKeyUpdate('c') : query).executeTakeFirst();
  if (!row) return null;
  const settings = settingsIn('podcast', row.settings);
  return {
    id,
    projectId: row.projectId,
    settings,
    language: settings.language ?? row.voiceLanguage,
    timezone: zoneOf(row.timezone),
  };
}

/**
 * Adds playable articles that are in no episode of a podcast to new episodes, oldest first: each to its own,
 * or together with others, as the podcast is set now. Existing episodes keep their articles. Safe in several
 * processes at once.
 * @returns the number of new episodes; there may be more when it equals the batch size
 */
export async function assignArticles({ db }: Pick<App, 'db'>, channelId: number): Promise<number> {
  return db.transaction(async (sql) => {
    const channel = await podcastChannel(sql, channelId, true);
    if (!channel) return 0;
    const { groupingType: type, groupingAmount: amount } = channel.settings;
    if (type === 'daily' || type === 'weekly') return assignPeriod(sql, channel, type);
    return type === 'group' ? assignGroups(sql, channel, amount) : assignSingles(sql, channel);
  });
}

/** Publication time of an article; never later than its completion, whatever its source says. */
const publishedAt = raw<Date>`least(coalesce(a."publishedAt", a."addedAt"), a."updatedAt")`;

/** Ids of the articles of a project that podcasts put into episodes, where they can be played. */
export const episodeArticles = (projectId: number): RawBuilder<unknown> => raw`
  SELECT a."id" FROM "Article" a WHERE a."projectId" = ${projectId} AND ${isForEpisodes()}`;

/** Returns the SQL condition that an article `a` of any project qualifies for episodes. */
export const isForEpisodes = (): RawBuilder<boolean> =>
  raw<boolean>`(a."status" = 'ready' AND a."deletedAt" IS NULL AND ${isPublicNow('a')})`;

/**
 * Articles of a project that can be played and are in no episode of one of its podcasts. As a difference of
 * sets: while statistics lag behind, as after taking in thousands, a join would compare each with each.
 */
const waiting = ({
  id,
  projectId,
}: PodcastChannel): RawBuilder<unknown> => raw`"Article" a JOIN "Audio" u ON u."version" = a."audio"
  WHERE a."id" IN (
    ${episodeArticles(projectId)}
    EXCEPT SELECT "articleId" FROM "EpisodeArticle" WHERE "channelId" = ${id})`;

async function assignSingles(sql: Sql, channel: PodcastChannel): Promise<number> {
  const { rows } = await raw<{ id: number }>`
    WITH found AS (SELECT a."id", a."title", ${publishedAt} AS at FROM ${waiting(channel)} ORDER BY at, a."id" LIMIT ${batch}),
    made AS (
      INSERT INTO "Episode" ("channelId", "guid", "period", "title")
      SELECT ${channel.id}, gen_random_uuid()::text, 'article ' || "id", "title" FROM found ORDER BY at, "id"
      ON CONFLICT DO NOTHING RETURNING "id", "period")
    INSERT INTO "EpisodeArticle" ("channelId", "articleId", "episodeId", "position")
    SELECT ${channel.id}, found."id", made."id", 0 FROM made JOIN found ON made."period" = 'article ' || found."id"
    RETURNING "articleId" AS id`.execute(sql);
  return rows.length;
}

interface Waiting {
  id: number;
  title: string;
  durationMs: number;
}

async function assignGroups(sql: Sql, channel: PodcastChannel, amount: number): Promise<number> {
  const size = Math.min(Math.max(1, amount), articlesMax);
  const { rows } = await raw<Waiting>`
    SELECT a."id", a."title", u."durationMs" FROM ${waiting(channel)} ORDER BY ${publishedAt}, a."id" LIMIT ${size * 20}`.execute(
    sql,
  );
  const { rows: last } = await raw<{ number: number | null }>`
    SELECT max(substr("period", 7)::int) AS number FROM "Episode" WHERE "channelId" = ${channel.id} AND "period" LIKE 'group %'`.execute(
    sql,
  );
  let number = last[0]?.number ?? 0;
  const groups: Waiting[][] = [];
  for (let at = 0; at + size <= rows.length; at += size)
    groups.push(...withinHours(rows.slice(at, at + size)));
  for (const group of groups) {
    number += 1;
    const period = `group ${number}`;
    await insertEpisode(sql, channel, {
      period,
      title: titleByArticles(period, '', group[0]!),
      articles: group,
    });
  }
  return groups.length;
}

/**
 * Assigns articles of the oldest completed day or week that has any. An article whose day already has its
 * episode counts as one of the day on which it was finished.
 */
async function assignPeriod(sql: Sql, channel: PodcastChannel, kind: PeriodKind): Promise<number> {
  const { id, timezone, language } = channel;
  const found = raw`found AS (SELECT a."id", a."title", a."updatedAt", u."durationMs", ${publishedAt} AS published FROM ${waiting(channel)})`;
  // The day there is that of UTC or one beside it.
  const { rows: made } = await raw<{ period: string }>`
    WITH ${found} SELECT DISTINCT e."period" FROM found CROSS JOIN generate_series(-1, 1) AS days
    JOIN "Episode" e ON e."channelId" = ${id}
      AND e."period" = ${periodName(kind, raw`("published" AT TIME ZONE 'UTC')::date + days`)}`.execute(sql);
  const placed = raw`
    WITH ${found}, placed AS (
      SELECT *, CASE WHEN "published" <@ ${rangesOf(kind, made, timezone)}::tstzmultirange
        THEN "updatedAt" ELSE "published" END AS at FROM found)`;
  const { rows: oldest } = await raw<{ now: Date; at: Date | null }>`
    ${placed} SELECT now() AS now, min("at") AS at FROM placed`.execute(sql);
  const { now, at } = oldest[0]!;
  if (at === null) return 0;
  const { name: period, since, until } = episodePeriod(kind, at, timezone);
  if (until > now) return 0;
  const { rows } = await raw<Waiting>`
    ${placed} SELECT "id", "title", "durationMs" FROM placed
    WHERE "at" >= ${since} AND "at" < ${until} ORDER BY "published", "id"`.execute(sql);
  const { rows: known } = await raw<{ count: number }>`
    SELECT count(*)::int AS count FROM "Episode"
    WHERE "channelId" = ${id} AND ("period" = ${period} OR starts_with("period", ${`${period} `}))`.execute(
    sql,
  );
  let number = known[0]!.count;
  const groups: Waiting[][] = [];
  for (let at = 0; at < rows.length; at += articlesMax)
    groups.push(...withinHours(rows.slice(at, at + articlesMax)));
  for (const articles of groups) {
    number += 1;
    const own = number === 1 ? period : `${period} ${number}`;
    await insertEpisode(sql, channel, { period: own, title: titleOfPeriod(own, language), articles });
  }
  return groups.length;
}

/** The time that a podcast's episodes of days or weeks cover, as a multirange. */
const rangesOf = (kind: PeriodKind, made: readonly { period: string }[], timezone: string): string => {
  const ranges = made.flatMap(({ period }) => {
    const covered = periodOfEpisode(kind, period, timezone);
    return covered ? [`[${covered.since.toISOString()},${covered.until.toISOString()})`] : [];
  });
  return `{${ranges.join(',')}}`;
};

/** Cut where an episode would be longer than one may be. */
function withinHours(articles: Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [[]];
  let ms = 0;
  for (const article of articles) {
    if (groups.at(-1)!.length > 0 && ms + article.durationMs > hoursMax * 3_600_000) {
      groups.push([]);
      ms = 0;
    }
    groups.at(-1)!.push(article);
    ms += article.durationMs;
  }
  return groups;
}

async function insertEpisode(
  sql: Sql,
  { id: channelId }: PodcastChannel,
  { period, title, articles }: { period: string; title: string; articles: Waiting[] },
): Promise<void> {
  const { id } = await sql
    .insertInto('Episode')
    .values({ channelId, guid: raw<string>`gen_random_uuid()::text`, period, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql
    .insertInto('EpisodeArticle')
    .values(
      articles.map((article, position) => ({ channelId, articleId: article.id, episodeId: id, position })),
    )
    .execute();
}
