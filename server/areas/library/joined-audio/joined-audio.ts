import type { Message } from '../../../lib/declare-messages.ts';
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, json, now } from '../../../lib/database/sql.ts';
import { joinedAudioEvent } from './events.ts';
import { joinJob } from './jobs.ts';
import { joinedAudioMessages } from './messages.ts';

/** Files that are joined to one at most. */
export const partsMax = 500;
/** What is joined is no longer than this, hours. */
export const joinedMaxHours = 12;
/** The longest silence between two, milliseconds. */
const gapMax = 60_000;

/** A file that is joined with others. */
export interface JoinedPart {
  /** Base name of an article's, a sound's or a spoken text's file. */
  file: string;
  /**
   * Silence after it, milliseconds. MP3 frames limit the precision: the actual silence is within 13 ms of
   * this and at least 50 ms.
   */
  gapMs: number;
  /** A chapter of this title begins with it; null: it belongs to the chapter before. */
  title: string | null;
  articleId: number | null;
}

export const joinedParts: z.ZodType<JoinedPart[]> = z.array(
  z.object({
    file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/),
    gapMs: z.number().min(0).max(gapMax),
    title: z.string().nullable(),
    articleId: z.int().positive().nullable(),
  }),
);

export interface JoinedChapter {
  /** From the start of the file, milliseconds. */
  startMs: number;
  title: string;
  articleId: number | null;
}

export const joinedChapters: z.ZodType<JoinedChapter[]> = z.array(
  z.object({ startMs: z.number(), title: z.string(), articleId: z.int().nullable() }),
);

export type JoinedAudio = Selectable<Tables['JoinedAudio']>;

/** What is joined for a project. */
export interface JoinOrder {
  projectId: number;
  /** In the file's tags. */
  title: string;
  parts: JoinedPart[];
}

/**
 * What a joined file is called: the same parts under the same title for the same project are the same file.
 */
export const keyOf = ({ projectId, title, parts }: JoinOrder): string =>
  `joined-${createHash('sha256')
    .update(
      JSON.stringify([
        projectId,
        title,
        parts.map(({ file, gapMs, title, articleId }) => [file, gapMs, title, articleId]),
      ]),
    )
    .digest('hex')
    .slice(0, 40)}`;

/**
 * The file joined of others, within the caller's transaction: one that is there, or being made, or else a row
 * whose job has been sent. One that failed is tried again. Its `key` is the base name of the file;
 * `joinedAudio` events tell how far it is.
 * @throws ValidationError on `parts`: none, too many, too long, or a file of another project
 */
export async function ensureJoined(
  app: Pick<App, 'queue' | 'pubsub'>,
  sql: Sql,
  joining: JoinOrder,
): Promise<JoinedAudio> {
  const { projectId, title, parts } = joining;
  if (parts.length === 0) throw refused(joinedAudioMessages.NOTHING_TO_JOIN());
  if (parts.length > partsMax) throw refused(joinedAudioMessages.TOO_MANY_TO_JOIN({ most: partsMax }));
  if (!joinedParts.safeParse(parts).success) throw refused(joinedAudioMessages.NOT_A_FILE_TO_JOIN());
  await refuseForeign(sql, joining);
  const key = keyOf(joining);
  const inserted = await sql
    .insertInto('JoinedAudio')
    .values({ key, projectId, title, parts: json(joinedParts, parts) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
  const begun =
    inserted ??
    (await sql
      .updateTable('JoinedAudio')
      .set({ state: 'waiting', progress: 0, error: null, errorNotices: null, usedAt: now() })
      .where('key', '=', key)
      .where('state', '=', 'failed')
      .returningAll()
      .executeTakeFirst());
  if (begun) {
    await app.queue.send(sql, joinJob, { key });
    await app.pubsub.publish(sql, joinedAudioEvent, { key, projectId, state: 'waiting', progress: 0 });
    return begun;
  }
  return sql
    .updateTable('JoinedAudio')
    .set({ usedAt: now() })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * What one project keeps for its subscribers does not come out in another's file, and hours are counted
 * before anything is read.
 */
async function refuseForeign(sql: Sql, { projectId, parts }: JoinOrder): Promise<void> {
  const files = [...new Set(parts.map(({ file }) => file))];
  const versions = await sql
    .selectFrom('Audio as u')
    .innerJoin('Article as a', 'a.id', 'u.articleId')
    .select(['u.version', 'u.durationMs', 'a.projectId'])
    .where(
      'u.version',
      '=',
      anyOf(
        files.map((file) => file.replace(/-(highres|flash)$/, '')),
        'text',
      ),
    )
    .execute();
  const joined = await sql
    .selectFrom('JoinedAudio')
    .select(['key', 'projectId'])
    .where('key', '=', anyOf(files, 'text'))
    .execute();
  if ([...versions, ...joined].some((one) => one.projectId !== projectId))
    throw refused(joinedAudioMessages.FILE_OF_ANOTHER_PROJECT());
  const lengths = new Map(versions.map(({ version, durationMs }) => [version, durationMs]));
  const knownMs = parts.reduce((sum, { file, gapMs }) => sum + (lengths.get(file) ?? 0) + gapMs, 0);
  if (knownMs > joinedMaxHours * 3_600_000)
    throw refused(joinedAudioMessages.JOINED_TOO_LONG({ hours: joinedMaxHours }));
}

const refused = (message: Message): ValidationError => new ValidationError([{ field: 'parts', ...message }]);
