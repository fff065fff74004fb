import { claimNextReview } from '../../server/areas/review/review/next-review.ts';
import { readReviewQuality } from '../../server/areas/review/review/quality/review-quality.ts';
import { findIn } from '../../server/areas/review/review/findings/finders.ts';
import {
  alarmTable,
  demoArticles,
  falseAlarms,
  hasRealPages,
  realArticles,
  unvoicedArticle,
} from '../support/clean-articles.ts';
import { runSql } from '../support/postgres.ts';
import { measured, unmeasured, type Figure, type Measure } from './figure.ts';
import { withNewsroom, type MeasuredNewsroom } from './newsroom-database.ts';
import { definePart } from './part.ts';

const reviewers = 20;

/**
 * Quality review: what it costs to look through an article's text, how often something is found where
 * nothing is wrong, and how long reviewers wait for the next article when twenty of them ask at once.
 */
export const part = definePart({
  minutes: 6,
  rows: ['findings', 'alarms', 'start'],
  full: { rounds: 15, pages: 200, articles: 1_000_000, turns: 25 },
  tiny: { rounds: 1, pages: 2, articles: 500, turns: 1 },
  async measure({ rounds, pages, articles, turns }, wants) {
    return [
      ...(wants('findings') ? [await findingsFigure(rounds)] : []),
      ...(wants('alarms') ? [await alarmsFigure(pages)] : []),
      ...(wants('start') ? await startFigures(articles, turns) : []),
    ];
  },
});

async function findingsFigure(rounds: number): Promise<Figure> {
  const [{ text, language }] = demoArticles as [(typeof demoArticles)[number]];
  const numbered = Array.from({ length: 40 }, (_, index) => `${index}. ${text}`);
  const article = unvoicedArticle(numbered.join('\n\n').slice(0, 5_000), language);
  const cpu = async (): Promise<number> => {
    const before = process.cpuUsage();
    await findIn(article);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  await cpu();
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await cpu());
  return measured(
    { ...milliseconds, name: 'findings of 5,000 characters, CPU', bar: 150 },
    values,
    'text and what was measured of its sound',
  );
}

async function alarmsFigure(pages: number): Promise<Figure> {
  const measure: Measure = {
    name: 'false alarms in 1,000 words of clean articles',
    unit: 'times',
    bar: 1,
    better: 'lower',
    plausible: [0, 100],
  };
  if (!hasRealPages) return unmeasured(measure, 'the corpus is absent');
  const alarms = await falseAlarms([...demoArticles, ...realArticles(pages)]);
  console.error(alarmTable(alarms));
  return measured(measure, [alarms.perThousand], `${alarms.words} words`);
}

const milliseconds: Pick<Measure, 'unit' | 'better' | 'plausible'> = {
  unit: 'ms',
  better: 'lower',
  plausible: [0.01, 60_000],
};

const startFigures = (articles: number, turns: number): Promise<Figure[]> =>
  withNewsroom(async ({ app, room, url }) => {
    await fill(url, room.project.id, articles);
    const actors = await team({ app, room, url });
    // All ask at once, and again as soon as they have been answered: what they leave is free for the next.
    const ask = async (times: number): Promise<number[]> => {
      const waited: number[] = [];
      const askAgain = async (actor: (typeof actors)[number]) => {
        for (let turn = 0; turn < times; turn++) {
          const begun = performance.now();
          if (!(await claimNextReview(app, actor, room.project.id))) throw new Error('There was none left.');
          waited.push(performance.now() - begun);
        }
      };
      await Promise.all(actors.map(askAgain));
      return waited;
    };
    // A server that has just begun compiles its code and opens its connections.
    await ask(5);
    const waited = await ask(turns);
    const quality: number[] = [];
    for (let round = 0; round < 5; round++) {
      const begun = performance.now();
      await readReviewQuality(app, actors[0]!, { projectId: room.project.id });
      quality.push(performance.now() - begun);
    }
    const p95 = waited.toSorted((a, b) => a - b)[Math.floor(waited.length * 0.95)]!;
    const among = `${articles.toLocaleString('en')} articles, a tenth to be reviewed`;
    return [
      measured(
        { ...milliseconds, name: `Start QA, p95, ${reviewers} at once`, bar: 50 },
        [p95],
        `${among}; ${waited.length} of them`,
      ),
      measured(
        { ...milliseconds, name: 'quality over twelve weeks', bar: 1_000 },
        quality,
        `${among}; 1 % reviewed`,
      ),
    ];
  });

/** Creates reviewers, each with a separate session. */
async function team({ app }: MeasuredNewsroom) {
  const { prisma } = app.db;
  return Promise.all(
    Array.from({ length: reviewers }, async (_, index) => {
      const user = await prisma.user.create({
        data: { email: `reviewer-${index}@example.org`, fullname: `Reviewer ${index}`, role: 'admin' },
      });
      const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1_000);
      const session = await prisma.session.create({ data: { userId: user.id, expiresAt } });
      return { kind: 'user' as const, userId: user.id, role: user.role, sessionId: session.id };
    }),
  );
}

/** Uses a separate connection, because the server's statements have a shorter timeout. */
async function fill(url: string, projectId: number, articles: number): Promise<void> {
  for (const statement of [
    'ALTER TABLE "Article" DISABLE TRIGGER USER',
    `INSERT INTO "Article" ("projectId", title, "titleFolded", text, labels, status, "qaStatus", "addedAt")
     SELECT ${projectId}, 'Article ' || n, 'article ' || n, 'x', '{}', 'ready',
            CASE WHEN n % 10 = 0 THEN 'sampled'::"ArticleQaStatus" WHEN n % 100 = 1 THEN 'reviewed' END, now() - n * interval '10 seconds'
       FROM generate_series(1, ${articles}) AS n`,
    `INSERT INTO "Review" ("projectId", "articleId", "userId", rating, "voiceProvider", "voiceName", "finishedAt")
     SELECT ${projectId}, "id", NULL, 1 + "id" % 5, 'offline', 'voice-' || "id" % 7, "addedAt" FROM "Article" WHERE "qaStatus" = 'reviewed'`,
    'ALTER TABLE "Article" ENABLE TRIGGER USER',
    'VACUUM ANALYZE "Article"',
    'VACUUM ANALYZE "Review"',
  ])
    await runSql(url, statement);
}
