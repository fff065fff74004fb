import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import {
  credit,
  giveBack,
  giveBackAbandoned,
  reserve,
  OutOfCharactersError,
  type Payer,
} from '../../server/areas/access/accounts/ledger.ts';
import { system } from '../../server/kernel/actor.ts';
import { updateProject } from '../../server/areas/projects/projects/update-project.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { letMidnightPass } from '../support/recount.ts';
import { billed } from './billed.ts';
import { offlineProject, usePipeline } from './pipeline.ts';
import { seed } from '../support/run-seed.ts';

const pipeline = usePipeline();

/** `count` characters, and different from every other call. */
const words = (index: number, count: number): string =>
  `Number ${index} `
    .padEnd(count - 1, 'and so on ')
    .trimEnd()
    .padEnd(count - 1, 'x') + '.';

async function accounts() {
  const { rows } = await pipeline.app.db.pool.query<{
    charged: number;
    used: number;
    reserved: number;
    unpaid: number;
  }>(
    `SELECT (SELECT coalesce(sum("characters"), 0) FROM "Charge")::int AS charged, (SELECT coalesce(sum("characters"), 0) FROM "DailyUsage")::int AS used,
       (SELECT count(*) FROM "Segment" WHERE "state" = 'reserved')::int AS reserved,
       (SELECT count(*) FROM "Segment" s LEFT JOIN "Charge" c ON c."segmentKey" = s."key" WHERE c."segmentKey" IS NULL)::int AS unpaid`,
  );
  return rows[0]!;
}

const balanceOf = async (id: number): Promise<number> =>
  Number((await pipeline.app.db.prisma.account.findUniqueOrThrow({ where: { organizationId: id } })).balance);

describe('the daily limit', () => {
  test('stops an article completely without a charge, until midnight', async () => {
    const project = await offlineProject(pipeline, { limitEnabled: true, limitPerDay: 120 });
    const [one, two] = [
      await pipeline.make.article(project.id, { title: 'Title', text: words(1, 80) }),
      await pipeline.make.article(project.id, { title: 'Other', text: words(2, 60) }),
    ];
    expect(await pipeline.voice(one.id)).toMatchObject({ status: 'ready' });
    expect(await pipeline.voice(two.id)).toMatchObject({
      status: 'limit_reached',
      error:
        'The project’s daily limit of 120 characters is reached. Audio generation continues after midnight (UTC).',
    });
    expect(await accounts()).toEqual({ charged: 85, used: 85, reserved: 0, unpaid: 0 });

    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 0 });
    await letMidnightPass(pipeline.app.db);
    await pipeline.app.db.pool.query(`UPDATE "Article" SET "updatedAt" = "updatedAt" - interval '1 day'`);
    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 1 });
    expect(await pipeline.until(two.id, ['ready'])).toMatchObject({ run: 2, error: null });
  });

  test('that is raised or removed resumes stopped articles at once; a lowered one does not', async () => {
    const project = await offlineProject(pipeline, { limitEnabled: true, limitPerDay: 20 });
    const save = (input: object) => updateProject(pipeline.app, system, { id: project.id, ...input });
    const stopped = await pipeline.make.article(project.id, { title: 'Title', text: words(1, 60) });
    expect(await pipeline.voice(stopped.id)).toMatchObject({ status: 'limit_reached' });
    await save({ limitPerDay: 10 });
    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 0 });
    await save({ limitPerDay: 40 });
    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 1 });
    // It is still too long, and is not tried again and again.
    await pipeline.until(stopped.id, ['limit_reached']);
    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 0 });
    await save({ limitEnabled: false });
    expect(await sweep(pipeline.app)).toMatchObject({ renewed: 1 });
    expect(await pipeline.until(stopped.id, ['ready'])).toMatchObject({ error: null });
  });

  test('reports articles that can never fit', async () => {
    const project = await offlineProject(pipeline, { limitEnabled: true, limitPerDay: 30 });
    const article = await pipeline.make.article(project.id, { title: 'Title', text: words(1, 60) });
    expect(await pipeline.voice(article.id)).toMatchObject({
      status: 'limit_reached',
      error:
        'This article needs 65 characters, more than the project’s daily limit of 30. Raise the limit in the settings.',
    });
  });

  test('counts only generated text: an edit within the limit passes', async () => {
    const project = await offlineProject(pipeline, { limitEnabled: true, limitPerDay: 100 });
    const article = await pipeline.make.article(project.id, { title: 'Title', text: words(1, 90) });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready' });
    expect(await pipeline.voice(article.id, { text: `${words(1, 90)} Five.` })).toMatchObject({
      status: 'ready',
    });
    expect(await accounts()).toMatchObject({ charged: 100, used: 100 });
  });
});

describe('the balance', () => {
  test('is never overdrawn by a hundred concurrent articles', async () => {
    const organization = await pipeline.make.organization({ balance: 500n });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    const articles = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        pipeline.make.article(project.id, { title: 'Title', text: words(index, 40) }),
      ),
    );
    await Promise.all(articles.map(({ id }) => pipeline.begin(id)));
    const ended = await pipeline.untilEnded(project.id);
    const refused = ended.filter(({ status }) => status === 'errored');
    expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(['out of chars']));
    const balance = await balanceOf(organization.id);
    const { charged, ...rest } = await accounts();
    expect(rest).toEqual({ used: charged, reserved: 0, unpaid: 0 });
    expect(charged + balance).toBe(500);
    // Not one that could still be paid was refused: the title is charged once, each text with 40.
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBeLessThan(45);
    expect(ended.length - refused.length).toBe(12);
  });

  test('that is credited resumes stopped articles, oldest first, once per credit', async () => {
    const { id: organizationId } = await pipeline.make.organization({ balance: 10n });
    const project = await offlineProject(pipeline, { organizationId });
    const stopped: number[] = [];
    for (const [index, addedAt] of [2, 1, 3].entries()) {
      const text = words(index, 60);
      const given = { title: '', text, addedAt: new Date(Date.now() - addedAt * 3_600_000) };
      const { id } = await pipeline.make.article(project.id, given);
      expect(await pipeline.voice(id)).toMatchObject({ status: 'errored', error: 'out of chars' });
      stopped.push(id);
    }
    const [second, last, first] = stopped as [number, number, number];
    const other = await pipeline.make.article(project.id, { status: 'errored', error: 'Something else.' });
    const add = (amount: bigint) =>
      credit(pipeline.app.db.sql, { organizationId }, amount, { kind: 'credited', why: 'Invoice' });
    const statuses = async () =>
      (await pipeline.app.db.prisma.article.findMany({ orderBy: { addedAt: 'asc' } })).map(
        ({ status }) => status,
      );
    // What it began with was long ago.
    await pipeline.app.db.pool.query(`UPDATE "Account" SET "creditedAt" = "creditedAt" - interval '1 hour'`);
    expect(await sweep(pipeline.app)).toMatchObject({ credited: 0 });

    // Begun in order of their age; the account pays for one.
    const begun: number[] = [];
    const { send } = pipeline.app.queue;
    const queue: typeof pipeline.app.queue = {
      ...pipeline.app.queue,
      send: async (sql, job, payload, options) => {
        if (job.name === 'article') begun.push((payload as { articleId: number }).articleId);
        return send(sql, job, payload, options);
      },
    };
    await add(60n);
    expect(await sweep({ ...pipeline.app, queue })).toMatchObject({ credited: 3 });
    expect(begun).toEqual([first, second, last]);
    await pipeline.untilEnded(project.id);
    expect((await statuses()).filter((status) => status === 'ready')).toHaveLength(1);

    // It is not tried again and again, once what was under way when the credit came has ended.
    await pipeline.app.db.pool.query(
      `UPDATE "Account" SET "creditedAt" = "creditedAt" - interval '1 minute'`,
    );
    await sweep(pipeline.app);
    expect(await sweep(pipeline.app)).toMatchObject({ credited: 0 });
    // Nor once something is returned to the account.
    const payer = { projectId: project.id, organizationId, ownerId: project.ownerId, limitPerDay: null };
    await reserve(pipeline.app.db, payer, other.id, [billed('b', 5)]);
    await giveBack(pipeline.app.db, other.id, ['b']);
    expect(await sweep(pipeline.app)).toMatchObject({ credited: 0 });
    await add(1_000n);
    expect(await sweep(pipeline.app)).toMatchObject({ credited: 2 });
    await pipeline.untilEnded(project.id);
    expect(await pipeline.app.db.prisma.article.findMany({ where: { status: 'errored' } })).toMatchObject([
      { id: other.id, error: 'Something else.' },
    ]);
    expect(await pipeline.log(last)).toContainEqual({
      action: 'the account was credited',
      text: null,
      diff: null,
    });
  });

  test('of an account that becomes invoiced resumes its stopped articles, and no others', async () => {
    const stopped: number[] = [];
    const organizations: number[] = [];
    for (let index = 0; index < 2; index++) {
      const { id: organizationId } = await pipeline.make.organization({ balance: 0n });
      const project = await offlineProject(pipeline, { organizationId });
      const { id } = await pipeline.make.article(project.id, { text: words(index, 60) });
      expect(await pipeline.voice(id)).toMatchObject({ error: 'out of chars' });
      stopped.push(id);
      organizations.push(organizationId);
    }
    await pipeline.app.db.prisma.account.update({
      where: { organizationId: organizations[0]! },
      data: { verified: true },
    });
    expect(await sweep(pipeline.app)).toMatchObject({ credited: 1 });
    expect(await pipeline.until(stopped[0]!, ['ready'])).toMatchObject({ error: null });
    expect(await pipeline.until(stopped[1]!, ['errored'])).toMatchObject({ run: 1 });
  });

  test('of a verified account may become negative', async () => {
    const organization = await pipeline.make.organization({ balance: 10n, verified: true });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    const article = await pipeline.make.article(project.id, { title: 'Title', text: words(1, 40) });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready' });
    expect(await balanceOf(organization.id)).toBe(-35);
  });

  test('that is too small makes the article fail, and it resumes once there is more', async () => {
    const organization = await pipeline.make.organization({ balance: 10n });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    const article = await pipeline.make.article(project.id, { title: 'Title', text: words(1, 40) });
    expect(await pipeline.voice(article.id)).toMatchObject({
      status: 'errored',
      error: 'out of chars',
      audio: null,
    });
    expect(await accounts()).toEqual({ charged: 0, used: 0, reserved: 0, unpaid: 0 });
    await credit(pipeline.app.db.sql, { organizationId: organization.id }, 35n, {
      kind: 'credited',
      why: 'Bought',
    });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready' });
    expect(await balanceOf(organization.id)).toBe(0);
  });
});

describe('reservations', () => {
  async function payer(balance: bigint): Promise<Payer & { organizationId: number }> {
    const organization = await pipeline.make.organization({ balance });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    return {
      projectId: project.id,
      organizationId: organization.id,
      ownerId: project.ownerId,
      limitPerDay: null,
    };
  }

  test('are refunded once, for any number of attempts', async () => {
    const account = await payer(100n);
    await reserve(pipeline.app.db, account, 1, [billed('a', 30), billed('b', 20)]);
    expect(await balanceOf(account.organizationId)).toBe(50);
    await Promise.all([
      giveBack(pipeline.app.db, 1, ['a']),
      giveBack(pipeline.app.db, 1, ['a', 'c']),
      giveBack(pipeline.app.db, 1, ['a']),
      giveBack(pipeline.app.db, 2, ['b']),
    ]);
    expect(await balanceOf(account.organizationId)).toBe(80);
    expect(await accounts()).toEqual({ charged: 20, used: 20, reserved: 1, unpaid: 0 });
  });

  test('that are refunded after midnight count on the day of the reservation', async () => {
    const account = await payer(100n);
    await reserve(pipeline.app.db, account, 1, [billed('a', 30), billed('b', 20)]);
    await letMidnightPass(pipeline.app.db);
    await giveBack(pipeline.app.db, 1, ['b']);
    const days = await pipeline.app.db.prisma.dailyUsage.findMany({ select: { characters: true } });
    expect(days).toEqual([{ characters: 30 }]);
  });

  test('of a crashed owner pass to the next one that needs them, who pays instead', async () => {
    const [one, two] = [await payer(100n), await payer(100n)];
    await reserve(pipeline.app.db, one, 1, [billed('a', 30)]);
    expect(await reserve(pipeline.app.db, two, 2, [billed('a', 30)])).toEqual({
      reserved: [],
      voiced: [],
      elsewhere: ['a'],
    });
    await pipeline.app.db.pool.query(`UPDATE "Segment" SET "leaseUntil" = now() - interval '1 second'`);
    expect(await reserve(pipeline.app.db, two, 2, [billed('a', 30)])).toEqual({
      reserved: ['a'],
      voiced: [],
      elsewhere: [],
    });
    expect([await balanceOf(one.organizationId), await balanceOf(two.organizationId)]).toEqual([100, 70]);
  });

  test('that are abandoned are refunded by the sweeper', async () => {
    const account = await payer(100n);
    await reserve(pipeline.app.db, account, 1, [billed('a', 30)]);
    expect(await giveBackAbandoned(pipeline.app.db)).toBe(0);
    await pipeline.app.db.pool.query(`UPDATE "Segment" SET "leaseUntil" = now() - interval '2 minutes'`);
    expect(await giveBackAbandoned(pipeline.app.db)).toBe(1);
    expect(await balanceOf(account.organizationId)).toBe(100);
  });

  test('of many concurrent accounts leave balanced books', async () => {
    console.log(`seed ${seed}`);
    const random = randomFrom(seed);
    const payers = [await payer(400n), await payer(400n), await payer(400n)];
    const items = Array.from({ length: 12 }, (_, index) => billed(`key ${index}`, 10 + index * 7));
    const pick = () => items.filter(() => random() < 0.4).sort(() => random() - 0.5);
    const act = async (articleId: number) => {
      for (let turn = 0; turn < 15; turn++) {
        const mine = await reserve(pipeline.app.db, payers[articleId % 3]!, articleId, pick()).catch(
          (error: unknown) => {
            if (!(error instanceof OutOfCharactersError)) throw error;
            return { reserved: [] as string[] };
          },
        );
        const voiced = mine.reserved.filter(() => random() < 0.1);
        await pipeline.app.db.pool.query(`UPDATE "Segment" SET "state" = 'voiced' WHERE "key" = ANY($1)`, [
          voiced,
        ]);
        await giveBack(pipeline.app.db, articleId, mine.reserved);
        if (random() < 0.2)
          await pipeline.app.db.pool.query(
            `UPDATE "Segment" SET "leaseUntil" = now() - interval '2 minutes' WHERE "state" = 'reserved' AND "articleId" = $1`,
            [articleId],
          );
        if (random() < 0.2) await giveBackAbandoned(pipeline.app.db);
      }
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => act(index + 1)));
    const { charged, ...rest } = await accounts();
    expect(rest).toEqual({ used: charged, reserved: 0, unpaid: 0 });
    const balances = await Promise.all(payers.map(({ organizationId }) => balanceOf(organizationId)));
    expect(balances.every((balance) => balance >= 0)).toBe(true);
    expect(balances.reduce((sum, balance) => sum + balance, 0) + charged).toBe(1_200);
  });
});
