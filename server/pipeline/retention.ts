import { wordsFolder } from '../areas/playlists/playlist-words.ts';
import type { App } from '../kernel/app.ts';
import { deleteIfOlder } from '../storage/delete-if-older.ts';
import { audioFile } from '../storage/files.ts';
import { filesOf } from './old-versions.ts';
import { deleteStrays } from './stray-files.ts';

const batch = 200;

/**
 * Upkeep calls this after `RETAIN_DELETED_DAYS` (cleanup.ts). Nobody is given their sound any more, so the
 * files go before the rows that tell where they are.
 */
export async function forgetDeletedArticles({ db: { prisma }, storage }: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const articles = await prisma.article.findMany({
      where: {
        AND: [
          { OR: [{ deletedAt: { lt: before } }, { project: { deletedAt: { lt: before } } }] },
          { OR: [{ audios: { some: {} } }, { chunks: { some: {} } }] },
        ],
      },
      select: { id: true, audios: { select: { version: true, teaser: true } } },
      take: batch,
    });
    for (const { id, audios } of articles) {
      for (const { version, teaser } of audios) {
        for (const file of filesOf(version)) await storage.delete(file);
        const isShared =
          teaser !== null &&
          (await prisma.audio.findFirst({
            where: { teaser, articleId: { not: id } },
            select: { version: true },
          }));
        if (teaser !== null && !isShared) await storage.delete(audioFile(teaser));
      }
      await prisma.$transaction([
        prisma.chunk.deleteMany({ where: { articleId: id } }),
        prisma.audio.deleteMany({ where: { articleId: id } }),
      ]);
    }
    count += articles.length;
    if (articles.length < batch) return count;
  }
}

/**
 * Takes the words out of articles that were deleted, and out of what their logs keep of them. The articles
 * themselves stay, without words: the ledger names them, and a feed that still has them does not bring them
 * again.
 */
export async function forgetTexts({ db }: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const emptied = await db.unhurried.transaction(async (sql) => {
      const articles = await sql
        .updateTable('Article')
        .set({ text: '' })
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('Article as a')
            .innerJoin('Project as p', 'p.id', 'a.projectId')
            .select('a.id')
            .where((eb) => eb.or([eb('a.deletedAt', '<', before), eb('p.deletedAt', '<', before)]))
            .where('a.text', '!=', '')
            .limit(batch),
        )
        .returning('id')
        .execute();
      if (articles.length === 0) return 0;
      await sql
        .updateTable('ArticleLog')
        .set({ text: null, diff: null })
        .where(
          'articleId',
          'in',
          articles.map(({ id }) => id),
        )
        .where('kind', '!=', 'log')
        .execute();
      return articles.length;
    });
    count += emptied;
    if (emptied < batch) return count;
  }
}

/**
 * Forgets voiced chunks that no version is made of, and no teaser ends with. The row goes first: a chunk that
 * counts as voiced has its sound. Voiced again, it is not charged again.
 */
export async function forgetSegments(app: App, before: Date, deletedBefore: Date): Promise<number> {
  const rows = await app.db.unhurried.sql
    .deleteFrom('Segment as s')
    .where('s.state', '=', 'voiced')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Chunk as c').select('c.id').whereRef('c.segmentKey', '=', 's.key'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Audio as u').select('u.version').whereRef('u.invitation', '=', 's.key'))),
    )
    .where((eb) =>
      eb.or([
        eb('s.voicedAt', '<', before),
        eb.exists(
          eb
            .selectFrom('Article as a')
            .innerJoin('Project as p', 'p.id', 'a.projectId')
            .select('a.id')
            .whereRef('a.id', '=', 's.articleId')
            .where(({ or, eb: of }) =>
              or([of('a.deletedAt', '<', deletedBefore), of('p.deletedAt', '<', deletedBefore)]),
            ),
        ),
      ]),
    )
    .returning('s.key')
    .execute();
  const forgotten = new Set(rows.map(({ key }) => key));
  for (const folder of ['masters', 'segments'] as const) await deleteStrays(app, folder, forgotten);
  return rows.length;
}

/** What tells of a preview goes first, so that whoever asks for it again has it made again. */
export async function forgetPreviews({ storage }: App, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, modifiedAt } of storage.list('previews')) {
    const [, file] = /^previews\/(.+)\.json$/.exec(key) ?? [];
    if (file === undefined || modifiedAt >= before) continue;
    if (!(await deleteIfOlder(storage, key, before))) continue;
    await deleteIfOlder(storage, audioFile(file), before);
    count += 1;
  }
  return count;
}

/**
 * Words that were spoken for playlists, of which none says them any more, also none that can be brought back;
 * else as previews.
 */
export async function forgetWords(
  { db: { prisma }, storage }: App,
  before: Date,
  deletedBefore: Date,
): Promise<number> {
  let count = 0;
  for await (const { key, modifiedAt } of storage.list(wordsFolder)) {
    const [, file] = /\/([^/]+)\.json$/.exec(key) ?? [];
    if (file === undefined || modifiedAt >= before) continue;
    const says = [
      { introSpoken: file },
      { outroSpoken: file },
      { nextArticleSpoken: file },
      { items: { some: { customFile: file } } },
    ];
    const isKept = { OR: [{ deletedAt: null }, { deletedAt: { gte: deletedBefore } }] };
    const used = { AND: [isKept, { OR: says }], project: { deletedAt: null } };
    if (await prisma.playlist.findFirst({ where: used, select: { id: true } })) continue;
    if (!(await deleteIfOlder(storage, key, before))) continue;
    await deleteIfOlder(storage, audioFile(file), before);
    count += 1;
  }
  return count;
}

/** Sounds as they were made to be joined with others, which are made again when they are needed. */
export async function forgetJoinable({ storage }: App, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, modifiedAt } of storage.list('joinable')) {
    if (modifiedAt >= before) continue;
    await storage.delete(key);
    count += 1;
  }
  return count;
}
