import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { CooperativeYield } from '../../../lib/threads/cooperative-yield.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { findEntries } from '../../../text/pronunciation/find-entries.ts';
import { stretchesOf } from '../../../text/pronunciation/stretches.ts';
import {
  findArticlesWithWords,
  newestNumber,
  shortStretch,
  wordSearch,
  type ArticleScope,
  type WordSearch,
} from './article-words.ts';
import { accessOwner } from './dictionary-access.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { policy, type DictionaryUse } from './policy.ts';
import { spokenFormsIn, searchEntries, type EntrySearch } from './search-entries.ts';

/** The newest articles with the words whose text is read. */
export const examinedMax = 1_000;
/** Longest range that is read in order, in short stretches; longer ones use the index. */
const furtherBack = 5;
/** How much further back is looked than where enough are expected. */
const reserve = 1.25;
/** Texts that are read at once. */
const batch = 100;

export interface UsageQuery extends ArticleScope {
  /** Ids of entries. */
  entries: readonly number[];
}

/** An article that contains one of the words, with the text around the first of them. */
export interface UsageArticle extends Excerpt {
  articleId: number;
}

export interface Usage {
  /** The newest first. */
  articles: UsageArticle[];
  examined: number;
  /** Whether no other article can have the words. */
  isAll: boolean;
}

/**
 * Finds the newest articles whose title or text has words of entries, as they are written, in the projects
 * that their dictionaries are for. Those with the words are known from an index and then read; for regular
 * expressions and parts of words the newest articles are.
 * @param use what else is done with the dictionaries of the entries
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `entries`
 */
export async function findUsage(
  app: App,
  actor: Actor,
  query: UsageQuery,
  use: DictionaryUse = policy.findUsage,
): Promise<Usage> {
  const { sql: db } = app.db;
  const sought = await searchEntries(db, actor, query.entries, use);
  await accessPlace(db, actor, query);
  const search = await wordSearch(db, sought, query);
  const ids = await newestWith(db, search);
  const articles: UsageArticle[] = [];
  for await (const { article, text, ...place } of findUses(db, sought, ids.slice(0, examinedMax)))
    articles.push({ articleId: article.id, ...excerptOf(text, place) });
  return { articles, examined: Math.min(ids.length, examinedMax), isAll: ids.length <= examinedMax };
}

/** @throws NotSignedInError, NotFoundError, NotAllowedError */
async function accessPlace(
  db: Sql,
  actor: Actor,
  { projectId, organizationId }: ArticleScope,
): Promise<void> {
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
 * Ids of the newest articles that may have the words, one more than are examined to tell that there are. How
 * far one has to look back is estimated from how many were found so far: neither are all articles read that
 * have a frequent word, nor all that there are for a rare one.
 */
async function newestWith(db: Sql, search: WordSearch): Promise<number[]> {
  const limit = examinedMax + 1;
  const top = (await newestNumber(db)) + 1;
  const found: number[] = [];
  for (let below = top, span = shortStretch; below > 1 && found.length < limit;) {
    const above = Math.max(0, below - 1 - span);
    const range = { above, below, limit: limit - found.length, isNear: span <= furtherBack * shortStretch };
    found.push(...(await findArticlesWithWords(db, search, range)));
    below = above + 1;
    const each = (top - below) / found.length;
    // At least twice as far: words are not as frequent everywhere. Where none was found it is infinite.
    span = Math.max(2 * span, Math.ceil((limit - found.length) * each * reserve));
  }
  return found;
}

/** An article with the first word of an entry in it. */
export interface EntryUse {
  article: ArticleText;
  /** Its title and text, which the place is in; UTF-16. */
  text: string;
  start: number;
  end: number;
}

/**
 * Returns which of some articles contain words of entries that apply to them, newest first. Yields to other
 * requests in between.
 */
export async function* findUses(
  db: Sql,
  sought: readonly EntrySearch[],
  ids: readonly number[],
): AsyncGenerator<EntryUse, void, undefined> {
  const turns = new CooperativeYield();
  for (let at = 0; at < ids.length; at += batch) {
    for (const article of await textsOf(db, ids.slice(at, at + batch))) {
      const text = `${article.title}\n${article.text}`;
      const heard = spokenFormsIn(sought, article);
      const voice = {
        language: article.voiceLanguage,
        provider: article.voiceProvider,
        name: article.voiceName,
      };
      for (const stretch of stretchesOf(text)) {
        const [found] = findEntries(heard, stretch.text, voice);
        await turns.pause();
        if (!found) continue;
        yield { article, text, start: stretch.start + found.start, end: stretch.start + found.end };
        break;
      }
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
    // Studio texts are private.
    .where('p.studioUserId', 'is', null)
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
