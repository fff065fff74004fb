import { wordsFolder } from '../areas/playlists/playlist-words.ts';
import type { App } from '../kernel/app.ts';
import { audioFile, flashFile, highResFile } from '../storage/files.ts';

const batch = 200;
const day = 86_400_000;
/**
 * Milliseconds after which a file without a row is one that was left; one that is being made has its row
 * first.
 */
const strayAfter = day;

export interface Forgotten {
  /** Articles whose sound was deleted, because they were. */
  deletedArticles: number;
  segments: number;
  previews: number;
  /** Answers of language models. */
  normalized: number;
  /** Joined files that nobody wants any more. */
  joined: number;
  logs: number;
  /** Places of listeners of skills who did not come back. */
  listeners: number;
}

/**
 * Deletes what has been kept for as long as the configuration says: sound of articles that were deleted,
 * voiced chunks that no version uses, previews, joined files that no playlist and no episode refers to, logs,
 * where listeners were. Done again after a failure it goes on where it stopped.
 */
export async function forget(app: App): Promise<Forgotten> {
  const { retention } = app.config;
  const before = (days: number): Date => new Date(Date.now() - days * day);
  const deletedArticles = await forgetDeletedArticles(app, before(retention.deletedDays));
  const segments = await forgetSegments(app, before(retention.segmentsDays), before(retention.deletedDays));
  const previews = await forgetPreviews(app, before(retention.previewsDays));
  const words = await forgetWords(app, before(retention.previewsDays));
  const joined = await forgetJoined(app, before(retention.versionsDays), before(retention.deletedDays));
  // By hand: deleting much takes longer than Prisma's statements may.
  const { sql } = app.db.unhurried;
  const logs = await Promise.all(
    [sql.deleteFrom('ArticleLog'), sql.deleteFrom('ProjectLog')].map((old) =>
      old.where('createdAt', '<', before(retention.logsDays)).executeTakeFirst(),
    ),
  );
  const normalized = await sql
    .deleteFrom('NormalizedText')
    .where('usedAt', '<', before(retention.segmentsDays))
    .executeTakeFirst();
  const gone = await sql
    .deleteFrom('AlexaListener')
    .where('modifiedAt', '<', before(retention.logsDays))
    .executeTakeFirst();
  return {
    deletedArticles,
    segments,
    previews: previews + words,
    normalized: Number(normalized.numDeletedRows),
    joined,
    logs: logs.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0),
    listeners: Number(gone.numDeletedRows),
  };
}

/** Nobody is given their sound any more, so the files go before the rows that tell where they are. */
async function forgetDeletedArticles({ db: { prisma }, storage }: App, before: Date): Promise<number> {
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
        for (const file of [
          audioFile(version),
          highResFile(version, 'mp3'),
          highResFile(version, 'wav'),
          flashFile(version),
        ])
          await storage.delete(file);
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

/** The row goes first: a chunk that counts as voiced has its sound. Voiced again, it is not charged again. */
async function forgetSegments(app: App, before: Date, deletedBefore: Date): Promise<number> {
  const rows = await app.db.unhurried.sql
    .deleteFrom('Segment as s')
    .where('s.state', '=', 'voiced')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Chunk as c').select('c.id').whereRef('c.segmentKey', '=', 's.key'))),
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
  await deleteStraySegments(app, new Set(rows.map(({ key }) => key)));
  return rows.length;
}

/**
 * Deletes files of voiced chunks that have no row: of those that were just forgotten, and what a process left
 * that was ended between the row and its files. A chunk's sound may be there in several encodings.
 */
async function deleteStraySegments(
  { db: { prisma }, storage }: App,
  forgotten: ReadonlySet<string>,
): Promise<void> {
  const oldest = new Date(Date.now() - strayAfter);
  for (const folder of ['masters', 'segments']) {
    let found: [file: string, key: string][] = [];
    const deleteStray = async (): Promise<void> => {
      const rows = await prisma.segment.findMany({
        where: { key: { in: found.map(([, key]) => key) } },
        select: { key: true },
      });
      const kept = new Set(rows.map(({ key }) => key));
      for (const [file, key] of found) if (!kept.has(key)) await storage.delete(file);
      found = [];
    };
    for await (const { key: file, modifiedAt } of storage.list(folder)) {
      const [, key] = /^[a-z]+\/([^-.]+)/.exec(file) ?? [];
      if (key === undefined || (modifiedAt >= oldest && !forgotten.has(key))) continue;
      found.push([file, key]);
      if (found.length >= batch) await deleteStray();
    }
    await deleteStray();
  }
}

/** What tells of a preview goes first, so that whoever asks for it again has it made again. */
async function forgetPreviews({ storage }: App, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, modifiedAt } of storage.list('previews')) {
    const [, file] = /^previews\/(.+)\.json$/.exec(key) ?? [];
    if (file === undefined || modifiedAt >= before) continue;
    await storage.delete(key);
    await storage.delete(audioFile(file));
    count += 1;
  }
  return count;
}

/** Words that were spoken for playlists, of which none says them any more; else as previews. */
async function forgetWords({ db: { prisma }, storage }: App, before: Date): Promise<number> {
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
    if (await prisma.playlist.findFirst({ where: { deletedAt: null, OR: says }, select: { id: true } }))
      continue;
    await storage.delete(key);
    await storage.delete(audioFile(file));
    count += 1;
  }
  return count;
}

/**
 * What was wanted lately stays, and so does what a playlist or an episode refers to. The file goes before the
 * row's end is seen, so that whoever asks for it again meanwhile has it made again.
 */
async function forgetJoined({ db, storage }: App, before: Date, deletedBefore: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await db.unhurried.transaction(async (sql) => {
      const row = await sql
        .deleteFrom('JoinedAudio')
        .where('key', '=', ({ selectFrom }) =>
          selectFrom('JoinedAudio as j')
            .innerJoin('Project as p', 'p.id', 'j.projectId')
            .select('j.key')
            .where((eb) =>
              eb.or([
                eb('p.deletedAt', '<', deletedBefore),
                eb.and([
                  eb('j.usedAt', '<', before),
                  eb.not(
                    eb.exists(
                      eb
                        .selectFrom('Playlist as l')
                        .select('l.id')
                        .whereRef('l.joined', '=', 'j.key')
                        .where('l.deletedAt', 'is', null),
                    ),
                  ),
                  eb.not(
                    eb.exists(
                      eb
                        .selectFrom('Episode as e')
                        .innerJoin('Channel as c', 'c.id', 'e.channelId')
                        .select('e.id')
                        .where((of) =>
                          of.or([of('e.file', '=', of.ref('j.key')), of('e.joined', '=', of.ref('j.key'))]),
                        )
                        .where('e.deletedAt', 'is', null)
                        .where('c.deletedAt', 'is', null),
                    ),
                  ),
                ]),
              ]),
            )
            .limit(1)
            .forUpdate('j')
            .skipLocked(),
        )
        .returning('key')
        .executeTakeFirst();
      if (row) await storage.delete(audioFile(row.key));
      return row !== undefined;
    });
    if (!deleted) break;
    count += 1;
  }
  // Made again when they are needed.
  for await (const { key, modifiedAt } of storage.list('joinable'))
    if (modifiedAt < before) await storage.delete(key);
  return count;
}
