import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  compileDictionary,
  type CompiledDictionary,
} from '../../../text/pronunciation/compile-dictionary.ts';
import { accessDictionary, type DictionaryRow, type EntryRow } from './dictionary-access.ts';
import { dictionaryMessages } from './messages.ts';
import type { DictionaryUse } from './policy.ts';

/** Entries whose use is looked for at once. */
export const searchMax = 200;

/** A dictionary with nothing but the entries that are looked for. */
export interface EntrySearch extends CompiledDictionary {
  owner: DictionaryRow;
}

/**
 * Returns entries to search for in articles.
 * @param use further use of their dictionaries
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `entries`
 */
export async function searchEntries(
  db: Sql,
  actor: Actor,
  ids: readonly number[],
  use: DictionaryUse,
): Promise<EntrySearch[]> {
  if (ids.length === 0)
    throw new ValidationError([{ field: 'entries', ...dictionaryMessages.DICTIONARY_NOTHING_SELECTED() }]);
  if (ids.length > searchMax)
    throw new ValidationError([
      { field: 'entries', ...dictionaryMessages.TOO_MANY_ENTRIES_AT_ONCE({ most: searchMax }) },
    ]);
  const entries = await db
    .selectFrom('DictionaryEntry')
    .selectAll()
    .where('id', '=', anyOf(ids, 'int'))
    .where('deletedAt', 'is', null)
    .execute();
  const sought: EntrySearch[] = [];
  for (const [dictionaryId, own] of byDictionary(entries))
    sought.push(soughtIn(await accessDictionary(db, actor, dictionaryId, use), own));
  // Checked last, so as not to reveal what the actor may not know.
  if (entries.length < new Set(ids).size)
    throw new NotFoundError(dictionaryMessages.DICTIONARY_ENTRY_NOT_FOUND());
  return sought;
}

/** Returns those of the entries that still exist, for a job whose initiator could read them. */
export async function entriesMatching(db: Sql, ids: readonly number[]): Promise<EntrySearch[]> {
  const entries = await db
    .selectFrom('DictionaryEntry')
    .selectAll()
    .where('id', '=', anyOf(ids, 'int'))
    .execute();
  const grouped = byDictionary(entries);
  const owners = await db
    .selectFrom('Dictionary')
    .selectAll()
    .where('id', '=', anyOf([...grouped.keys()], 'int'))
    .execute();
  return owners.map((owner) => soughtIn(owner, grouped.get(owner.id)!));
}

const byDictionary = (entries: readonly EntryRow[]): Map<number, EntryRow[]> =>
  Map.groupBy(entries, ({ dictionaryId }) => dictionaryId);

function soughtIn(owner: DictionaryRow, entries: readonly EntryRow[]): EntrySearch {
  const { id, name, level, language, provider, voice } = owner;
  return { ...compileDictionary({ id, name, level, scope: { language, provider, voice }, entries }), owner };
}

/** Returns those of several dictionaries that apply to an article's project. */
export const spokenFormsIn = (
  sought: readonly EntrySearch[],
  { projectId, organizationId }: { projectId: number; organizationId: number | null },
): EntrySearch[] =>
  sought.filter(
    ({ owner }) =>
      owner.level === 'global' ||
      (owner.projectId !== null && owner.projectId === projectId) ||
      (owner.organizationId !== null && owner.organizationId === organizationId),
  );
