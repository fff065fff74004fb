import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { execute, type Sql } from '../../../lib/database/db.ts';
import { GroupCommit } from '../../../lib/database/group-commit.ts';
import { throttleLog } from '../../../lib/throttle-log.ts';
import { dayOf } from '../listening/partitions.ts';
import { hourIn, zonesOf } from '../listening/project-zones.ts';
import { audioFile } from '../../../storage/files.ts';
import { openCountries, type CountryOf } from './countries.ts';
import { EpisodeFiles, type EpisodeFile } from './episode-files.ts';
import { bytesInRanges, tagBytes, addRange } from './byte-ranges.ts';
import { podcastAgentOf, type PodcastAgent } from './podcast-agents.ts';
import { visitorBounds } from '../../../product.ts';

/** Audio that makes a download (IAB Podcast Measurement Guidelines 2.2), milliseconds. */
const minuteMs = 60_000;
const commit = { rowsMax: 500, waitingMax: 10_000 } as const;

/** What of a file was sent to whom, in answer to a GET. */
export interface DeliveredPart {
  /** Base name. */
  file: string;
  /** The podcast whose feed led there. */
  channelId: number;
  /** Bytes of the file that were sent: from, and up to. */
  from: number;
  until: number;
  /** Of the whole file. */
  bytes: number;
  address: string;
  userAgent: string | undefined;
  /** Time of the request, milliseconds. */
  at: number;
}

interface Part extends EpisodeFile {
  /** UTC. */
  day: string;
  at: number;
  key: Buffer;
  from: number;
  until: number;
  /** Bytes of audio that make a download. */
  enough: number;
  agent: PodcastAgent;
  country: string;
}

/**
 * Counts downloads of podcasts. Of a downloader it stores only a hash, under a key that is discarded when the
 * day is over, and the downloaded parts of the file.
 */
export interface DownloadCounter {
  /** Counts a delivered part if it belongs to a podcast. Never throws, and callers do not wait for it. */
  note(part: DeliveredPart): void;
  /** Resolves once all that was noted is written. */
  settled(): Promise<void>;
}

export function openDownloadCounter(app: Pick<App, 'db' | 'log' | 'config' | 'storage'>): DownloadCounter {
  const files = new EpisodeFiles(app);
  const tags = new LRUCache<string, number>({ max: visitorBounds.rememberedFiles });
  const pending = new Set<Promise<void>>();
  const toldLost = throttleLog((count) => app.log.warn({ count }, 'podcast downloads were not counted'));
  let countries: Promise<CountryOf | null> | undefined;
  let today: { day: string; key: Promise<Buffer> } | undefined;
  const group = new GroupCommit<Part>({ ...commit, write: (parts) => writeParts(app, parts) });

  function keyOf(day: string): Promise<Buffer> {
    if (today?.day !== day) {
      const key = keyOfDay(app.db.sql, day);
      today = { day, key };
      key.catch(() => (today = undefined));
    }
    return today!.key;
  }

  async function tagOf(file: string): Promise<number> {
    let tag = tags.get(file);
    if (tag === undefined) {
      const head: Buffer[] = [];
      for await (const chunk of await app.storage.stream(audioFile(file), { start: 0, end: 9 }))
        head.push(chunk as Buffer);
      tags.set(file, (tag = tagBytes(Buffer.concat(head))));
    }
    return tag;
  }

  async function count(sent: DeliveredPart, agent: PodcastAgent): Promise<void> {
    const episode = await files.find(sent.channelId, sent.file);
    if (!episode) return;
    const tag = await tagOf(sent.file);
    const audio = sent.bytes - tag;
    const enough = Math.ceil(Math.min(audio, (audio * minuteMs) / Math.max(1, episode.durationMs)));
    const from = Math.max(0, sent.from - tag);
    const until = sent.until - tag;
    // Parts this short are no plays, and each one would be stored.
    if (until - from < Math.min(visitorBounds.downloadRangeBytes, enough)) return;
    const day = dayOf(sent.at);
    const network = networkOf(sent.address);
    const key = createHmac('sha256', await keyOf(day))
      .update(`${network}\0${sent.userAgent}\0${episode.episodeId}`)
      .digest()
      .subarray(0, 16);
    const country = (await (countries ??= openCountries(app.config, app.log)))?.(sent.address) ?? '';
    await group.add([{ ...episode, day, at: sent.at, key, from, until, enough, agent, country }]);
  }

  return {
    note(sent) {
      const agent = podcastAgentOf(sent.userAgent);
      if (!agent || sent.until <= sent.from) return;
      const work = count(sent, agent).catch((error: unknown) => {
        app.log.debug({ err: error }, 'a podcast download was not counted');
        toldLost();
      });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** The key of a day, the same for all processes. */
async function keyOfDay(sql: Sql, day: string): Promise<Buffer> {
  await execute(sql, `INSERT INTO "DownloadKey" ("day", "key") VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    day,
    randomBytes(32),
  ]);
  const { rows } = await execute(sql, `SELECT "key" FROM "DownloadKey" WHERE "day" = $1`, [day]);
  return Buffer.from((rows as { key: Uint8Array }[])[0]!.key);
}

/** Adds parts to what is known to be got, and downloads that are complete by them to their hours. */
async function writeParts({ db }: Pick<App, 'db'>, parts: readonly Part[]): Promise<void> {
  const byKey = Map.groupBy(parts, ({ day, key }) => `${day} ${key.toString('hex')}`);
  // In one order, so that two processes do not wait for each other.
  const all = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
  const days = all.map((own) => own[0]!.day);
  const keys = all.map((own) => `\\x${own[0]!.key.toString('hex')}`);
  await db.transaction(async (tx) => {
    await execute(
      tx,
      `INSERT INTO "DownloadSeen" ("day", "key", "got") SELECT d, k, '{}' FROM unnest($1::date[], $2::bytea[]) AS g(d, k) ON CONFLICT DO NOTHING`,
      [days, keys],
    );
    const { rows } = await execute(
      tx,
      `SELECT "day"::text || ' ' || encode("key", 'hex') AS id, "got", "counted" FROM "DownloadSeen"
       JOIN unnest($1::date[], $2::bytea[]) AS g("day", "key") USING ("day", "key") ORDER BY "day", "key" FOR UPDATE OF "DownloadSeen"`,
      [days, keys],
    );
    const seen = new Map(
      (rows as { id: string; got: number[]; counted: boolean }[]).map((row) => [row.id, row]),
    );
    const complete: Part[] = [];
    const now = all.map((own) => {
      const known = seen.get(`${own[0]!.day} ${own[0]!.key.toString('hex')}`)!;
      let { got, counted } = known;
      for (const part of own) {
        if (counted) break;
        got = addRange(got, part.from, part.until, visitorBounds.downloadRanges);
        if (bytesInRanges(got) < part.enough) continue;
        counted = true;
        complete.push(part);
      }
      // What is counted needs no bookkeeping any more.
      return { got: counted ? [] : got, counted };
    });
    await execute(
      tx,
      `UPDATE "DownloadSeen" s SET "got" = g."got"::int[], "counted" = g."counted"
       FROM unnest($1::date[], $2::bytea[], $3::text[], $4::bool[]) AS g("day", "key", "got", "counted") WHERE s."day" = g."day" AND s."key" = g."key"`,
      [days, keys, now.map(({ got }) => `{${got.join(',')}}`), now.map(({ counted }) => counted)],
    );
    await addToHours(tx, complete);
  });
}

async function addToHours(tx: Sql, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const zones = await zonesOf(tx, [...new Set(parts.map(({ projectId }) => projectId))]);
  const rows = parts.map(({ projectId, channelId, episodeId, at, agent, country }) => ({
    projectId,
    channelId,
    episodeId,
    hour: hourIn(zones.get(projectId) ?? 'UTC', at).toISOString(),
    ...agent,
    country,
  }));
  const column = (name: keyof (typeof rows)[number]): unknown[] => rows.map((row) => row[name]);
  await execute(
    tx,
    `INSERT INTO "DownloadHour" AS h ("projectId", "channelId", "episodeId", "hour", "app", "device", "country", "downloads")
     SELECT p, c, e, t, a, d, n, count(*)::int FROM unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
       AS g(p, c, e, t, a, d, n) GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
     ON CONFLICT ("projectId", "hour", "channelId", "episodeId", "app", "device", "country") DO UPDATE SET "downloads" = h."downloads" + excluded."downloads"`,
    (['projectId', 'channelId', 'episodeId', 'hour', 'app', 'device', 'country'] as const).map(column),
  );
}

/**
 * Throws away keys of days that are over, and what was known under them. An hour later, when the last
 * downloads that began on it have ended.
 */
export async function forgetDownloaders(sql: Sql, now: number = Date.now()): Promise<void> {
  const before = dayOf(now - 3_600_000);
  await execute(sql, `DELETE FROM "DownloadKey" WHERE "day" < $1`, [before]);
  await execute(sql, `DELETE FROM "DownloadSeen" WHERE "day" < $1`, [before]);
}
