import { describe, expect, test } from 'vitest';
import {
  credit,
  giveBack,
  markSilent,
  reserve,
  type Payer,
} from '../../server/areas/access/accounts/ledger.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import { billed } from './billed.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();

async function payer(balance = 100n): Promise<Payer & { organizationId: number }> {
  const { id: organizationId } = await pipeline.make.organization({ balance });
  const project = await offlineProject(pipeline, { organizationId });
  return { projectId: project.id, organizationId, ownerId: project.ownerId, limitPerDay: null };
}

/** What an account's ledger says, oldest first. */
const ledgerOf = async (holder: { organizationId: number } | { userId: number }) => {
  const entries = await pipeline.app.db.prisma.ledgerEntry.findMany({
    where: { account: holder },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ kind, amount, saved, cost, articleId, why }) => ({
    kind,
    amount: Number(amount),
    saved,
    cost: Number(cost),
    articleId,
    why,
  }));
};

describe('the ledger', () => {
  test('records what happened, when, for what and why', async () => {
    const account = await payer();
    const { organizationId } = account;
    await reserve(pipeline.app.db, account, 1, [billed('a', 30), billed('b', 20)]);
    await giveBack(pipeline.app.db, 1, ['b']);
    await credit(pipeline.app.db.sql, { organizationId }, -5n, {
      kind: 'credited',
      why: 'Put right',
      userId: account.ownerId,
    });
    expect(await ledgerOf({ organizationId })).toEqual([
      { kind: 'granted', amount: 100, saved: 0, cost: 0, articleId: null, why: 'A new account' },
      { kind: 'charged', amount: -30, saved: 0, cost: 300, articleId: 1, why: 'Generated' },
      { kind: 'charged', amount: -20, saved: 0, cost: 200, articleId: 1, why: 'Generated' },
      { kind: 'returned', amount: 20, saved: 0, cost: -200, articleId: 1, why: 'Not generated' },
      { kind: 'credited', amount: -5, saved: 0, cost: 0, articleId: null, why: 'Put right' },
    ]);
  });

  test('records the voice, also of refunds, and after the segment is deleted', async () => {
    const account = await payer();
    await reserve(pipeline.app.db, account, 1, [billed('a', 30), billed('b', 20), billed('c', 10)]);
    await giveBack(pipeline.app.db, 1, ['b']);
    await markSilent(pipeline.app.db, 'c');
    const entries = await pipeline.app.db.prisma.ledgerEntry.findMany({
      where: { projectId: account.projectId },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ kind, provider, voice }) => [kind, provider, voice])).toEqual([
      ['charged', 'offline', 'voice of a'],
      ['charged', 'offline', 'voice of b'],
      ['charged', 'offline', 'voice of c'],
      ['returned', 'offline', 'voice of b'],
      ['returned', 'offline', 'voice of c'],
    ]);
    const usage = await pipeline.app.db.prisma.voiceUsage.findMany({ orderBy: { voice: 'asc' } });
    expect(usage.map(({ voice, characters, cost }) => [voice, characters, Number(cost)])).toEqual([
      ['voice of a', 30, 300],
      ['voice of b', 0, 0],
      ['voice of c', 0, 0],
    ]);
    await expectLedgerToAgree(pipeline.app.db);
  });

  test.each([
    ['an entry changed', 'UPDATE "LedgerEntry" SET "amount" = 1_000_000', 'The ledger only grows'],
    ['an entry deleted', 'DELETE FROM "LedgerEntry"', 'The ledger only grows'],
    ['all entries truncated', 'TRUNCATE "LedgerEntry" CASCADE', 'The ledger only grows'],
    [
      'a balance changed without an entry',
      'UPDATE "Account" SET "balance" = "balance" + 1',
      'A balance changes by entries',
    ],
    ['an account deleted', 'DELETE FROM "Account"', 'LedgerEntry_accountId_fkey'],
    [
      'a second account opened',
      'INSERT INTO "Account" ("userId") SELECT min("id") FROM "User"',
      'violates unique constraint',
    ],
    ['an account without a holder', 'INSERT INTO "Account" ("verified") VALUES (true)', 'Account_holder'],
    [
      'an account created with a balance',
      'INSERT INTO "Account" ("userId", "balance") VALUES (1, 5)',
      'A balance changes by entries',
    ],
  ])('never has %s', async (_, statement, refusal) => {
    const account = await payer();
    const before = await ledgerOf({ organizationId: account.organizationId });
    await expect(pipeline.app.db.pool.query(statement)).rejects.toThrow(refusal);
    expect(await ledgerOf({ organizationId: account.organizationId })).toEqual(before);
  });

  test('outlives the project and the article', async () => {
    const organization = await pipeline.make.organization({ balance: 500n });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    const article = await pipeline.make.article(project.id, { title: 'Title', text: 'One is here.' });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready' });
    const before = await ledgerOf({ organizationId: organization.id });
    expect(before.filter(({ articleId }) => articleId === article.id).length).toBeGreaterThan(0);
    await pipeline.app.db.prisma.article.delete({ where: { id: article.id } });
    await pipeline.app.db.prisma.project.delete({ where: { id: project.id } });
    expect(await ledgerOf({ organizationId: organization.id })).toEqual(before);
    await expectLedgerToAgree(pipeline.app.db);
  });

  test('records the savings of an edit once, even after a clean-up', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id, {
      title: 'Title',
      text: 'One is here. Two is there.',
    });
    await pipeline.voice(article.id);
    const used = async () =>
      (await pipeline.app.db.prisma.dailyUsage.findMany({ where: { projectId: project.id } })).map(
        ({ characters, saved }) => [characters, saved],
      );
    // The first voicing saves nothing, nor does voicing the same once more.
    await pipeline.voice(article.id);
    expect(await used()).toEqual([[30, 0]]);
    await pipeline.voice(article.id, { text: 'One is here. Two was there.' });
    expect(await ledgerOf({ userId: project.ownerId })).toContainEqual({
      kind: 'saved',
      amount: 0,
      saved: 17,
      cost: 0,
      articleId: article.id,
      why: 'Voiced before',
    });
    await pipeline.app.db.pool.query('DELETE FROM "Chunk"');
    await pipeline.app.db.prisma.article.delete({ where: { id: article.id } });
    expect(await used()).toEqual([[30 + 'Two was there.'.length, 17]]);
  });
});

describe('an organization', () => {
  const remove = (id: number) => pipeline.app.db.prisma.organization.delete({ where: { id } });

  test('with projects cannot be deleted, which would make them private', async () => {
    const { organizationId, projectId } = await payer(0n);
    await expect(remove(organizationId)).rejects.toThrow(/Project_organizationId_fkey/);
    expect(
      await pipeline.app.db.prisma.project.findUniqueOrThrow({ where: { id: projectId } }),
    ).toMatchObject({ organizationId });
  });

  test('with a ledger cannot be deleted', async () => {
    const { id } = await pipeline.make.organization({ balance: 1n });
    await expect(remove(id)).rejects.toThrow(/LedgerEntry_accountId_fkey/);
  });

  test('without ledger is deleted together with its account', async () => {
    const { id } = await pipeline.make.organization({ balance: 0n });
    await remove(id);
    expect(await pipeline.app.db.prisma.account.count()).toBe(0);
  });
});
