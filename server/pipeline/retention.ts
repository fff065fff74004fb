import { wordsFolder } from '../areas/channels/playlists/spoken-words-audio.ts';
import type { App } from '../kernel/app.ts';
import { eachItem, type ItemsOutcome } from '../kernel/each-item.ts';
import { deleteIfOlder } from '../storage/delete-if-older.ts';
import { audioFile } from '../storage/files.ts';
import { filesOf } from './old-versions.ts';
import { deleteStrays } from './stray-files.ts';

const batch = 200;
/** Chunks that one statement forgets. */
const segmentBatch = 1_000;
/** Chunks whose files are then looked for together. */
const segmentsMax = 100_000;

/**
 * Called by maintenance after `RETAIN_DELETED_DAYS` (cleanup.ts). The audio is no longer served, so files are
 * deleted before the rows that name them: after a failure they are deleted again.
 */
export const forgetDeletedArticles = (app: App, before: Date): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'deletedArticles',
    items: deletedArticles(app, before),
    key: ({ id }) => `article ${id}`,
    work: (article) => forgetArticle(app, article),
  });

interface DeletedArticle {
  id: number;
  audios: { version: string; teaser: string | null }[];
}

async function* deletedArticles({ db: { prisma } }: App, before: Date): AsyncGenerator<DeletedArticle> {
  for (let last = 0; ;) {
    const articles = await prisma.article.findMany({
      where: {
        id: { gt: last },
        AND: [
          { OR: [{ deletedAt: { lt: before } }, { project: { deletedAt: { lt: before } } }] },
          { OR: [{ audios: { some: {} } }, { chunks: { some: {} } }] },
        ],
      },
      select: { id: true, audios: { select: { version: true, teaser: true } } },
      orderBy: { id: 'asc' },
      take: batch,
    });
    yield* articles;
    if (articles.length < batch) return;
    last = articles.at(-1)!.id;
  }
}

async function forgetArticle(
  { db: { prisma }, storage }: App,
  { id, audios }: DeletedArticle,
): Promise<void> {
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
        .set({ text: '', doubtfulPassage: null })
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
 * counts as voiced has its audio. Regenerating it is not charged again.
 * @returns how many
 */
export async function forgetSegments(app: App, before: Date, deletedBefore: Date): Promise<number> {
  let count = 0;
  for (let isMore = true; isMore;) {
    const forgotten = new Set<string>();
    do {
      const keys = await deleteSegments(app, before, deletedBefore);
      for (const key of keys) forgotten.add(key);
      isMore = keys.length === segmentBatch;
    } while (isMore && forgotten.size < segmentsMax);
    // Which encodings of a chunk there are only the folder says.
    for (const folder of ['masters', 'segments'] as const) await deleteStrays(app, folder, forgotten);
    count += forgotten.size;
  }
  return count;
}

async function deleteSegments(app: App, before: Date, deletedBefore: Date): Promise<string[]> {
  const rows = await app.db.unhurried.sql
    .deleteFrom('Segment')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('Segment as s')
        .select('s.key')
        .where('s.state', '=', 'voiced')
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('Chunk as c').select('c.id').whereRef('c.segmentKey', '=', 's.key'))),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('Audio as u').select('u.version').whereRef('u.invitation', '=', 's.key'))),
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
            // The row of its article is gone already (delete-private-data.ts).
            eb.not(
              eb.exists(eb.selectFrom('Article as x').select('x.id').whereRef('x.id', '=', 's.articleId')),
            ),
          ]),
        )
        .limit(segmentBatch),
    )
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Deletes previews. The row that refers to one is deleted first, so that the next request generates it
 * again.
 */
export const forgetPreviews = ({ db, log, storage }: App, before: Date): Promise<ItemsOutcome> =>
  eachItem(
    { db, log },
    {
      job: 'previews',
      items: olderFiles(storage, 'previews', before, /^previews\/(.+)\.json$/),
      key: ({ key }) => key,
      work: (preview) => deleteNamed(storage, preview, before),
    },
  );

/**
 * Deletes words that were spoken for playlists, if no playlist says them any more, also none that can be
 * restored; else as previews.
 */
export const forgetWords = (app: App, before: Date, deletedBefore: Date): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'words',
    items: olderFiles(app.storage, wordsFolder, before, /\/([^/]+)\.json$/),
    key: ({ key }) => key,
    async work(words) {
      const { file } = words;
      const says = [
        { introSpoken: file },
        { outroSpoken: file },
        { nextArticleSpoken: file },
        { items: { some: { customFile: file } } },
      ];
      const isKept = { OR: [{ deletedAt: null }, { deletedAt: { gte: deletedBefore } }] };
      const used = { AND: [isKept, { OR: says }], project: { deletedAt: null } };
      if (await app.db.prisma.playlist.findFirst({ where: used, select: { id: true } })) return false;
      return deleteNamed(app.storage, words, before);
    },
  });

/** Deletes sounds as they were converted to be joined, which are converted again when they are needed. */
export const forgetJoinable = (app: App, before: Date): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'joinable',
    items: olderFiles(app.storage, 'joinable', before, /(.+)/),
    key: ({ key }) => key,
    work: ({ key }) => app.storage.delete(key),
  });

interface NamingFile {
  key: string;
  /** Base name of the audio file that it names. */
  file: string;
}

/** Yields the files of a folder that were written before then. @param naming captures what they name */
async function* olderFiles(
  storage: App['storage'],
  folder: string,
  before: Date,
  naming: RegExp,
): AsyncGenerator<NamingFile> {
  for await (const { key, modifiedAt } of storage.list(folder)) {
    const file = naming.exec(key)?.[1];
    if (file !== undefined && modifiedAt < before) yield { key, file };
  }
}

async function deleteNamed(
  storage: App['storage'],
  { key, file }: NamingFile,
  before: Date,
): Promise<boolean> {
  if (!(await deleteIfOlder(storage, key, before))) return false;
  await deleteIfOlder(storage, audioFile(file), before);
  return true;
}
