import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  forgetSound,
  giveBack,
  giveBackAbandoned,
  markSilent,
  reserve,
  type Payer,
} from '../../server/areas/access/accounts/ledger.ts';
import { letDaysPass } from '../support/days-pass.ts';
import { isFull, runs } from '../support/full.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import { emptyTables } from '../support/databases.ts';
import { billed } from './billed.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });
const credit = 1_000;
/** Days between two months of these tests. */
const month = 31;

async function payer(): Promise<Payer & { organizationId: number }> {
  const { id: organizationId } = await pipeline.make.organization({ balance: BigInt(credit) });
  const project = await offlineProject(pipeline, { organizationId });
  return { projectId: project.id, organizationId, ownerId: project.ownerId, limitPerDay: null };
}

const db = () => pipeline.app.db;
const voice = (key: string) =>
  db().pool.query(`UPDATE "Segment" SET "state" = 'voiced', "voicedAt" = now() WHERE "key" = $1`, [key]);
const letLeasesEnd = () =>
  db().pool.query(
    `UPDATE "Segment" SET "leaseUntil" = now() - interval '2 minutes' WHERE "state" = 'reserved'`,
  );
const balanceOf = async ({ organizationId }: { organizationId: number }): Promise<number> =>
  Number((await db().prisma.account.findUniqueOrThrow({ where: { organizationId } })).balance);
/** What each day before today says, with how long ago it is. */
async function closedDays(): Promise<string[]> {
  const { rows } = await db().pool.query<{ said: string }>(
    `SELECT concat_ws(' ', "projectId", (now() AT TIME ZONE 'UTC')::date - "day", "characters", "saved") AS said FROM "DailyUsage"
     WHERE "day" < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY 1`,
  );
  return rows.map(({ said }) => said);
}

describe('audio that was paid in March, deleted and reserved again in June', () => {
  const endings: [string, (articleId: number) => Promise<unknown>][] = [
    ['fails', (articleId) => giveBack(db(), articleId, ['a'])],
    ['dies with its process', async () => (await letLeasesEnd(), giveBackAbandoned(db()))],
    [
      'dies, and is taken over by an article that fails',
      async () => {
        await letLeasesEnd();
        await reserve(db(), await payer(), 3, [billed('a', 30)]);
        await giveBack(db(), 3, ['a']);
      },
    ],
    ['turns out to be silent', () => markSilent(db(), 'a')],
  ];
  test.each(endings)('%s: nothing is refunded', async (_, end) => {
    const [march, june] = [await payer(), await payer()];
    await reserve(db(), march, 1, [billed('a', 30)]);
    await voice('a');
    await letDaysPass(db(), 3 * month);
    const before = await closedDays();
    await forgetSound(db().sql, ['a']);
    expect(await reserve(db(), june, 2, [billed('a', 30), billed('new', 5)])).toMatchObject({
      reserved: ['a', 'new'],
    });
    await end(2);
    // What June itself was charged goes back to June.
    await giveBack(db(), 2, ['new']);
    expect([await balanceOf(march), await balanceOf(june)]).toEqual([credit - 30, credit]);
    expect(await closedDays()).toEqual(before);
    expect(
      await db().prisma.charge.findMany({ select: { segmentKey: true, accountId: true } }),
    ).toMatchObject([{ segmentKey: 'a' }]);
  });
});

/** Expected state of a segment: who paid, how long ago, and its result. */
interface Known {
  payer: number | null;
  state: 'none' | 'reserved' | 'voiced';
  /** Whether the present reservation was paid for. */
  charged: boolean;
  articleId: number;
}

const keys = ['a', 'b'];
const priceOf = (key: string): number => 10 + keys.indexOf(key);
const key = fc.constantFrom(...keys);
const who = fc.nat({ max: 2 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), who, keys: fc.uniqueArray(key) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('voice', 'forget', 'silent'), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), who, keys: fc.uniqueArray(key) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('die', 'month') }) },
);

test('for any concurrent use over months, audio is charged once, the books balance, and closed days do not change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: isFull ? 80 : 40 }), async (steps) => {
      await emptyTables(db());
      const payers = [await payer(), await payer(), await payer()];
      const known = new Map<string, Known>(
        keys.map((one) => [one, { payer: null, state: 'none', charged: false, articleId: 0 }]),
      );
      let closed = await closedDays();
      for (const one of steps) {
        await act(one, payers, known);
        const paid = payers.map((_, index) =>
          [...known].reduce((sum, [name, { payer: by }]) => sum + (by === index ? priceOf(name) : 0), 0),
        );
        expect(await Promise.all(payers.map(balanceOf))).toEqual(paid.map((sum) => credit - sum));
        if ('do' in one && one.do === 'month') closed = await closedDays();
        else expect(await closedDays()).toEqual(closed);
      }
      await expectLedgerToAgree(db());
    }),
    { numRuns: runs(20, 300) },
  );
});

/** Does a step, and says what should come of it. Each account has one article, numbered from 1. */
async function act(
  one: { do: string; who?: number; keys?: string[]; key?: string },
  payers: Payer[],
  known: Map<string, Known>,
): Promise<void> {
  const undo = (name: string): void => {
    const sound = known.get(name)!;
    if (sound.charged) sound.payer = null;
    Object.assign(sound, { state: 'none', charged: false });
  };
  const sound = one.key === undefined ? undefined : known.get(one.key)!;
  switch (one.do) {
    case 'reserve': {
      const articleId = one.who! + 1;
      const wanted = one.keys!.map((name) => billed(name, priceOf(name)));
      const free = one.keys!.filter((name) => known.get(name)!.state === 'none');
      const { reserved } = await reserve(db(), payers[one.who!]!, articleId, wanted);
      expect(reserved.sort()).toEqual(free.sort());
      for (const name of free) {
        const { payer: before } = known.get(name)!;
        known.set(name, {
          payer: before ?? one.who!,
          state: 'reserved',
          charged: before === null,
          articleId,
        });
      }
      return;
    }
    case 'fail':
      await giveBack(db(), one.who! + 1, one.keys!);
      for (const name of one.keys!) {
        const { state, articleId } = known.get(name)!;
        if (state === 'reserved' && articleId === one.who! + 1) undo(name);
      }
      return;
    case 'die':
      await letLeasesEnd();
      await giveBackAbandoned(db());
      for (const [name, { state }] of known) if (state === 'reserved') undo(name);
      return;
    case 'voice':
      if (sound!.state !== 'reserved') return;
      await voice(one.key!);
      sound!.state = 'voiced';
      return;
    case 'silent':
      await markSilent(db(), one.key!);
      if (sound!.state !== 'reserved') return;
      undo(one.key!);
      sound!.state = 'voiced';
      return;
    case 'forget':
      await forgetSound(db().sql, [one.key!]);
      if (sound!.state === 'voiced') sound!.state = 'none';
      return;
    default:
      // No operation stays unfinished for a month.
      await act({ do: 'die' }, payers, known);
      await letDaysPass(db(), month);
  }
}
