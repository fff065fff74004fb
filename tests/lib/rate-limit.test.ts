import { expect, test } from 'vitest';
import type { App } from '../../server/kernel/app.ts';
import { LimitReachedError } from '../../server/kernel/errors.ts';
import { countOne } from '../../server/kernel/rate-limit.ts';
import { useDatabase } from '../support/databases.ts';
import { statementsOf } from '../support/statements.ts';
import { kernelMessages } from '../../server/kernel/messages.ts';

const db = useDatabase();
/** Processes, as far as limits see them. */
const processes = () => [{ db }, { db }] as unknown as [App, App];
const rate = { name: 'tries', burst: 5, everyMs: 60_000 };
const count = (app: App, who = 'Ada') => countOne(app, rate, who, kernelMessages.SERVER_BUSY());

test('holds for all processes together, for each by himself, and says when to come again', async () => {
  const [one, other] = processes();
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => count(index % 2 ? one : other)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const error: unknown = await count(one).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LimitReachedError);
  expect((error as LimitReachedError).retryAfter).toBeGreaterThan(50);
  expect((error as LimitReachedError).retryAfter).toBeLessThanOrEqual(60);
  await count(one, 'Grace');
});

test('what is taken back has not been', async () => {
  const [one] = processes();
  for (let times = 0; times < 20; times++) await (await count(one))();
  for (let times = 0; times < 5; times++) await count(one);
  await expect(count(one)).rejects.toThrow('The server is busy. Please try again in a moment.');
});

test('comes back one by one', async () => {
  const [one, other] = processes();
  for (let times = 0; times < 5; times++) await count(one);
  await db.pool.query(`UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" - interval '60 seconds'`);
  await count(one);
  await expect(count(other)).rejects.toThrow(LimitReachedError);
});

test('a clock that is put back keeps nobody out', async () => {
  const [one] = processes();
  for (let times = 0; times < 5; times++) await count(one);
  // As it looks when the clock goes from three to two.
  await db.pool.query(`UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" + interval '1 hour'`);
  await count(one);
});

test('whoever goes on and on costs no statement', async () => {
  const [one] = processes();
  const sent = await statementsOf(async () => {
    for (let times = 0; times < 6; times++) await count(one).catch(() => {});
  });
  expect(sent.length).toBeGreaterThan(5);
  expect(
    await statementsOf(async () => {
      for (let times = 0; times < 100; times++) await expect(count(one)).rejects.toThrow(LimitReachedError);
    }),
  ).toEqual([]);
});
