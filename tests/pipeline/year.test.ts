import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AdUnit, Project } from '../../prisma/generated/client/client.ts';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { ensureJoined } from '../../server/areas/library/joined-audio/joined-audio.ts';
import { deleteProject } from '../../server/areas/projects/projects/projects.ts';
import { uploadImage } from '../../server/areas/library/sounds/cover-images.ts';
import { deleteSound, storeSound } from '../../server/areas/library/sounds/sounds.ts';
import { ValidationError } from '../../server/kernel/errors.ts';
import { system } from '../../server/kernel/actor.ts';
import { UploadedFile } from '../../server/lib/requests/uploaded-file.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { letDaysPass, letFilesAge } from '../support/days-pass.ts';
import { runs } from '../support/full.ts';
import { png, wav } from '../support/media.ts';
import { patience } from '../../scripts/patience.ts';
import { seed } from '../support/run-seed.ts';
import { expectFilesToAgree } from './files-and-rows.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const months = runs(2, 12);
/** Days. */
const month = 30;

/** Tables that are never cleaned up, and why they stay small; all others are cleaned up. */
const stays: Record<string, string> = {
  User: 'people',
  Organization: 'customers',
  Account: 'one for each of them',
  LedgerEntry: 'the books',
  Charge: 'what is paid for, so that it is not paid for again',
  DailyUsage: 'the books, by the day',
  VoiceUsage: 'the books, by the day and what voiced it',
  Project: 'the books name it',
  Article: 'the books name it, without its text; a feed does not bring it again',
  ArticleWords: 'found by them; a row for each article that is there',
  ArticleTally: 'a row a day and status',
  Playlist: 'a project’s configuration',
  Dictionary: 'a project’s configuration',
  RightWord: 'a project’s configuration',
  Review: 'what people said of articles, for comparisons over time',
  AdCampaign: 'what its ads were served',
  SecurityEntry: 'nobody may take an entry away within a year',
  Upkeep: 'a row for each part of the clean-up',
  VoiceCatalogue: 'a row for each speech service',
  ListeningProgress: 'one row',
  CoarseListening: 'a row for each project that was heard',
};

interface Newsroom {
  organizationId: number;
  project: Project;
  ads: AdUnit[];
}

test(
  `over ${months} months of two organizations statements stay constant, storage matches rows, and only listed tables grow`,
  { timeout: (months * patience.test) / 2 },
  async () => {
    console.log(`seed ${seed}`);
    const random = randomFrom(seed);
    const { app, make } = pipeline;
    const newsrooms: Newsroom[] = [];
    for (let index = 0; index < 2; index++) {
      const { id: organizationId } = await make.organization({ balance: 1_000n, features: ['paywall'] });
      newsrooms.push({ organizationId, project: await newProject(organizationId), ads: [] });
    }
    const statements = new Map<number, string>();
    for (let now = 0; now < months; now++) {
      for (const newsroom of newsrooms) await liveAMonth(newsroom, random, now);
      await letAMonthPass();
      await cleanUp(app);
      await expectFilesToAgree(app);
      for (const [then, said] of await statementsByMonth(now + 1)) {
        expect(said, `the statement of month ${then}, after month ${now}`).toBe(statements.get(then) ?? said);
        statements.set(then, said);
      }
    }
    expect(statements.size).toBeGreaterThanOrEqual(months);

    // Everything ends, and a year later nothing is left of it but what is listed.
    for (const { project, ads } of newsrooms) {
      await deleteProject(app, system, project.id);
      await app.db.prisma.adUnit.deleteMany({ where: { id: { in: ads.map(({ id }) => id) } } });
    }
    for (let left = 0; left < 14; left++) await letAMonthPass();
    await cleanUp(app);
    await expectFilesToAgree(app);
    expect(await tablesWithRows()).toEqual(expect.arrayContaining(['LedgerEntry', 'Charge', 'Article']));
    expect((await tablesWithRows()).filter((table) => !(table in stays))).toEqual([]);
    expect(await app.db.prisma.article.count({ where: { text: { not: '' } } })).toBe(0);
  },
);

async function newProject(organizationId: number): Promise<Project> {
  const paywall = { paywall: true, paywallParagraphLimit: 1, paywallAudioSuffixEnabled: true };
  return offlineProject(pipeline, { organizationId, ...paywall });
}

/** Performs every operation that leaves data, in random order. */
async function liveAMonth(newsroom: Newsroom, random: () => number, now: number): Promise<void> {
  const { app, make } = pipeline;
  const { prisma } = app.db;
  const { organizationId, project } = newsroom;
  const where = { projectId: project.id, deletedAt: null };
  const one = <T>(all: T[]): T | undefined => all[Math.floor(random() * all.length)];
  const words = () => `Number ${Math.floor(random() * 1_000)} of month ${now}.`;
  const write = async (projectId: number): Promise<void> => {
    const { id } = await make.article(projectId, { title: words() });
    await pipeline.voice(id, { text: `${words()}\n\n${words()} The same each time.` });
  };
  const acts = [
    () => write(project.id),
    async () => {
      const article = one(await prisma.article.findMany({ where }));
      if (article) await pipeline.voice(article.id, { text: `${words()}\n\nThe same each time.` });
    },
    async () => {
      const article = one(await prisma.article.findMany({ where }));
      if (article) await deleteArticle(app, system, article.id);
    },
    async () => {
      const bytes = wav({ seconds: 0.3, frequency: 200 + Math.floor(random() * 100) });
      const { file } = await storeSound(app, system, project.id, new UploadedFile('beep.wav', bytes));
      const use = Math.floor(random() * 3);
      if (use === 0)
        await prisma.playlist.create({ data: { projectId: project.id, name: words(), introFile: file } });
      if (use === 1) {
        const ad = await make.adUnit(organizationId);
        newsroom.ads.push(await prisma.adUnit.update({ where: { id: ad.id }, data: { file } }));
      }
    },
    async () => {
      const sound = one(await prisma.sound.findMany({ where }));
      if (sound) await deleteSound(app, system, sound).catch(expectRefusal);
    },
    async () => {
      const size = 8 + Math.floor(random() * 100);
      const { tag } = await uploadImage(app, system, png({ width: size, height: size }));
      if (random() < 0.5) await prisma.project.update({ where: { id: project.id }, data: { cover: tag } });
    },
    async () => {
      const articles = await prisma.article.findMany({ where: { ...where, audio: { not: null } } });
      if (articles.length === 0) return;
      const parts = articles
        .slice(0, 3)
        .map(({ id, title, audio }) => ({ file: audio!, gapMs: 500, title, articleId: id }));
      const { key } = await app.db.transaction((sql) =>
        ensureJoined(app, sql, { projectId: project.id, title: words(), parts }),
      );
      await expect
        .poll(async () => (await prisma.joinedAudio.findUniqueOrThrow({ where: { key } })).state)
        .toBe('ready');
    },
    async () => {
      // A project that comes and goes.
      const passing = await newProject(organizationId);
      await write(passing.id);
      await deleteProject(app, system, passing.id);
    },
    () => leaveBehind(now),
    () => credit(app.db.sql, { organizationId }, 100n, { kind: 'credited', why: 'Invoice' }),
  ];
  await write(project.id);
  for (const act of acts.sort(() => random() - 0.5)) await act();
}

/** What processes leave that are killed, and what is counted. */
async function leaveBehind(now: number): Promise<void> {
  const { app } = pipeline;
  const name = `preview-${randomUUID().replaceAll('-', '')}`;
  await app.storage.put(`audio/${name}.mp3`, Buffer.from('sound'));
  if (now % 2 === 0) await app.storage.put(`previews/${name}.json`, Buffer.from('{"durationMs":1}'));
  for (const key of [`audio/${randomUUID()}.mp3`, `images/${randomUUID()}`, `segments/${'0'.repeat(64)}.mp3`])
    await app.storage.put(key, Buffer.from('left'));
  await writeFile(join(app.config.dataDir, 'files', 'audio', 'half.mp3.0123456789ab.tmp'), 'half');
  await app.db.pool.query(
    `INSERT INTO "RefusedEvents" VALUES (date_trunc('hour', now()), 0, 'bot', 1) ON CONFLICT DO NOTHING`,
  );
}

function expectRefusal(error: unknown): void {
  if (!(error instanceof ValidationError)) throw error;
}

async function letAMonthPass(): Promise<void> {
  const { app } = pipeline;
  await letDaysPass(app.db, month);
  await letFilesAge(join(app.config.dataDir, 'files'), month);
}

/** What each month's statements say, by the number of the month. @param now number of the present one */
async function statementsByMonth(now: number): Promise<Map<number, string>> {
  const { rows } = await pipeline.app.db.pool.query<{ ago: number; said: string }>(
    `SELECT ago, string_agg(said, '; ' ORDER BY said) AS said FROM (
       SELECT round(((now() AT TIME ZONE 'UTC')::date - "day") / $1::float8)::int AS ago,
         concat_ws(' ', "accountId", "kind", count(*), sum("amount"), sum("saved"), sum("cost")) AS said
       FROM "LedgerEntry" GROUP BY "accountId", "kind", 1) statement GROUP BY ago`,
    [month],
  );
  return new Map(rows.map(({ ago, said }) => [now - ago, said]));
}

async function tablesWithRows(): Promise<string[]> {
  const { pool } = pipeline.app.db;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`SELECT 1 FROM "${name}" LIMIT 1`);
    if (rowCount) found.push(name);
  }
  return found;
}
