import { randomBytes } from 'node:crypto';
import { checkVAT, countries } from 'jsvat';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { storableText } from '../../../text/storable-text.ts';
import { recordAdministration } from '../identity/administration-log.ts';
import { requireAdmin, requireUser } from '../identity/policy.ts';
import { requireActiveAccount } from '../identity/active-account.ts';
import { requireNewsroom } from '../identity/studio-only-account.ts';
import { organizationMessages } from './messages.ts';

export const organizationNameMax = 200;
const addressMax = 500;
const creations = declareRate('New organizations', 'a person', { burst: 5, everyMs: 3_600_000 });

/**
 * A name as it is kept: without spaces around it. What is wrong with it is added to the errors, under `name`.
 */
export function organizationName(given: string, errors: FieldError[]): string {
  const name = storableText(given).trim();
  if (!name) errors.push({ field: 'name', ...organizationMessages.REQUIRED() });
  if (name.length > organizationNameMax)
    errors.push({ field: 'name', ...kernelMessages.TOO_LONG({ most: organizationNameMax }) });
  return name;
}

/**
 * Creates an organization with the caller as its maintainer. Five at once, then one an hour.
 * @returns its id
 * @throws NotSignedInError, NotAllowedError for programs and studio accounts, LimitReachedError,
 * ValidationError on `name`
 */
export async function createOrganization(app: App, actor: Actor, given: string): Promise<number> {
  const { userId } = requireUser(actor);
  await requireNewsroom(app.db.sql, actor);
  const errors: FieldError[] = [];
  const name = organizationName(given, errors);
  if (errors.length > 0) throw new ValidationError(errors);
  await countAgainstRate(app, creations, String(userId), organizationMessages.TOO_MANY_ORGANIZATIONS());
  return app.db.transaction(async (tx) => {
    await requireActiveAccount(tx, userId);
    const id = await insert(tx, { name });
    await tx.insertInto('Member').values({ organizationId: id, userId, role: 'maintainer' }).execute();
    return id;
  });
}

export interface NewVerifiedOrganization {
  name: string;
  address: string | null;
  /** With the country's letters in front. */
  vat: string | null;
  verified: boolean;
}

/**
 * Makes an organization that pays by invoice, and has no members yet. Administrators only.
 * @returns its id
 * @throws NotSignedInError, NotAllowedError, ValidationError on `name`, `address`, `vat`
 */
export async function createVerifiedOrganization(
  app: App,
  actor: Actor,
  given: NewVerifiedOrganization,
): Promise<number> {
  requireAdmin(actor);
  const errors: FieldError[] = [];
  const name = organizationName(given.name, errors);
  const address = storableText(given.address ?? '').trim() || null;
  if (address && address.length > addressMax)
    errors.push({ field: 'address', ...kernelMessages.TOO_LONG({ most: addressMax }) });
  const vat = vatNumber(given.vat, errors);
  if (errors.length > 0) throw new ValidationError(errors);
  return app.db.transaction(async (tx) => {
    const id = await insert(tx, { name, address, vat });
    if (!given.verified) return id;
    await tx.updateTable('Account').set({ verified: true }).where('organizationId', '=', id).execute();
    await recordAdministration(tx, actor, 'verified', undefined, { organizationId: id });
    return id;
  });
}

/** A VAT number without spaces, dots and hyphens, in the form of its country; null where none is given. */
function vatNumber(given: string | null, errors: FieldError[]): string | null {
  const vat = storableText(given ?? '')
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase();
  if (!vat) return null;
  if (vat.length > 20 || !checkVAT(vat, countries).isValidFormat)
    errors.push({ field: 'vat', ...organizationMessages.NOT_A_VAT_NUMBER() });
  return vat;
}

/** @returns the id of the new row, with a unique slug */
async function insert(
  tx: Sql,
  values: { name: string; address?: string | null; vat?: string | null },
): Promise<number> {
  const plain = slugOf(values.name);
  for (const slug of [
    plain,
    ...Array.from({ length: 5 }, () => `${plain}-${randomBytes(3).toString('hex')}`),
  ]) {
    // A number would be taken for an id.
    if (/^\d*$/.test(slug)) continue;
    const added = await tx
      .insertInto('Organization')
      .values({ ...values, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return added.id;
  }
  throw new Error('No slug is free.');
}

/** Returns a name for addresses: ASCII letters and digits, with hyphens between them. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '') || 'organization';
