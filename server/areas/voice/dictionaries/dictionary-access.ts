import type { Selectable } from 'kysely';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { NotAllowedError, NotFoundError } from '../../../kernel/errors.ts';
import { requireAdmin, requireCredentials } from '../../access/identity/policy.ts';
import { accessProject, readableBy as readableProject } from '../../access/project-access/access.ts';
import { organizationMessages } from '../../access/organizations/messages.ts';
import { readableBy as readableOrganization } from '../../access/organizations/organizations.ts';
import { roleIn, writers } from '../../access/organizations/policy.ts';
import { dictionaryMessages } from './messages.ts';
import { requiredRight, type DictionaryUse } from './policy.ts';

export type DictionaryRow = Selectable<Tables['Dictionary']>;
export type EntryRow = Selectable<Tables['DictionaryEntry']>;

/** Whose a dictionary is. */
export type Owner = Pick<DictionaryRow, 'level' | 'organizationId' | 'projectId'>;

/** Which dictionaries the actor may read, global ones as an administrator. @throws NotSignedInError */
export function readableBy(actor: Actor): Prisma.DictionaryWhereInput {
  const known = requireCredentials(actor);
  const isAdmin = known.kind === 'user' && known.role === 'admin';
  return {
    deletedAt: null,
    OR: [
      { level: 'project', project: readableProject(actor) },
      { level: 'organization', organization: readableOrganization(actor) },
      ...(isAdmin ? [{ level: 'global' } as const] : []),
    ],
  };
}

/**
 * Requires that the actor may read, or change, the dictionaries of an organization, a project or the
 * platform.
 * @throws NotSignedInError, NotFoundError where the actor may not know of it, NotAllowedError
 */
export async function accessOwner(db: Sql, actor: Actor, owner: Owner, use: DictionaryUse): Promise<void> {
  if (owner.projectId !== null) await accessProject(db, actor, owner.projectId, requiredRight[use]);
  else if (owner.organizationId !== null) await accessOrganization(db, actor, owner.organizationId, use);
  else requireAdmin(actor);
}

async function accessOrganization(
  db: Sql,
  actor: Actor,
  organizationId: number,
  use: DictionaryUse,
): Promise<void> {
  const may = await useOf(db, actor, organizationId);
  if (may === null) throw new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  if (use === 'write' && may === 'read') throw new NotAllowedError();
}

/** The most that the actor may do with an organization's dictionaries; null: he may not know of them. */
async function useOf(db: Sql, actor: Actor, organizationId: number): Promise<DictionaryUse | null> {
  const known = requireCredentials(actor);
  if (known.kind === 'partner')
    return known.organizationId !== organizationId
      ? null
      : known.readOnly || known.projectIds
        ? 'read'
        : 'write';
  if (known.kind !== 'user') return known.kind === 'system' ? 'write' : null;
  const role = await roleIn(db, known, organizationId);
  return role ? (writers.includes(role) ? 'write' : 'read') : null;
}

export interface AccessOptions {
  /** Locks it and its entries until the transaction ends. */
  lock?: boolean;
  /** Also one that was deleted and can be restored. */
  deleted?: boolean;
}

/**
 * Finds a dictionary for an actor who reads or changes it.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function accessDictionary(
  db: Sql,
  actor: Actor,
  id: number,
  use: DictionaryUse,
  { lock = false, deleted = false }: AccessOptions = {},
): Promise<DictionaryRow> {
  requireCredentials(actor);
  const dictionary = await db
    .selectFrom('Dictionary')
    .selectAll()
    .where('id', '=', id)
    .$if(!deleted, (query) => query.where('deletedAt', 'is', null))
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!dictionary) throw new NotFoundError(dictionaryMessages.DICTIONARY_NOT_FOUND());
  try {
    await accessOwner(db, actor, dictionary, use);
  } catch (error) {
    // Callers without access to the project or organization, and non-administrators, don't learn of it.
    const isUnknown =
      error instanceof NotFoundError || (error instanceof NotAllowedError && dictionary.level === 'global');
    if (isUnknown) throw new NotFoundError(dictionaryMessages.DICTIONARY_NOT_FOUND());
    throw error;
  }
  return dictionary;
}

/**
 * Finds an entry, with its dictionary, for an actor who reads or changes it; entries of a deleted dictionary
 * count as not found.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function accessEntry(
  db: Sql,
  actor: Actor,
  id: number,
  use: DictionaryUse,
  { lock = false, deleted = false }: AccessOptions = {},
): Promise<{ entry: EntryRow; dictionary: DictionaryRow }> {
  const missing = () => new NotFoundError(dictionaryMessages.DICTIONARY_ENTRY_NOT_FOUND());
  requireCredentials(actor);
  const place = await db
    .selectFrom('DictionaryEntry')
    .select('dictionaryId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!place) throw missing();
  const dictionary = await accessDictionary(db, actor, place.dictionaryId, use, { lock }).catch(
    (error: unknown) => {
      throw error instanceof NotFoundError ? missing() : error;
    },
  );
  // Read once the lock is held.
  const entry = await db
    .selectFrom('DictionaryEntry')
    .selectAll()
    .where('id', '=', id)
    .$if(!deleted, (query) => query.where('deletedAt', 'is', null))
    .executeTakeFirst();
  if (!entry) throw missing();
  return { entry, dictionary };
}
