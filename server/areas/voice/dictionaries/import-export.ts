import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Sql } from '../../../lib/database/db.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { exceededMemory } from '../../../lib/threads/task-pool.ts';
import type { UploadedFile } from '../../../lib/requests/uploaded-file.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import type { LexiconFormat, ReadLexicon } from '../../../kernel/lexicon-file.ts';
import { entryContent, unpackEntries, type DraftEntry } from '../../../text/pronunciation/check-entry.ts';
import { writeCsv } from '../../../text/pronunciation/csv.ts';
import { writePls } from '../../../text/pronunciation/pls.ts';
import { letterByLetter } from '../../../text/pronunciation/pronounce.ts';
import { accessDictionary, type DictionaryRow } from './dictionary-access.ts';
import { newVersion } from './dictionaries.ts';
import { requireRoom, userOf } from './entries.ts';
import { dictionaryMessages } from './messages.ts';
import { policy } from './policy.ts';

/** Of a file of entries, bytes. */
export const lexiconMaxBytes = 32 * 1024 * 1024;

/** Language of an exported lexicon whose dictionary applies to every language. */
const anyLanguage = 'en-US';
/** Seconds after which a file that found too many others waiting is worth another try. */
const retryAfter = 30;
/** Entries that are exported at once. */
const batch = 2_000;

export interface ImportOutcome {
  dictionary: DictionaryRow;
  added: number;
  /** Entries that were there, and say something else now. */
  changed: number;
}

/**
 * Imports the entries of a file into a dictionary. Checks the whole file first, and writes nothing where a
 * line is wrong. Then writes up to 1,000 entries at a time: what is written stays where the import is
 * interrupted, and importing the file again completes it. A word that the dictionary has is replaced.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError where too many files wait,
 * ValidationError on `file`, one for each line that is wrong
 */
export async function importDictionary(
  app: App,
  actor: Actor,
  { id, format, file }: { id: number; format: LexiconFormat; file: UploadedFile },
): Promise<ImportOutcome> {
  // Checks access before reading the file, so that strangers cannot send megabytes.
  await accessDictionary(app.db.sql, actor, id, policy.importDictionary);
  const refuse = (problem: Message) => new ValidationError([{ field: 'file', ...problem }]);
  const ending = `.${format}`;
  if (file.name !== '' && !file.name.toLowerCase().endsWith(ending))
    throw refuse(dictionaryMessages.DICTIONARY_FILE_NOT_TAKEN({ ending }));
  if (file.bytes.length > lexiconMaxBytes)
    throw refuse(dictionaryMessages.DICTIONARY_FILE_TOO_LARGE({ most: lexiconMaxBytes / 1024 / 1024 }));
  const read = await readFile(app, actor, format, file.bytes);
  if ('problems' in read)
    throw new ValidationError(
      read.problems.map(({ line, problem, found }) => ({
        field: 'file',
        ...dictionaryMessages.DICTIONARY_LINE({
          line,
          problem: problem.replaceAll('-', '_').toUpperCase(),
          found,
        }),
      })),
    );
  return writeLists(app, actor, id, read.lists);
}

/**
 * Reads a file in a separate process.
 * @throws LimitReachedError where too many wait, ValidationError on `file` where it takes too much memory or
 * time
 */
async function readFile(
  app: App,
  actor: Actor,
  format: LexiconFormat,
  bytes: Uint8Array,
): Promise<ReadLexicon> {
  try {
    return await app.files.lexicon(format, bytes, callerOf(actor, ''));
  } catch (error) {
    if (exceededMemory(error))
      throw new ValidationError([{ field: 'file', ...dictionaryMessages.DICTIONARY_FILE_TOO_DEMANDING() }]);
    if (error instanceof GateFullError)
      throw new LimitReachedError(dictionaryMessages.TOO_MANY_DICTIONARY_FILES(), { retryAfter });
    throw error;
  }
}

/**
 * Writes the entries of a file, each list in a separate transaction, so that other requests get their turn on
 * the embedded database. Each list is compared with the dictionary under its lock: an interrupted import is
 * completed by the next one, and two concurrent imports add no word twice.
 */
async function writeLists(
  app: App,
  actor: Actor,
  id: number,
  lists: readonly string[],
): Promise<ImportOutcome> {
  let dictionary = await accessDictionary(app.db.sql, actor, id, policy.importDictionary);
  let { version } = dictionary;
  await requireRoomForAll(app, id, lists);
  const imported = { added: 0, changed: 0 };
  for (const list of lists) {
    await nextTurn();
    const written = await app.db.transaction(async (tx) => {
      const before = await accessDictionary(tx, actor, id, policy.importDictionary, { lock: true });
      const { added, changed } = await compare(tx, id, unpackEntries(list));
      // The room that was checked is certain only while nothing else changes the dictionary.
      const isOwn = before.version === version;
      if (!isOwn) await requireRoom(tx, id, added, 'file');
      if (added.length > 0) await insertAll(tx, actor, id, added);
      if (changed.length > 0) await updateAll(tx, actor, changed);
      const isChanged = added.length + changed.length > 0;
      const after = isChanged ? await newVersion(app, tx, id) : before;
      return { after, isOwn, added: added.length, changed: changed.length };
    });
    dictionary = written.after;
    if (written.isOwn) version = dictionary.version;
    imported.added += written.added;
    imported.changed += written.changed;
  }
  return { dictionary, ...imported };
}

/** Throws ValidationError on `file` where the dictionary cannot have all new entries of the lists. */
async function requireRoomForAll(app: App, id: number, lists: readonly string[]): Promise<void> {
  const more: { isPattern: boolean }[] = [];
  for (const list of lists) {
    await nextTurn();
    const { added } = await compare(app.db.sql, id, unpackEntries(list));
    for (const { isPattern } of added) more.push({ isPattern });
  }
  await requireRoom(app.db.sql, id, more, 'file');
}

type KnownEntry = DraftEntry & { id: number };

/** Returns the key that identifies a word within a file. */
const keyOf = ({ source, isPattern, matchCase, wholeWord }: DraftEntry): string =>
  `${isPattern} ${matchCase} ${wholeWord} ${source}`;

/** Returns which of the entries are new to the dictionary, and which differ from what it has. */
async function compare(tx: Sql, dictionaryId: number, entries: readonly DraftEntry[]) {
  const rows = await tx
    .selectFrom('DictionaryEntry')
    .select(['id', ...entryContent])
    .where('dictionaryId', '=', dictionaryId)
    .where('source', '=', anyOf([...new Set(entries.map(({ source }) => source))], 'text'))
    .where('deletedAt', 'is', null)
    .execute();
  const current = new Map(rows.map((entry) => [keyOf(entry), entry]));
  const added: DraftEntry[] = [];
  const changed: KnownEntry[] = [];
  for (const entry of entries) {
    const before = current.get(keyOf(entry));
    if (!before) added.push(entry);
    else if (entryContent.some((name) => entry[name] !== before[name]))
      changed.push({ ...entry, id: before.id });
  }
  return { added, changed };
}

/** Rows of a statement, in JSON: as parameters there would be more than it may have. */
const rowsOf = (entries: readonly (DraftEntry & { id?: number })[]) =>
  sql<KnownEntry & { place: number }>`
    ROWS FROM (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS ("id" int, "source" text, "replacement" text,
      "kind" "DictionaryEntryKind", "phonemes" text, "wholeWord" boolean, "matchCase" boolean, "isPattern" boolean,
      "inflected" boolean)) WITH ORDINALITY`.as<'given'>(
    sql`given("id", "source", "replacement", "kind", "phonemes", "wholeWord", "matchCase", "isPattern", "inflected", "place")`,
  );

async function insertAll(
  tx: Sql,
  actor: Actor,
  dictionaryId: number,
  entries: readonly DraftEntry[],
): Promise<void> {
  const by = userOf(actor);
  await tx
    .insertInto('DictionaryEntry')
    .columns(['dictionaryId', ...entryContent, 'createdById', 'modifiedById'])
    .expression((eb) =>
      eb
        .selectFrom(rowsOf(entries))
        .select([sql<number>`${dictionaryId}::int`.as('dictionaryId')])
        .select(entryContent.map((name) => `given.${name}` as const))
        .select([
          sql<number | null>`${by}::int`.as('createdById'),
          sql<number | null>`${by}::int`.as('modifiedById'),
        ])
        .orderBy('given.place'),
    )
    .execute();
}

async function updateAll(tx: Sql, actor: Actor, entries: readonly KnownEntry[]): Promise<void> {
  await tx
    .updateTable('DictionaryEntry as e')
    .from(rowsOf(entries))
    .set((eb) => ({
      replacement: eb.ref('given.replacement'),
      kind: eb.ref('given.kind'),
      phonemes: eb.ref('given.phonemes'),
      inflected: eb.ref('given.inflected'),
      revision: eb('e.revision', '+', 1),
      modifiedAt: now(),
      modifiedById: userOf(actor),
    }))
    .whereRef('e.id', '=', 'given.id')
    .execute();
}

/**
 * A dictionary's entries as a file, the oldest first. A lexicon leaves out what it cannot say: regular
 * expressions and parts of words.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function exportDictionary(
  app: App,
  actor: Actor,
  id: number,
  format: LexiconFormat,
): Promise<string> {
  const { language, name, organizationId } = await accessDictionary(
    app.db.sql,
    actor,
    id,
    policy.exportDictionary,
  );
  const spoken = language ?? anyLanguage;
  const entries = await entriesOf(app, id);
  await recordSecurity(app, app.db.sql, 'EXPORTED', {
    userId: personOf(actor),
    organizationId,
    body: { what: name },
  });
  const lines =
    format === 'csv' ? writeCsv(entries) : writePls(entries, spoken, (word) => letterByLetter(word, spoken));
  let text = '';
  let count = 0;
  for (const line of lines) {
    text += line;
    // Others have their turn.
    if (++count % batch === 0) await nextTurn();
  }
  return text;
}

async function entriesOf({ db }: App, dictionaryId: number): Promise<DraftEntry[]> {
  const entries: DraftEntry[] = [];
  for (let after = 0; ;) {
    const rows = await db.sql
      .selectFrom('DictionaryEntry')
      .select(['id', ...entryContent])
      .where('dictionaryId', '=', dictionaryId)
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, ...entry } of rows) {
      entries.push(entry);
      after = id;
    }
    if (rows.length < batch) return entries;
  }
}
