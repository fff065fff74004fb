import { spendingMessages } from './messages.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../../lib/database/db.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { anyOf, fromNow, now, today } from '../../../lib/database/sql.ts';
import { bookedColumns, transactBookings, type BookedEntry } from './count-bookings.ts';

// Conditional changes of several tables at once, which Prisma can't express. The database adds each ledger
// entry to the account's balance and to the project's day, and rejects every other change to the ledger or a
// balance.

/** Seconds that a reservation lasts without being renewed. */
const leaseSeconds = 15;
/** Milliseconds between two renewals. */
export const renewEvery = 5_000;

/** The project's characters of the day do not suffice; nothing was charged. */
export class DailyLimitError extends ExpectedError {
  override name = 'DailyLimitError';
  readonly onVoicing = 'limit';
}

/** Error of an article for which the account had too few characters; it resumes once the account has more. */
export const outOfCharacters = spendingMessages.SPENDING_OUT_OF_CHARACTERS().message;

/** The account's balance does not suffice; nothing was charged. */
export class OutOfCharactersError extends ExpectedError {
  override name = 'OutOfCharactersError';
  readonly onVoicing = 'fail';

  constructor() {
    super(spendingMessages.SPENDING_OUT_OF_CHARACTERS());
  }
}

/** Who pays for an article: the project's organization, or else its owner. */
export interface Payer {
  projectId: number;
  organizationId: number | null;
  ownerId: number;
  /** Whose studio pays, in milliseconds; null or absent: it is paid for in characters. */
  studioUserId?: number | null;
  /** Characters a day; null: no limit. */
  limitPerDay: number | null;
}

/** A segment that is to be voiced, and what that costs. */
export interface BilledSegment {
  /** Content address. */
  key: string;
  provider: string;
  /** By the provider's name. */
  voice: string;
  /** Code points. */
  characters: number;
  /** Characters that voicing it takes from the balance and the daily limit; of a studio milliseconds. */
  charged: number;
  /** Millionths of a euro. */
  cost: number;
}

export interface Reservation {
  /** Reserved for the caller just now, and paid for: to be voiced or given back. */
  reserved: string[];
  /** There already. */
  voiced: string[];
  /** Segments that another run is generating. */
  elsewhere: string[];
}

/** Whose account it is. */
export type Holder = { organizationId: number } | { userId: number } | { studioUserId: number };

/** The account of an organization or a person, which each has, or of a studio. */
const accountOf = (db: Sql, holder: Holder) =>
  db
    .selectFrom('Account')
    .select('id')
    .where(({ and }) => and(holder));

/**
 * Adds characters that were granted, bought or corrected to an account.
 * @param amount characters, for a studio milliseconds; negative: deducted
 * @param entry.why reason, for readers of the ledger
 * @param entry.userId who did it; absent: Parlance itself
 * @returns the entry's id
 */
export async function credit(
  db: Sql,
  holder: Holder,
  amount: bigint,
  entry: { kind: 'granted' | 'credited'; why: string; userId?: number },
): Promise<bigint> {
  const { id } = await db
    .insertInto('LedgerEntry')
    .values({ ...entry, accountId: accountOf(db, holder), amount: amount.toString(), day: today() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return BigInt(id);
}

/** Records the characters that an edit did not have to regenerate. */
export async function recordSavings(tx: Sql, payer: Payer, articleId: number, saved: number): Promise<void> {
  if (saved === 0) return;
  await tx
    .insertInto('LedgerEntry')
    .values({
      accountId: accountOf(tx, holderOf(payer)),
      kind: 'saved',
      saved,
      projectId: payer.projectId,
      articleId,
      why: 'Voiced before',
      day: today(),
    })
    .execute();
}

export const holderOf = ({
  organizationId,
  ownerId,
  studioUserId,
}: Omit<Payer, 'projectId' | 'limitPerDay'>): Holder =>
  studioUserId != null
    ? { studioUserId }
    : organizationId === null
      ? { userId: ownerId }
      : { organizationId };

/** What an entry about a charge says as the charge itself does. */
const ofCharge = ['projectId', 'articleId', 'segmentKey', 'provider', 'voice'] as const;
/** What is written of a charge and of what undoes it. */
const entryColumns = ['accountId', 'kind', 'amount', 'cost', ...ofCharge, 'why', 'day'] as const;

/** When a reservation that is made or renewed now ends. */
const leaseEnd = () => fromNow(leaseSeconds);
const oneOf = (keys: string[]) => anyOf(keys, 'text');

/** Segments as rows: in arrays, because statements have a limit of parameters. */
function rowsOf(items: BilledSegment[]) {
  const columns = sql<BilledSegment>`unnest(${items.map(({ key }) => key)}::text[], ${items.map(({ provider }) => provider)}::text[],
    ${items.map(({ characters }) => characters)}::int[], ${items.map(({ charged }) => charged)}::int[], ${items.map(({ cost }) => cost)}::bigint[],
    ${items.map(({ voice }) => voice)}::text[])`;
  return columns.as<'item'>(sql`item(key, provider, characters, charged, cost, voice)`);
}

/**
 * Reserves and charges the segments of a plan that are neither generated nor in progress. Segments, charges,
 * the ledger, the day's usage and the balance change together or not at all.
 * @throws DailyLimitError, OutOfCharactersError
 */
export async function reserve(
  db: Database,
  payer: Payer,
  articleId: number,
  wanted: BilledSegment[],
): Promise<Reservation> {
  const items = [...new Map(wanted.map((item) => [item.key, item])).values()].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
  const keys = items.map(({ key }) => key);
  return transactBookings(db, async (tx, bookings) => {
    const expired = await tx
      .selectFrom('Segment')
      .select('key')
      .where('key', '=', oneOf(keys))
      .where('state', '=', 'reserved')
      .where('leaseUntil', '<', now())
      .orderBy('key')
      .forUpdate()
      .skipLocked()
      .execute();
    await giveBackWithin(
      tx,
      bookings,
      expired.map(({ key }) => key),
      'The process that generated it ended',
    );
    const taken = await tx
      .insertInto('Segment')
      .columns(['key', 'articleId', 'leaseUntil', 'provider', 'characters'])
      .expression((eb) =>
        eb
          .selectFrom(rowsOf(items))
          .select([
            'item.key',
            sql<number>`${articleId}::int`.as('articleId'),
            leaseEnd().as('leaseUntil'),
            'item.provider',
            'item.characters',
          ])
          .orderBy('item.key'),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .execute();
    const reserved = new Set(taken.map(({ key }) => key));
    await charge(
      tx,
      bookings,
      payer,
      articleId,
      items.filter(({ key }) => reserved.has(key)),
    );
    const states = await tx
      .selectFrom('Segment')
      .select(['key', 'state'])
      .where('key', '=', oneOf(keys))
      .execute();
    const voiced = new Set(states.filter(({ state }) => state === 'voiced').map(({ key }) => key));
    return {
      reserved: [...reserved],
      voiced: [...voiced],
      elsewhere: keys.filter((key) => !reserved.has(key) && !voiced.has(key)),
    };
  });
}

async function charge(
  tx: Sql,
  bookings: BookedEntry[],
  payer: Payer,
  articleId: number,
  items: BilledSegment[],
): Promise<void> {
  if (items.length === 0) return;
  const { projectId } = payer;
  const paid = await tx
    .with('paid', (db) =>
      db
        .insertInto('Charge')
        .columns([
          'segmentKey',
          'accountId',
          'projectId',
          'articleId',
          'characters',
          'cost',
          'provider',
          'voice',
          'day',
        ])
        .expression((eb) =>
          eb
            .selectFrom(rowsOf(items))
            .select([
              'item.key',
              accountOf(tx, holderOf(payer)).as('accountId'),
              sql<number>`${projectId}::int`.as('projectId'),
              sql<number>`${articleId}::int`.as('articleId'),
              'item.charged',
              'item.cost',
              'item.provider',
              'item.voice',
              today().as('day'),
            ])
            .orderBy('item.key'),
        )
        // A segment whose audio was lost or deleted is regenerated without being charged again.
        .onConflict((conflict) => conflict.column('segmentKey').doNothing())
        .returningAll(),
    )
    .insertInto('LedgerEntry')
    .columns(entryColumns)
    .expression((eb) =>
      eb
        .selectFrom('paid')
        .select([
          'accountId',
          sql<'charged'>`'charged'::"LedgerKind"`.as('kind'),
          sql<number>`-"characters"::bigint`.as('amount'),
          'cost',
          ...ofCharge,
          sql<string>`'Generated'`.as('why'),
          'day',
        ]),
    )
    .returning(['segmentKey', ...bookedColumns])
    .execute();
  bookings.push(...paid);
  await markPaidBefore(
    tx,
    items.map(({ key }) => key),
    new Set(paid.map(({ segmentKey }) => segmentKey)),
  );
  const characters = paid.reduce((sum, { amount }) => sum - Number(amount), 0);
  if (characters > 0) await checkLimits(tx, payer, characters);
}

/** @throws DailyLimitError, OutOfCharactersError when these characters, just charged, are too many */
async function checkLimits(tx: Sql, payer: Payer, characters: number): Promise<void> {
  const { projectId, limitPerDay: limit } = payer;
  // The balance and the day are changed already, and locked until the transaction ends: what may not be is
  // taken back with it.
  const { used, balance, verified } = await tx
    .selectFrom('Account as a')
    .innerJoin('DailyUsage as u', (join) => join.on('u.projectId', '=', projectId).on('u.day', '=', today()))
    .where('a.id', '=', accountOf(tx, holderOf(payer)))
    .select(['u.characters as used', 'a.balance', 'a.verified'])
    .executeTakeFirstOrThrow();
  if (limit !== null && used > limit) {
    throw new DailyLimitError(
      characters > limit
        ? spendingMessages.SPENDING_ARTICLE_ABOVE_DAILY_LIMIT({ characters, limit })
        : spendingMessages.SPENDING_DAILY_LIMIT_REACHED({ limit }),
    );
  }
  if (!verified && BigInt(balance) < 0n) throw new OutOfCharactersError();
}

/**
 * Puts right what a studio paid for a sentence, once it is known how long that sounds: within the transaction
 * that makes it voiced. What was estimated before is charged or returned to the millisecond, once.
 * @returns what it booked, for `countBookings` once that is committed
 */
export async function settle(tx: Sql, key: string, ms: number): Promise<BookedEntry[]> {
  return tx
    .with('before', (db) =>
      db
        .selectFrom('Charge as c')
        .innerJoin('Account as a', 'a.id', 'c.accountId')
        .selectAll('c')
        .where('c.segmentKey', '=', key)
        .where('a.unit', '=', 'milliseconds')
        .where('c.characters', '<>', ms)
        .forUpdate('c'),
    )
    .with('settled', (db) =>
      db
        .updateTable('Charge as c')
        .from('before')
        .set({ characters: ms })
        .whereRef('c.segmentKey', '=', 'before.segmentKey')
        .returning('c.segmentKey as key'),
    )
    .insertInto('LedgerEntry')
    .columns(entryColumns)
    .expression((eb) =>
      eb
        .selectFrom('before')
        .innerJoin('settled', 'settled.key', 'before.segmentKey')
        .select([
          'accountId',
          sql<'charged'>`(CASE WHEN before."characters" < ${ms} THEN 'charged' ELSE 'returned' END)::"LedgerKind"`.as(
            'kind',
          ),
          sql<number>`before."characters" - ${ms}::int`.as('amount'),
          sql<number>`0`.as('cost'),
          ...ofCharge,
          sql<string>`'Actual duration'`.as('why'),
          'day',
        ]),
    )
    .returning(bookedColumns)
    .execute();
}

/** Of what was paid for before, nothing is returned when this reservation comes to nothing. */
async function markPaidBefore(tx: Sql, keys: string[], paid: ReadonlySet<string | null>): Promise<void> {
  const before = keys.filter((key) => !paid.has(key));
  if (before.length === 0) return;
  await tx.updateTable('Segment').set({ charged: false }).where('key', '=', oneOf(before)).execute();
}

/** Keeps an article's reservations for another while. */
export async function renew(db: Sql, articleId: number, keys: string[]): Promise<void> {
  await db
    .updateTable('Segment')
    .set({ leaseUntil: leaseEnd() })
    .where('key', '=', oneOf(keys))
    .where('state', '=', 'reserved')
    .where('articleId', '=', articleId)
    .execute();
}

/** Gives back an article's reservations that were not voiced, with what they cost; each exactly once. */
export async function giveBack(db: Database, articleId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await transactBookings(db, async (tx, bookings) => {
    const mine = await tx
      .selectFrom('Segment')
      .select('key')
      .where('key', '=', oneOf(keys))
      .where('state', '=', 'reserved')
      .where('articleId', '=', articleId)
      .orderBy('key')
      .forUpdate()
      .execute();
    await giveBackWithin(
      tx,
      bookings,
      mine.map(({ key }) => key),
      'Not generated',
    );
  });
}

/**
 * Refunds reservations whose owners died, once no process can still resume them.
 * @returns their number
 */
export async function giveBackAbandoned(db: Database): Promise<number> {
  return transactBookings(db, async (tx, bookings) => {
    const abandoned = await tx
      .selectFrom('Segment')
      .select('key')
      .where('state', '=', 'reserved')
      .where('leaseUntil', '<', fromNow(-60))
      .orderBy('key')
      .limit(10_000)
      .forUpdate()
      .skipLocked()
      .execute();
    await giveBackWithin(
      tx,
      bookings,
      abandoned.map(({ key }) => key),
      'The process that generated it ended',
    );
    return abandoned.length;
  });
}

/** What a chunk gave that the voice has no sound for: it stays known as silent, and costs nothing. */
export async function markSilent(db: Database, key: string): Promise<void> {
  await transactBookings(db, async (tx, bookings) => {
    const marked = await tx
      .updateTable('Segment')
      .set({ state: 'voiced', voicedAt: now() })
      .where('key', '=', key)
      .where('state', '=', 'reserved')
      .returning('charged')
      .executeTakeFirst();
    if (marked?.charged) await refund(tx, bookings, [key], 'The voice has no sound for it');
  });
}

/**
 * Forgets a voiced segment whose sound is no longer in storage. Its charge stays, so that voicing it again
 * costs nothing.
 */
export async function forgetSound(db: Sql, keys: string[]): Promise<void> {
  await db.deleteFrom('Segment').where('key', '=', oneOf(keys)).where('state', '=', 'voiced').execute();
}

async function giveBackWithin(
  tx: Sql,
  bookings: BookedEntry[],
  lockedKeys: string[],
  why: string,
): Promise<void> {
  if (lockedKeys.length === 0) return;
  const given = await tx
    .deleteFrom('Segment')
    .where('key', '=', oneOf(lockedKeys))
    .where('state', '=', 'reserved')
    .returning(['key', 'charged'])
    .execute();
  const charged = given.filter((one) => one.charged).map(({ key }) => key);
  if (charged.length > 0) await refund(tx, bookings, charged, why);
}

/**
 * Undoes charges that reservations were made with, on the day and the account that they were made on. Locks
 * in the order in which `charge` does (charges, day, account), so that the two never wait for each other in a
 * circle.
 */
async function refund(tx: Sql, bookings: BookedEntry[], keys: string[], why: string): Promise<void> {
  const refunded = await tx
    .with('undone', (db) => db.deleteFrom('Charge').where('segmentKey', '=', oneOf(keys)).returningAll())
    .insertInto('LedgerEntry')
    .columns(entryColumns)
    .expression((eb) =>
      eb
        .selectFrom('undone')
        .select([
          'accountId',
          sql<'returned'>`'returned'::"LedgerKind"`.as('kind'),
          'characters',
          sql<number>`-"cost"`.as('cost'),
          ...ofCharge,
          sql<string>`${why}::text`.as('why'),
          'day',
        ]),
    )
    .returning(bookedColumns)
    .execute();
  bookings.push(...refunded);
}
