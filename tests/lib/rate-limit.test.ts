import { expect, test } from 'vitest';
import type { App } from '../../server/kernel/app.ts';
import { LimitReachedError } from '../../server/kernel/errors.ts';
import { countAgainstNetworkRate, countAgainstRate, networksOfSite } from '../../server/kernel/rate-limit.ts';
import { useDatabase } from '../support/databases.ts';
import { statementsOf } from '../support/statements.ts';
import { kernelMessages } from '../../server/kernel/messages.ts';

const db = useDatabase();
/** Processes, as far as limits see them. */
const processes = () => [{ db }, { db }] as unknown as [App, App];
const rate = { name: 'tries', burst: 5, everyMs: 60_000 };
const count = (app: App, who = 'Ada') => countAgainstRate(app, rate, who, kernelMessages.SERVER_BUSY());

test('a rate limit is shared by all processes, counted per caller, and returns the time to retry', async () => {
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

test('a request that is taken back does not count', async () => {
  const [one] = processes();
  for (let times = 0; times < 20; times++) await (await count(one))();
  for (let times = 0; times < 5; times++) await count(one);
  await expect(count(one)).rejects.toThrow('The server is busy. Try again in a moment.');
});

test('the rate limit is replenished one by one', async () => {
  const [one, other] = processes();
  for (let times = 0; times < 5; times++) await count(one);
  await db.pool.query(`UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" - interval '60 seconds'`);
  await count(one);
  await expect(count(other)).rejects.toThrow(LimitReachedError);
});

test('a clock set back locks no one out', async () => {
  const [one] = processes();
  for (let times = 0; times < 5; times++) await count(one);
  // As it looks when the clock goes from three to two.
  await db.pool.query(`UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" + interval '1 hour'`);
  await count(one);
});

test('a caller far over the limit causes no more statements', async () => {
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

test('IPv6 networks of the same /48 share ten times the rate limit of one', async () => {
  const [one, two] = processes();
  const ofNetwork = {
    ...rate,
    what: 'Tries',
    of: 'a network',
    site: { name: 'tries, 48 bits', burst: networksOfSite * rate.burst, everyMs: rate.everyMs },
  };
  const from = (address: string, process = one) =>
    countAgainstNetworkRate(process, ofNetwork, address, kernelMessages.SERVER_BUSY());
  for (let times = 0; times < rate.burst; times++) await from('203.0.113.5');
  await expect(from('203.0.113.5')).rejects.toThrow(LimitReachedError);
  const results = [];
  for (let network = 0; network < 60; network++)
    results.push(
      await from(`2001:db8:1:${network}::1`).then(
        () => true,
        () => false,
      ),
    );
  expect(results).toEqual([...Array(50).fill(true), ...Array(10).fill(false)]);
  await from('2001:db8:2::1');
  // What the site refuses is not counted for the network either.
  await db.pool.query(
    `UPDATE "RateLimit" SET "forgottenAt" = now() WHERE "forgottenAt" > now() + interval '5 minutes'`,
  );
  for (let times = 0; times < rate.burst; times++) await from('2001:db8:1:59::1', two);
});
