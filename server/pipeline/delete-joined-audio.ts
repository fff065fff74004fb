import { persistMessages, noticesColumn } from '../lib/persisted-message.ts';
import { joiningMessages } from './messages.ts';
import { sql as raw, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { eachItem, type ItemsOutcome } from '../kernel/each-item.ts';
import { deleteMarked, markForDeletion } from '../kernel/file-deletions.ts';
import { audioFile } from '../storage/files.ts';

const batch = 500;

/** Message for a request that arrives at that moment; the file is then generated again. */
const noLongerWanted = persistMessages([joiningMessages.JOINED_NOT_KEPT()]);

/**
 * Deletes joined files that were not requested lately and that no playlist and no episode refers to,
 * including restorable ones, and those of deleted articles and projects regardless of references. A file that
 * is marked ready always exists: one transaction clears the mark, a second deletes the row unless it was
 * requested in between, and the file is deleted after that commit.
 */
export async function deleteUnusedJoinedAudio(
  app: App,
  before: Date,
  deletedBefore: Date,
): Promise<ItemsOutcome> {
  const unwanted = (eb: JoinedExpressions) => isUnwanted(eb, before, deletedBefore);
  await endUnwanted(app, unwanted);
  return eachItem(app, {
    job: 'joined',
    items: endedKeys(app, unwanted),
    key: (key) => key,
    async work(key) {
      const file = audioFile(key);
      const isGone = await app.db.unhurried.transaction(async (sql) => {
        const row = await sql
          .deleteFrom('JoinedAudio as j')
          .where('j.key', '=', key)
          .where('j.state', '=', 'failed')
          .where(unwanted)
          .returning('j.key')
          .executeTakeFirst();
        if (row) await markForDeletion(sql, [file]);
        return row !== undefined;
      });
      if (isGone) await deleteMarked(app, [file]);
      return isGone;
    },
  });
}

type Unwanted = (eb: JoinedExpressions) => Expression<SqlBool>;

async function endUnwanted({ db }: App, unwanted: Unwanted): Promise<void> {
  await db.unhurried.transaction(async (sql) => {
    const ended = await sql
      .updateTable('JoinedAudio as j')
      .set({
        state: 'failed',
        progress: 0,
        error: noLongerWanted.text,
        errorNotices: noticesColumn(noLongerWanted),
      })
      .where('j.state', '!=', 'failed')
      .where(unwanted)
      .returning('j.key')
      .execute();
    const keys = ended.map(({ key }) => key);
    if (keys.length === 0) return;
    // It contains a deleted article, so it is not played until it is generated without it.
    const none = { durationMs: null, bytes: null, chapters: null };
    await sql
      .updateTable('Episode')
      .set({ file: null, ...none })
      .where('file', 'in', keys)
      .execute();
    for (const table of ['Episode', 'Playlist'] as const)
      await sql.updateTable(table).set({ joined: null }).where('joined', 'in', keys).execute();
  });
}

async function* endedKeys({ db }: App, unwanted: Unwanted): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const rows = await db.unhurried.sql
      .selectFrom('JoinedAudio as j')
      .select('j.key')
      .where('j.state', '=', 'failed')
      .where(unwanted)
      .where('j.key', '>', last)
      .orderBy('j.key')
      .limit(batch)
      .execute();
    for (const { key } of rows) yield key;
    if (rows.length < batch) return;
    last = rows.at(-1)!.key;
  }
}

type JoinedExpressions = ExpressionBuilder<Tables & { j: Tables['JoinedAudio'] }, 'j'>;

function isUnwanted(eb: JoinedExpressions, before: Date, deletedBefore: Date): Expression<SqlBool> {
  const ofDeletedProject = eb
    .selectFrom('Project as p')
    .select('p.id')
    .whereRef('p.id', '=', 'j.projectId')
    .where('p.deletedAt', '<', deletedBefore);
  const ofDeletedArticle = eb
    .selectFrom('Article as a')
    .select('a.id')
    .where('a.deletedAt', '<', deletedBefore)
    .where(
      'a.id',
      'in',
      raw<number>`(SELECT (part->>'articleId')::int FROM jsonb_array_elements(${eb.ref('j.parts')}) part)`,
    );
  const playlist = eb
    .selectFrom('Playlist as l')
    .select('l.id')
    .whereRef('l.joined', '=', 'j.key')
    .where((of) => of.or([of('l.deletedAt', 'is', null), of('l.deletedAt', '>=', deletedBefore)]));
  const episode = eb
    .selectFrom('Episode as e')
    .innerJoin('Channel as c', 'c.id', 'e.channelId')
    .select('e.id')
    .where((of) => of.or([of('e.file', '=', of.ref('j.key')), of('e.joined', '=', of.ref('j.key'))]))
    .where((of) => of.or([of('e.deletedAt', 'is', null), of('e.deletedAt', '>=', deletedBefore)]))
    .where((of) => of.or([of('c.deletedAt', 'is', null), of('c.deletedAt', '>=', deletedBefore)]));
  return eb.or([
    eb.exists(ofDeletedProject),
    eb.exists(ofDeletedArticle),
    eb.and([eb('j.usedAt', '<', before), eb.not(eb.exists(playlist)), eb.not(eb.exists(episode))]),
  ]);
}
