import type { UpdateObject } from 'kysely';
import type { Dictionary, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { DictionaryLevel } from '../../../../prisma/generated/client/enums.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { lockName, now } from '../../../lib/database/sql.ts';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { storableText } from '../../../text/storable-text.ts';
import { requireRestorable } from '../../access/deleted-items/deleted-items.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import {
  accessDictionary,
  accessOwner,
  readableBy,
  type DictionaryRow,
  type Owner,
} from './dictionary-access.ts';
import { dictionaryEvent } from './events.ts';
import { dictionaryMessages } from './messages.ts';
import { policy } from './policy.ts';

/** What a project's dictionary is called unless it is given a name. */
export const projectDictionaryName = 'Project Dictionary';
/** Of one project, of one organization, and global ones. */
export const dictionariesMax = 100;
const nameMaxCharacters = 200;
const voiceMaxCharacters = 200;

export interface DictionaryInput {
  name: string;
  /** Where it applies; null or blank: everywhere. */
  language?: string | null | undefined;
  provider?: string | null | undefined;
  /** Its name, or `provider:name`. */
  voice?: string | null | undefined;
}

export interface NewDictionary extends Omit<DictionaryInput, 'name'> {
  level: DictionaryLevel;
  organizationId?: number | null | undefined;
  projectId?: number | null | undefined;
  /** A project's is called `Project Dictionary` where none is given. */
  name?: string | null | undefined;
}

/**
 * Returns a dictionary that the actor may read.
 * @param query fields to select
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function readDictionary(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.DictionaryDefaultArgs = {},
): Promise<Dictionary> {
  await accessDictionary(app.db.sql, actor, id, policy.readDictionary);
  return app.db.prisma.dictionary.findUniqueOrThrow({ ...query, where: { id } });
}

/** Returns those of the dictionaries that the actor may read. @throws NotSignedInError */
export async function readDictionaries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.DictionaryDefaultArgs = {},
): Promise<Dictionary[]> {
  return app.db.prisma.dictionary.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Emits a dictionary, and again at each new version of it or its entries, until the iterator is returned.
 * @throws as `readDictionary`
 */
export function watchDictionary(
  app: App,
  actorNow: ActorNow,
  id: number,
  query: Prisma.DictionaryDefaultArgs = {},
): Promise<AsyncIterableIterator<Dictionary>> {
  const read = async (actor: Actor): Promise<Dictionary> => {
    await accessDictionary(app.db.sql, actor, id, policy.watchDictionary, { deleted: true });
    return app.db.prisma.dictionary.findUniqueOrThrow({ ...query, where: { id } });
  };
  return watchEvents(app, actorNow, dictionaryEvent, ['dictionary', id], {
    present: async (actor) => [await read(actor)],
    tell: read,
    missed: async (actor) => [{ dictionaryId: id, version: (await read(actor)).version }],
  });
}

/**
 * Returns dictionaries of a project or an organization, or the global ones, oldest first.
 * @param query fields to select
 * @param deleted returns deleted ones that can be restored instead
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function listDictionaries(
  app: App,
  actor: Actor,
  owner: Owner,
  query: Prisma.DictionaryDefaultArgs = {},
  deleted = false,
): Promise<Dictionary[]> {
  await accessOwner(app.db.sql, actor, owner, policy.listDictionaries);
  return app.db.prisma.dictionary.findMany({
    ...query,
    where: { ...owner, deletedAt: deleted ? { not: null } : null },
    orderBy: { id: 'asc' },
    take: dictionariesMax,
  });
}

/**
 * Adds a dictionary.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `name`, `language`,
 * `provider`, `voice`, `level`
 */
export async function createDictionary(app: App, actor: Actor, given: NewDictionary): Promise<DictionaryRow> {
  const owner = ownerOf(actor, given);
  return app.db.transaction(async (tx) => {
    await accessOwner(tx, actor, owner, policy.createDictionary);
    const name = given.name?.trim() || (owner.level === 'project' ? projectDictionaryName : '');
    const values = checked(app, { ...given, name });
    await makeRoom(tx, owner);
    return tx
      .insertInto('Dictionary')
      .values({ ...owner, ...values })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Changes a dictionary; what is absent stays.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `name`, `language`,
 * `provider`, `voice`
 */
export async function updateDictionary(
  app: App,
  actor: Actor,
  { id, ...changes }: Partial<DictionaryInput> & { id: number },
): Promise<DictionaryRow> {
  return app.db.transaction(async (tx) => {
    const before = await accessDictionary(tx, actor, id, policy.updateDictionary, { lock: true });
    const { name, language, provider, voice } = before;
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const values = checked(app, { name, language, provider, voice, ...Object.fromEntries(given) });
    return setDictionary(app, tx, id, values);
  });
}

/**
 * Deletes a dictionary with its entries; it can be restored until the clean-up takes it.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `id` of a project's last one
 */
export async function deleteDictionary(app: App, actor: Actor, id: number): Promise<DictionaryRow> {
  return app.db.transaction(async (tx) => {
    const dictionary = await accessDictionary(tx, actor, id, policy.deleteDictionary, { lock: true });
    if (dictionary.projectId !== null && (await countOf(tx, dictionary)) <= 1)
      throw new ValidationError([{ field: 'id', ...dictionaryMessages.DICTIONARY_NEEDED_BY_PROJECT() }]);
    return setDictionary(app, tx, id, { deletedAt: now() });
  });
}

/**
 * Brings a dictionary back that was deleted within the last days, as it was; one that is there stays.
 * @throws NotSignedInError, NotFoundError (also when it is too late), NotAllowedError, ValidationError on
 * `level` where there are too many
 */
export async function restoreDictionary(app: App, actor: Actor, id: number): Promise<DictionaryRow> {
  return app.db.transaction(async (tx) => {
    const dictionary = await accessDictionary(tx, actor, id, policy.restoreDictionary, {
      deleted: true,
      lock: true,
    });
    if (dictionary.deletedAt === null) return dictionary;
    requireRestorable(app, dictionary.deletedAt, dictionaryMessages.DICTIONARY_NOT_FOUND());
    await makeRoom(tx, dictionary);
    return setDictionary(app, tx, id, { deletedAt: null });
  });
}

/** Tells, within the transaction that changes entries, that there is another version of their dictionary. */
export const newVersion = (app: Pick<App, 'pubsub'>, tx: Sql, id: number): Promise<DictionaryRow> =>
  setDictionary(app, tx, id, {});

/** Writes a change of a dictionary as another version, and tells those who watch it. */
async function setDictionary(
  { pubsub }: Pick<App, 'pubsub'>,
  tx: Sql,
  id: number,
  columns: UpdateObject<Tables, 'Dictionary'>,
): Promise<DictionaryRow> {
  const dictionary = await tx
    .updateTable('Dictionary')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: now() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await pubsub.publish(tx, dictionaryEvent, { dictionaryId: id, version: dictionary.version });
  return dictionary;
}

/**
 * Whose a dictionary is, as it is given: the one that its level asks for, and no other.
 * @throws NotSignedInError, ValidationError on `level`
 */
export function ownerOf(
  actor: Actor,
  { level, organizationId, projectId }: Pick<NewDictionary, 'level' | 'organizationId' | 'projectId'>,
): Owner {
  requireCredentials(actor);
  const isOwned =
    (level === 'organization') === (typeof organizationId === 'number') &&
    (level === 'project') === (typeof projectId === 'number');
  if (!isOwned)
    throw new ValidationError([{ field: 'level', ...dictionaryMessages.DICTIONARY_NEEDS_OWNER() }]);
  return { level, organizationId: organizationId ?? null, projectId: projectId ?? null };
}

/**
 * Counts an owner's dictionaries, and locks them until the transaction ends: dictionaries are added and
 * deleted one at a time.
 */
async function countOf(tx: Sql, { level, organizationId, projectId }: Owner): Promise<number> {
  await lockName(tx, `dictionaries ${level} ${organizationId ?? projectId ?? ''}`);
  const { count } = await tx
    .selectFrom('Dictionary')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('level', '=', level)
    .where('organizationId', 'is not distinct from', organizationId)
    .where('projectId', 'is not distinct from', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function makeRoom(tx: Sql, owner: Owner): Promise<void> {
  if ((await countOf(tx, owner)) >= dictionariesMax)
    throw new ValidationError([
      { field: 'level', ...dictionaryMessages.TOO_MANY_DICTIONARIES({ most: dictionariesMax }) },
    ]);
}

function checked(
  app: Pick<App, 'speech'>,
  given: DictionaryInput,
): Pick<DictionaryRow, 'name' | keyof DictionaryScope> {
  const errors: FieldError[] = [];
  const name = tidy(given.name).replace(/\s+/g, ' ');
  if (name === '') errors.push({ field: 'name', ...kernelMessages.FIELD_EMPTY() });
  if (name.length > nameMaxCharacters)
    errors.push({ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) });
  const { scope, errors: others } = checkedScope(app, given);
  errors.push(...others);
  if (errors.length > 0) throw new ValidationError(errors);
  return { name, ...scope };
}

const tidy = (text: string | null | undefined): string => storableText(text ?? '').trim();

/** Where a dictionary applies; null: everywhere. */
export type DictionaryScope = Pick<DictionaryRow, 'language' | 'provider' | 'voice'>;

/** Returns a dictionary's scope as stored, and the problems of the input. */
export function checkedScope(
  { speech }: Pick<App, 'speech'>,
  given: Omit<DictionaryInput, 'name'>,
): { scope: DictionaryScope; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const language = canonicalLanguage(tidy(given.language));
  if (language === undefined)
    errors.push({ field: 'language', ...dictionaryMessages.DICTIONARY_LANGUAGE_INVALID() });
  const provider = tidy(given.provider) || null;
  const services = speech.providers.list().map(({ id }) => id);
  if (provider !== null && !services.includes(provider))
    errors.push({
      field: 'provider',
      ...dictionaryMessages.DICTIONARY_SERVICE_UNKNOWN({ services: services.join(', ') }),
    });
  const full = tidy(given.voice);
  const own = full.indexOf(':');
  const voice = (services.includes(full.slice(0, own)) ? full.slice(own + 1) : full) || null;
  if (full.length > voiceMaxCharacters)
    errors.push({ field: 'voice', ...kernelMessages.TOO_LONG({ most: voiceMaxCharacters }) });
  return { scope: { language: language ?? null, provider, voice }, errors };
}

/** A language's tag (BCP 47) as it is written; null where there is none, undefined for what is no tag. */
export function canonicalLanguage(tag: string): string | null | undefined {
  if (tag === '') return null;
  try {
    return tag.length > 35 ? undefined : Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
