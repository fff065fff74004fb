import type { UpdateObject } from 'kysely';
import type { DictionaryEntry, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, containingFolded, now } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { DraftEntry } from '../../../text/pronunciation/check-entry.ts';
import { fileMaxEntries } from '../../../text/pronunciation/dictionary-file.ts';
import { patternsMax } from '../../../text/pronunciation/patterns.ts';
import { storableText } from '../../../text/storable-text.ts';
import { requireRestorable } from '../../access/deleted-items/deleted-items.ts';
import { accessDictionary, accessEntry, readableBy, type EntryRow } from './dictionary-access.ts';
import { newVersion } from './dictionaries.ts';
import { entryError, tidyEntry, type EntryInput } from './entry-input.ts';
import { dictionaryMessages } from './messages.ts';
import { policy } from './policy.ts';

/** Entries of one dictionary. */
export const entriesMax = fileMaxEntries;
/** Entries that are added at once, such as a column of a spreadsheet. */
export const addedMax = 1_000;
const searchMaxCharacters = 200;
/** Maximum number of duplicates reported. */
const duplicatesMax = 10;

/**
 * Returns an entry that the actor may read.
 * @param query fields to select
 * @throws as `readDictionary`
 */
export async function readEntry(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.DictionaryEntryDefaultArgs = {},
): Promise<DictionaryEntry> {
  await accessEntry(app.db.sql, actor, id, policy.readDictionary, { deleted: true });
  return app.db.prisma.dictionaryEntry.findUniqueOrThrow({ ...query, where: { id } });
}

/**
 * Returns those of the entries whose dictionary the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.DictionaryEntryDefaultArgs = {},
): Promise<DictionaryEntry[]> {
  return app.db.prisma.dictionaryEntry.findMany({
    ...query,
    where: { id: { in: [...ids] }, dictionary: readableBy(actor) },
  });
}

export interface EntryFilter {
  /** What source or replacement contains, however it is spelled; blank: anything. */
  search?: string | null | undefined;
  /** Those instead that were deleted and can be restored. */
  deleted?: boolean | null | undefined;
}

/** Which entries of a dictionary are meant. @throws ValidationError on `search` */
export async function entriesWhere(
  app: App,
  dictionaryId: number,
  { search, deleted }: EntryFilter,
): Promise<Prisma.DictionaryEntryWhereInput> {
  const text = storableText(search ?? '').trim();
  if (text.length > searchMaxCharacters)
    throw new ValidationError([
      { field: 'search', ...kernelMessages.TOO_LONG({ most: searchMaxCharacters }) },
    ]);
  return {
    dictionaryId,
    deletedAt: deleted ? { not: null } : null,
    ...(text && { searchText: await containingFolded(app.db.sql, text) }),
  };
}

/**
 * Returns other entries of a dictionary with the same source, or the same replacement, for a warning during
 * typing.
 * @param except the entry that is being edited
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function findDuplicates(
  app: App,
  actor: Actor,
  {
    dictionaryId,
    source,
    replacement,
    except,
  }: { dictionaryId: number; source?: string | null; replacement?: string | null; except?: number | null },
): Promise<EntryRow[]> {
  await accessDictionary(app.db.sql, actor, dictionaryId, policy.findDuplicates);
  const draft = tidyEntry({ source: source ?? '', replacement });
  if (draft.source === '' && draft.replacement === '') return [];
  return app.db.sql
    .selectFrom('DictionaryEntry')
    .selectAll()
    .where('dictionaryId', '=', dictionaryId)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(draft.source === '' ? [] : [eb('source', '=', draft.source)]),
        ...(draft.replacement === '' ? [] : [eb('replacement', '=', draft.replacement)]),
      ]),
    )
    .$if(typeof except === 'number', (query) => query.where('id', '!=', except!))
    .orderBy('id', 'desc')
    .limit(duplicatesMax)
    .execute();
}

/**
 * Adds entries, all or none.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `entries`, `entries.0.source`,
 * `entries.0.replacement`, `entries.0.phonemes`
 */
export async function addEntries(
  app: App,
  actor: Actor,
  { dictionaryId, entries }: { dictionaryId: number; entries: readonly EntryInput[] },
): Promise<EntryRow[]> {
  return app.db.transaction(async (tx) => {
    await accessDictionary(tx, actor, dictionaryId, policy.addEntries, { lock: true });
    if (entries.length > addedMax)
      throw new ValidationError([
        { field: 'entries', ...dictionaryMessages.TOO_MANY_ENTRIES_AT_ONCE({ most: addedMax }) },
      ]);
    const drafts = entries.map(tidyEntry);
    const errors = drafts.flatMap((draft, index) => entryError(draft, `entries.${index}.`) ?? []);
    if (errors.length > 0) throw new ValidationError(errors);
    if (drafts.length === 0) return [];
    await requireRoom(tx, dictionaryId, drafts, 'entries');
    return insertEntries(app, tx, actor, dictionaryId, drafts);
  });
}

/** `addEntries` of what is checked, within the caller's transaction, which has locked the dictionary. */
export async function insertEntries(
  app: App,
  tx: Sql,
  actor: Actor,
  dictionaryId: number,
  drafts: readonly DraftEntry[],
): Promise<EntryRow[]> {
  const by = userOf(actor);
  const added = await tx
    .insertInto('DictionaryEntry')
    .values(drafts.map((draft) => ({ ...draft, dictionaryId, createdById: by, modifiedById: by })))
    .returningAll()
    .execute();
  await newVersion(app, tx, dictionaryId);
  return added;
}

/**
 * Changes an entry; absent fields stay.
 * @param given.revision that the changes are based on; absent: overwrites the current one
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError for an outdated revision,
 * ValidationError on `source`, `replacement`, `phonemes`
 */
export async function updateEntry(
  app: App,
  actor: Actor,
  { id, revision, ...changes }: Partial<EntryInput> & { id: number; revision?: number | null | undefined },
): Promise<EntryRow> {
  return app.db.transaction(async (tx) => {
    const { entry, dictionary } = await accessEntry(tx, actor, id, policy.updateEntry, { lock: true });
    if (typeof revision === 'number' && revision !== entry.revision)
      throw new ConflictError(dictionaryMessages.DICTIONARY_ENTRY_CHANGED());
    const given = Object.entries(changes).filter(([, value]) => value !== undefined && value !== null);
    const draft = tidyEntry({ ...entry, ...Object.fromEntries(given) });
    const error = entryError(draft);
    if (error) throw new ValidationError([error]);
    if (draft.isPattern && !entry.isPattern) await requireRoom(tx, dictionary.id, [draft], 'isPattern');
    if (Object.entries(draft).every(([name, value]) => entry[name as keyof EntryRow] === value)) return entry;
    return setEntry(app, tx, actor, entry, draft);
  });
}

/** Deletes an entry; it can be restored until the clean-up takes it. @throws as `deleteDictionary` */
export const deleteEntry = (app: App, actor: Actor, id: number): Promise<EntryRow> =>
  setDeleted(app, actor, id, true);

/**
 * Brings an entry back that was deleted within the last days; one that is there stays.
 * @throws as `addEntries`
 */
export const restoreEntry = (app: App, actor: Actor, id: number): Promise<EntryRow> =>
  setDeleted(app, actor, id, false);

async function setDeleted(app: App, actor: Actor, id: number, deletes: boolean): Promise<EntryRow> {
  return app.db.transaction(async (tx) => {
    const use = deletes ? policy.deleteEntry : policy.restoreEntry;
    const options = { lock: true, deleted: !deletes };
    const { entry, dictionary } = await accessEntry(tx, actor, id, use, options);
    if (!deletes && entry.deletedAt === null) return entry;
    if (!deletes) requireRestorable(app, entry.deletedAt!, dictionaryMessages.DICTIONARY_ENTRY_NOT_FOUND());
    if (!deletes) await requireRoom(tx, dictionary.id, [entry], 'id');
    return setEntry(app, tx, actor, entry, { deletedAt: deletes ? now() : null });
  });
}

/** Writes a change of an entry, with who made it, as a new version of its dictionary. */
async function setEntry(
  app: App,
  tx: Sql,
  actor: Actor,
  { id, dictionaryId }: EntryRow,
  columns: UpdateObject<Tables, 'DictionaryEntry'>,
): Promise<EntryRow> {
  await newVersion(app, tx, dictionaryId);
  return tx
    .updateTable('DictionaryEntry')
    .set((eb) => ({
      ...columns,
      revision: eb('revision', '+', 1),
      modifiedAt: now(),
      modifiedById: userOf(actor),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * @param field to report the error on where a dictionary would hold too much
 * @throws ValidationError
 */
export async function requireRoom(
  tx: Sql,
  dictionaryId: number,
  more: readonly Pick<DraftEntry, 'isPattern'>[],
  field: string,
): Promise<void> {
  const { entries, patterns } = await tx
    .selectFrom('DictionaryEntry')
    .select(({ fn }) => [
      fn.countAll<string>().as('entries'),
      fn.countAll<string>().filterWhere('isPattern', '=', true).as('patterns'),
    ])
    .where('dictionaryId', '=', dictionaryId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const errors: FieldError[] = [];
  if (Number(entries) + more.length > entriesMax)
    errors.push({ field, ...dictionaryMessages.TOO_MANY_DICTIONARY_ENTRIES({ most: entriesMax }) });
  if (Number(patterns) + more.filter(({ isPattern }) => isPattern).length > patternsMax)
    errors.push({ field, ...dictionaryMessages.TOO_MANY_DICTIONARY_PATTERNS({ most: patternsMax }) });
  if (errors.length > 0) throw new ValidationError(errors);
}

/** Those of the entries whose source a global dictionary has too. */
export async function entriesInGlobal(app: App, ids: readonly number[]): Promise<{ id: number }[]> {
  return app.db.sql
    .selectFrom('DictionaryEntry as e')
    .select('e.id')
    .where('e.id', '=', anyOf(ids, 'int'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('Dictionary as d')
          .innerJoin('DictionaryEntry as g', 'g.dictionaryId', 'd.id')
          .select('g.id')
          .where('d.level', '=', 'global')
          .where('d.deletedAt', 'is', null)
          .where('g.deletedAt', 'is', null)
          .whereRef('g.source', '=', 'e.source'),
      ),
    )
    .execute();
}

export const userOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null);
