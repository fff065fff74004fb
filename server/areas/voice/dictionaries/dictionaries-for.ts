import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../../../kernel/app.ts';
import { entryContent } from '../../../text/pronunciation/check-entry.ts';
import { normaliseSource, type CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import type { Entry } from '../../../text/pronunciation/dictionary.ts';
import { compilePatterns, type PatternGroup } from '../../../text/pronunciation/patterns.ts';
import type { DictionaryRow } from './dictionary-access.ts';

type Opened = Pick<App, 'db' | 'lexicons'>;

/** Entries of compiled dictionaries that a process keeps, about 400 bytes each. */
const keptEntries = 200_000;

/** Of each process that has opened something, by dictionary and version; the one used last comes last. */
const kept = new WeakMap<object, Map<string, CompiledDictionary>>();
/** Compilations in progress, which concurrent callers share. */
const underWay = new WeakMap<object, Map<string, Promise<CompiledDictionary>>>();

/**
 * Returns the current dictionaries of a project's articles: its own, its organization's, and the global ones.
 * Each version is read and compiled once and cached. A plan made with them keeps these versions, even if an
 * entry changes in the meantime.
 */
export async function dictionariesFor(
  app: Opened,
  { projectId, organizationId }: { projectId: number; organizationId: number | null },
): Promise<CompiledDictionary[]> {
  const current = await app.db.sql
    .selectFrom('Dictionary as d')
    .selectAll()
    .where('d.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.projectId', '=', projectId),
        eb('d.level', '=', 'global'),
        ...(organizationId === null ? [] : [eb('d.organizationId', '=', organizationId)]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('DictionaryEntry as e')
          .select('e.id')
          .whereRef('e.dictionaryId', '=', 'd.id')
          .where('e.deletedAt', 'is', null),
      ),
    )
    .orderBy('d.id')
    .execute();
  return Promise.all(current.map((dictionary) => compiled(app, dictionary)));
}

/** A row that another one took the number of has another moment. */
const keyOf = ({ id, version, updatedAt }: DictionaryRow): string => `${id} ${version} ${+updatedAt}`;

async function compiled(app: Opened, dictionary: DictionaryRow): Promise<CompiledDictionary> {
  const known = mapOf(kept, app);
  const key = keyOf(dictionary);
  const found = known.get(key);
  if (found) {
    known.delete(key);
    known.set(key, found);
    return found;
  }
  const busy = mapOf(underWay, app);
  let work = busy.get(key);
  if (!work) {
    work = compileVersion(app, dictionary).finally(() => busy.delete(key));
    busy.set(key, work);
  }
  return work;
}

/** A dictionary as it would be with other entries, for a preview. @param without ids of entries that go */
export async function compileDraft(
  app: Opened,
  dictionary: DictionaryRow,
  without: ReadonlySet<number>,
  drafts: readonly Entry[],
): Promise<CompiledDictionary> {
  const rows = await entriesOf(app, dictionary.id);
  return compile(app, dictionary, [...rows.filter(({ id }) => !without.has(id)), ...drafts]);
}

const entriesOf = ({ db }: Opened, dictionaryId: number): Promise<Entry[]> =>
  db.sql
    .selectFrom('DictionaryEntry')
    .select(['id', ...entryContent])
    .where('dictionaryId', '=', dictionaryId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();

/** Reads and compiles a dictionary: the requested version, or a newer one that has replaced it. */
async function compileVersion(app: Opened, asked: DictionaryRow): Promise<CompiledDictionary> {
  for (let before = asked; ;) {
    const rows = await entriesOf(app, before.id);
    const after = await app.db.sql
      .selectFrom('Dictionary')
      .selectAll()
      .where('id', '=', before.id)
      .executeTakeFirst();
    // The entries are of one version when that was the same before and after.
    if (!after || keyOf(after) === keyOf(before)) {
      const dictionary = await compile(app, before, rows);
      keep(app, keyOf(before), dictionary);
      return dictionary;
    }
    before = after;
  }
}

async function compile(
  { lexicons }: Opened,
  { id, name, level, language, provider, voice, organizationId, projectId }: DictionaryRow,
  rows: readonly Entry[],
): Promise<CompiledDictionary> {
  const entries = rows.map(normaliseSource);
  const patterns: PatternGroup[] = [];
  for (const group of compilePatterns(entries)) {
    patterns.push(group);
    await nextTurn();
  }
  const index = await lexicons.index(entries, `${level} ${organizationId ?? projectId ?? ''}`);
  return { id, name, level, scope: { language, provider, voice }, entries, index, patterns };
}

function keep(app: object, key: string, dictionary: CompiledDictionary): void {
  const known = mapOf(kept, app);
  const { id } = dictionary;
  // Older versions are never requested again.
  for (const [other, { id: otherId }] of known) if (otherId === id) known.delete(other);
  known.set(key, dictionary);
  let sum = [...known.values()].reduce((total, { entries }) => total + entries.length, 0);
  for (const [other, { entries }] of known) {
    if (sum <= keptEntries || other === key) break;
    known.delete(other);
    sum -= entries.length;
  }
}

function mapOf<Value>(maps: WeakMap<object, Map<string, Value>>, app: object): Map<string, Value> {
  let own = maps.get(app);
  if (!own) maps.set(app, (own = new Map()));
  return own;
}
