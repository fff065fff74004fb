import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from '../../lib/db.ts';
import { anyOf } from '../../lib/sql.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { findEntries, type Found } from '../../text/pronunciation/find-entries.ts';
import {
  articlesWith,
  isByWords,
  newestNumber,
  shortStretch,
  wordSearch,
  type Place,
  type WordSearch,
} from './article-words.ts';
import { accessOwner } from './dictionary-access.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { policy } from './policy.ts';
import { heardIn, seekEntries, type Sought } from './sought-entries.ts';

/** The newest articles with the words whose text is read. */
export const examinedMax = 1_000;
/** Texts that are read at once. */
const batch = 100;
/** Milliseconds of work after which others have their turn. */
const longestTurn = 8;

export interface UsageQuery extends Place {
  /** Ids of entries. */
  entries: readonly number[];
}

/** An article that has one of the words, and what stands around the first of them. */
export interface UsedIn extends Excerpt {
  articleId: number;
}

export interface Usage {
  /** The newest first. */
  articles: UsedIn[];
  examined: number;
  /** Whether no other article can have the words. */
  isAll: boolean;
}

/**
 * Finds the newest articles whose title or text has words of entries, as they are written, in the projects
 * that their dictionaries are for. Those with the words are known from an index and then read; for regular
 * expressions and parts of words the newest articles are.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `entries`
 */
export async function findUsage(app: App, actor: Actor, query: UsageQuery): Promise<Usage> {
  const { sql: db } = app.db;
  const sought = await seekEntries(db, actor, query.entries);
  await accessPlace(db, actor, query);
  const search = await wordSearch(db, sought, query);
  const ids = await newestWith(db, search);
  const articles: UsedIn[] = [];
  for await (const { article, text, found } of usesIn(db, sought, ids.slice(0, examinedMax)))
    articles.push({ articleId: article.id, ...excerptOf(text, found) });
  return { articles, examined: Math.min(ids.length, examinedMax), isAll: ids.length <= examinedMax };
}

/** @throws NotSignedInError, NotFoundError, NotAllowedError */
async function accessPlace(db: Sql, actor: Actor, { projectId, organizationId }: Place): Promise<void> {
  if (typeof projectId === 'number')
    await accessOwner(db, actor, { level: 'project', projectId, organizationId: null }, policy.findUsage);
  if (typeof organizationId === 'number')
    await accessOwner(
      db,
      actor,
      { level: 'organization', organizationId, projectId: null },
      policy.findUsage,
    );
}

/**
 * Ids of the newest articles that may have the words, one more than are examined to tell that there are.
 * Those with a word that nearly every article has are found among the newest.
 */
async function newestWith(db: Sql, search: WordSearch): Promise<number[]> {
  const limit = examinedMax + 1;
  const top = (await newestNumber(db)) + 1;
  const middle = Math.max(0, top - shortStretch);
  const newest = await articlesWith(db, search, { above: middle, below: top, limit }, true);
  if (newest.length >= limit || middle === 0) return newest;
  const older = { above: 0, below: middle + 1, limit: limit - newest.length };
  return [...newest, ...(await articlesWith(db, search, older, !isByWords(search)))];
}

/** An article with the first word of an entry in it. */
export interface EntryUse {
  article: ArticleText;
  /** Its title and text, which the place is in. */
  text: string;
  found: Found;
}

/**
 * Which of some articles have words of entries that are heard in them, the newest first; others have their
 * turn.
 */
export async function* usesIn(
  db: Sql,
  sought: readonly Sought[],
  ids: readonly number[],
): AsyncGenerator<EntryUse, void, undefined> {
  let turn = performance.now();
  for (let at = 0; at < ids.length; at += batch) {
    for (const article of await textsOf(db, ids.slice(at, at + batch))) {
      const text = `${article.title}\n${article.text}`;
      const [found] = findEntries(heardIn(sought, article), text, {
        language: article.voiceLanguage,
        provider: article.voiceProvider,
        name: article.voiceName,
      });
      if (found) yield { article, text, found };
      if (performance.now() - turn < longestTurn) continue;
      await nextTurn();
      turn = performance.now();
    }
  }
}

type ArticleText = Awaited<ReturnType<typeof textsOf>>[number];

/** The newest first. */
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
    .where('a.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null)
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
