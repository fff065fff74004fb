import { findUsage } from '../../server/areas/voice/dictionaries/entry-usage.ts';
import { actorOf } from '../support/factories.ts';
import { runSql } from '../support/postgres.ts';
import { measured, type Figure, type Measure } from './figure.ts';
import { withNewsroom } from './newsroom-database.ts';

/** Words of an article, and of all of them: a few are in nearly every one, most in very few. */
const words = { article: 60, all: 50_000 };
const sought = 20;

/**
 * Finding articles that have words of a dictionary's entries among a million, over the area's function: one
 * entry at a time, from the rarest word to one that nearly every article has, and all of them at once.
 */
export const usageFigures = (articles: number, rounds: number): Promise<Figure[]> =>
  withNewsroom(async ({ app, room, url }) => {
    await fill(url, room.project.id, articles);
    const entries = await app.db.prisma.dictionaryEntry.createManyAndReturn({
      data: Array.from({ length: sought }, (_, index) => ({
        dictionaryId: room.dictionary.id,
        source: `w${Math.round(words.all * (index / sought) ** 3)}`,
        replacement: 'said',
      })),
    });
    const actor = actorOf(room.editor);
    const timeOf = async (ids: number[]): Promise<number> => {
      const begun = performance.now();
      await findUsage(app, actor, { entries: ids });
      return performance.now() - begun;
    };
    const one: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const { id } of entries) one.push(await timeOf([id]));
      together.push(await timeOf(entries.map(({ id }) => id)));
    }
    const p95 = one.toSorted((a, b) => a - b)[Math.floor(one.length * 0.95)]!;
    const among = `${articles.toLocaleString('en')} articles`;
    const shape: Pick<Measure, 'unit' | 'better' | 'plausible'> = {
      unit: 'ms',
      better: 'lower',
      plausible: [0.1, 60_000],
    };
    return [
      measured(
        { ...shape, name: `find usage of one entry, p95`, bar: 300 },
        [p95],
        `${among}; ${one.length} of them`,
      ),
      measured({ ...shape, name: `find usage of ${sought} entries at once`, bar: 1_000 }, together, among),
    ];
  });

/**
 * Uses a separate connection, because the server's statements have a shorter timeout. Builds the index at
 * once.
 */
async function fill(url: string, projectId: number, articles: number): Promise<void> {
  const random = `'w' || floor(${words.all} * power(random(), 3))::int`;
  for (const statement of [
    'ALTER TABLE "Article" DISABLE TRIGGER article_words_added',
    'DROP INDEX "ArticleWords_words"',
    `INSERT INTO "Article" ("projectId", title, text, labels, status)
     SELECT ${projectId}, 'Article ' || n,
            (SELECT string_agg(${random}, ' ') FROM generate_series(1, ${words.article}) AS w WHERE n > 0), '{}', 'ready'
       FROM generate_series(1, ${articles}) AS n`,
    `INSERT INTO "ArticleWords" SELECT "id", article_words("title" || ' ' || "text") || '#${projectId}'::text FROM "Article"
     ON CONFLICT DO NOTHING`,
    'CREATE INDEX "ArticleWords_words" ON "ArticleWords" USING gin ("words")',
    'VACUUM ANALYZE "ArticleWords"',
    'VACUUM ANALYZE "Article"',
  ])
    await runSql(url, statement);
}
