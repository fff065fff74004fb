import { z } from 'zod';
import type { LedgerEntry } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { storableText } from '../../../text/storable-text.ts';
import { credit } from '../../access/accounts/ledger.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { recordAdministration, type AdministrationTarget } from '../../access/identity/administration-log.ts';
import { administrationMessages } from './messages.ts';
import { identityMessages } from '../../access/identity/messages.ts';
import { organizationMessages } from '../../access/organizations/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** Maximum number of characters per entry: far above any purchase, and exact in every client. */
export const grantMax = 1_000_000_000_000;
const reasonMaxCharacters = 500;

type Holder = { organizationId: number } | { userId: number };

/** Whose account; one of both. */
export interface AccountOwner {
  organizationId?: number | undefined;
  userId?: number | undefined;
}

export interface BalanceGrant {
  owner: AccountOwner;
  /** Negative: removed, as a correction. */
  characters: number;
  /** Whether it is a gift or was bought. A removal is a correction in either case. */
  kind: 'granted' | 'credited';
  reason: string;
  /**
   * UUID that tells this grant from others: sent again, it answers with the same entry. Absent: each call
   * counts.
   */
  requestId?: string | undefined;
}

/**
 * Adds characters to an account, or takes some away, by a ledger entry with the reason. Administrators
 * only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `characters`, `reason`,
 * `organization`, `requestId`
 */
export async function grantBalance(
  app: App,
  actor: Actor,
  { owner, characters, kind, reason: given, requestId }: BalanceGrant,
): Promise<LedgerEntry> {
  const { userId } = requireAdmin(actor);
  const reason = storableText(given).trim();
  const errors: FieldError[] = [];
  if (!Number.isInteger(characters) || characters === 0 || Math.abs(characters) > grantMax)
    errors.push({ field: 'characters', ...administrationMessages.GRANT_OUT_OF_RANGE({ most: grantMax }) });
  if (!reason) errors.push({ field: 'reason', ...kernelMessages.FIELD_REQUIRED() });
  if (reason.length > reasonMaxCharacters)
    errors.push({ field: 'reason', ...kernelMessages.TOO_LONG({ most: reasonMaxCharacters }) });
  if (requestId !== undefined && !z.guid().safeParse(requestId).success)
    errors.push({ field: 'requestId', ...kernelMessages.NOT_A_UUID() });
  const holder = holderOf(owner, errors);
  if (errors.length > 0 || !holder) throw new ValidationError(errors);
  const id = await app.db.transaction(async (tx) => {
    const account = await requireHolder(tx, holder);
    const before = requestId && (await entryOf(tx, requestId, account, characters));
    if (before) return before;
    const entry = await credit(tx, holder, BigInt(characters), {
      kind: characters < 0 ? 'credited' : kind,
      why: reason,
      userId,
    });
    if (requestId) await remember(tx, requestId, entry);
    await recordAdministration(
      tx,
      actor,
      'balance changed',
      { characters },
      { ...administered(holder), reason },
    );
    return entry;
  });
  return app.db.prisma.ledgerEntry.findUniqueOrThrow({ where: { id } });
}

/**
 * Says whether an account is verified, which means that it is invoiced and its balance stops nothing.
 * Administrators only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `organization`
 */
export async function setVerified(
  app: App,
  actor: Actor,
  owner: AccountOwner,
  verified: boolean,
): Promise<void> {
  requireAdmin(actor);
  const errors: FieldError[] = [];
  const holder = holderOf(owner, errors);
  if (!holder) throw new ValidationError(errors);
  await app.db.transaction(async (tx) => {
    await requireHolder(tx, holder);
    const changed = await tx
      .updateTable('Account')
      .set({ verified })
      .where(({ and }) => and(holder))
      .where('verified', '!=', verified)
      .returning('id')
      .executeTakeFirst();
    if (changed)
      await recordAdministration(
        tx,
        actor,
        verified ? 'verified' : 'no longer verified',
        undefined,
        administered(holder),
      );
  });
}

function holderOf({ organizationId, userId }: AccountOwner, errors: FieldError[]): Holder | null {
  if (organizationId !== undefined && userId === undefined) return { organizationId };
  if (userId !== undefined && organizationId === undefined) return { userId };
  errors.push({ field: 'organization', ...administrationMessages.NO_HOLDER() });
  return null;
}

const administered = (holder: Holder): AdministrationTarget =>
  'userId' in holder ? { subjectId: holder.userId } : holder;

/**
 * Locks the account until the transaction ends.
 * @returns its id
 * @throws NotFoundError
 */
async function requireHolder(tx: Sql, holder: Holder): Promise<number> {
  const account = await tx
    .selectFrom('Account')
    .select('id')
    .where(({ and }) => and(holder))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account)
    throw new NotFoundError(
      'userId' in holder ? identityMessages.USER_NOT_FOUND() : organizationMessages.ORGANIZATION_NOT_FOUND(),
    );
  return account.id;
}

/**
 * The entry that came of a request before; null: none did. @throws ValidationError where it was about
 * something else
 */
async function entryOf(
  tx: Sql,
  requestId: string,
  accountId: number,
  characters: number,
): Promise<bigint | null> {
  const entry = await tx
    .selectFrom('GrantRequest')
    .innerJoin('LedgerEntry', 'LedgerEntry.id', 'GrantRequest.entryId')
    .select(['LedgerEntry.id', 'LedgerEntry.accountId', 'LedgerEntry.amount'])
    .where('GrantRequest.id', '=', requestId)
    .executeTakeFirst();
  if (!entry) return null;
  if (entry.accountId !== accountId || Number(entry.amount) !== characters) throw usedBefore();
  return BigInt(entry.id);
}

/** @throws ValidationError where the same request is made for another account at this moment */
async function remember(tx: Sql, requestId: string, entryId: bigint): Promise<void> {
  const added = await tx
    .insertInto('GrantRequest')
    .values({ id: requestId, entryId: entryId.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw usedBefore();
}

const usedBefore = () =>
  new ValidationError([{ field: 'requestId', ...administrationMessages.REQUEST_USED_BEFORE() }]);
