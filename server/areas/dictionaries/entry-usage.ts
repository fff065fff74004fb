import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Sql } from '../../lib/db.ts';
import { anyOf } from '../../lib/sql.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { compileDictionary, type CompiledDictionary } from '../../text/pronunciation/compile-dictionary.ts';
import { findEntries, type Found } from '../../text/pronunciation/find-entries.ts';
import { accessDictionary, accessOwner, type DictionaryRow, type EntryRow } from './dictionary-access.ts';
import { dictionaryMessages } from './messages.ts';
import { policy } from './policy.ts';

/** Entries whose use is looked for at once. */
export const soughtMax = 200;
/** The newest articles that are looked at. */
export const examinedMax = 1_000;
/** Texts that are read at once. */
const batch = 100;
/** Characters on either side of a word that is shown. */
const around = 80;
/** Milliseconds of work after which others have their turn. */
const longestTurn = 8;

export interface UsageQuery {
  /** Ids of entries. */
  entries: readonly number[];
  /** Only articles of this project, or of this organization's projects. */
  projectId?: number | null | undefined;
  organizationId?: number | null | undefined;
}

/** An article that has one of the words. */
export interface UsedIn {
  articleId: number;
  /** What stands around the first of the words, in one line. */
  excerpt: string;
  /** The word in the excerpt; UTF-16. */
  start: number;
  length: number;
}

export interface Usage {
  /** The newest first. */
  articles: UsedIn[];
  examined: number;
  /** Whether these are all articles that the dictionaries are for. */
  isAll: boolean;
}

/**
 * Finds the newest articles whose title or text has words of entries, as they are written, in the projects
 * that their dictionaries are for.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `entries`
 */
export async function findUsage(app: App, actor: Actor, query: UsageQuery): Promise<Usage> {
  const { sql: db } = app.db;
  const sought = await soughtDictionaries(db, actor, query.entries);
  if (typeof query.projectId === 'number')
    await accessOwner(
      db,
      actor,
      { level: 'project', projectId: query.projectId, organizationId: null },
      policy.findUsage,
    );
  if (typeof query.organizationId === 'number')
    await accessOwner(
      db,
      actor,
      { level: 'organization', organizationId: query.organizationId, projectId: null },
      policy.findUsage,
    );
  const ids = await newestArticles(db, sought, query);
  const articles: UsedIn[] = [];
  let turn = performance.now();
  for (let at = 0; at < Math.min(ids.length, examinedMax); at += batch) {
    for (const article of await textsOf(db, ids.slice(at, Math.min(at + batch, examinedMax)))) {
      const text = `${article.title}\n${article.text}`;
      const found = findEntries(heardIn(sought, article), text, {
        language: article.voiceLanguage,
        provider: article.voiceProvider,
        name: article.voiceName,
      });
      if (found[0]) articles.push({ articleId: article.id, ...excerptOf(text, found[0]) });
      if (performance.now() - turn < longestTurn) continue;
      await nextTurn();
      turn = performance.now();
    }
  }
  return { articles, examined: Math.min(ids.length, examinedMax), isAll: ids.length <= examinedMax };
}

/** A dictionary with nothing but the entries that are looked for. */
interface Sought extends CompiledDictionary {
  owner: DictionaryRow;
}

async function soughtDictionaries(db: Sql, actor: Actor, ids: readonly number[]): Promise<Sought[]> {
  if (ids.length === 0)
    throw new ValidationError([{ field: 'entries', ...dictionaryMessages.DICTIONARY_NOTHING_SELECTED() }]);
  if (ids.length > soughtMax)
    throw new ValidationError([
      { field: 'entries', ...dictionaryMessages.TOO_MANY_ENTRIES_AT_ONCE({ most: soughtMax }) },
    ]);
  const entries = await db
    .selectFrom('DictionaryEntry')
    .selectAll()
    .where('id', '=', anyOf(ids, 'int'))
    .where('deletedAt', 'is', null)
    .execute();
  const sought: Sought[] = [];
  for (const [dictionaryId, own] of Map.groupBy(entries, (entry: EntryRow) => entry.dictionaryId)) {
    const owner = await accessDictionary(db, actor, dictionaryId, policy.findUsage);
    const { name, level, language, provider, voice } = owner;
    const scope = { language, provider, voice };
    sought.push({ ...compileDictionary({ id: dictionaryId, name, level, scope, entries: own }), owner });
  }
  // Last, so that nobody learns of what he may not know.
  if (entries.length < new Set(ids).size)
    throw new NotFoundError(dictionaryMessages.DICTIONARY_ENTRY_NOT_FOUND());
  return sought;
}

/** Ids of the newest articles of each project at hand, one more than are examined to tell that there are. */
async function newestArticles(
  db: Sql,
  sought: readonly Sought[],
  { projectId, organizationId }: UsageQuery,
): Promise<number[]> {
  const owners = sought.map(({ owner }) => owner);
  const articles = await db
    .selectFrom('Project as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('Article as a')
          .select(['a.id', 'a.addedAt'])
          .whereRef('a.projectId', '=', 'p.id')
          .where('a.deletedAt', 'is', null)
          .orderBy('a.addedAt', 'desc')
          .orderBy('a.id', 'desc')
          .limit(examinedMax + 1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select('newest.id')
    .where('p.deletedAt', 'is', null)
    .where((eb) =>
      eb.or(
        owners.map((owner) =>
          owner.projectId !== null
            ? eb('p.id', '=', owner.projectId)
            : owner.organizationId !== null
              ? eb('p.organizationId', '=', owner.organizationId)
              : sql<boolean>`true`,
        ),
      ),
    )
    .$if(typeof projectId === 'number', (query) => query.where('p.id', '=', projectId!))
    .$if(typeof organizationId === 'number', (query) => query.where('p.organizationId', '=', organizationId!))
    .orderBy('newest.addedAt', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(examinedMax + 1)
    .execute();
  return articles.map(({ id }) => id);
}

type ArticleText = Awaited<ReturnType<typeof textsOf>>[number];

/** In the order of the ids. */
const textsOf = (db: Sql, ids: readonly number[]) =>
  db
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .select([
      'a.id',
      'a.title',
      'a.text',
      'a.projectId',
      'p.organizationId',
      'p.voiceLanguage',
      'p.voiceProvider',
      'p.voiceName',
    ])
    .where('a.id', '=', anyOf(ids, 'int'))
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute();

/** Of several dictionaries those that are heard in an article's project. */
const heardIn = (sought: readonly Sought[], { projectId, organizationId }: ArticleText): Sought[] =>
  sought.filter(
    ({ owner }) =>
      owner.level === 'global' ||
      (owner.projectId !== null && owner.projectId === projectId) ||
      (owner.organizationId !== null && owner.organizationId === organizationId),
  );

function excerptOf(text: string, { start, end }: Found): Omit<UsedIn, 'articleId'> {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const [from, to] = [
    Math.max(line, start - around),
    Math.min(lineEnd === -1 ? text.length : lineEnd, end + around),
  ];
  // Not within a word.
  const first = from === line ? from : from + text.slice(from, start).search(/\s|$/) + 1;
  const begins = Math.min(first, start);
  const rest = text.slice(end, to);
  // Scripts without spaces are cut wherever it is.
  const space = to === lineEnd || to === text.length ? -1 : rest.lastIndexOf(' ');
  const excerpt = (text.slice(begins, end) + (space === -1 ? rest : rest.slice(0, space + 1))).toWellFormed();
  return { excerpt, start: start - begins, length: end - start };
}
