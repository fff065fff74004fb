import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Entry } from '../../../text/pronunciation/dictionary.ts';
import { inflectedForms } from '../../../text/pronunciation/word-forms.ts';
import type { EntrySearch } from './search-entries.ts';

/** Where articles are looked for. */
export interface ArticleScope {
  projectId?: number | null | undefined;
  organizationId?: number | null | undefined;
}

/** What articles are found by; `article_words` and a trigger of the database keep the words of each. */
export interface WordSearch {
  parts: readonly {
    /** For each form of each entry, words that an article with that form must all contain. */
    forms: readonly (readonly string[])[];
    /** Whether some entries are not whole words, so that any article may contain them. */
    isOpen: boolean;
    /** Tags of the projects in which it applies; null: everywhere. */
    projects: readonly string[] | null;
  }[];
  /** Tags of the projects that are looked at; null: all. */
  projects: readonly string[] | null;
}

/** What a project is among the words of its articles. */
const tagOf = ({ id }: { id: number }): string => `#${id}`;

/** Prepares looking for articles that may have the entries. */
export async function wordSearch(
  db: Sql,
  sought: readonly EntrySearch[],
  place: ArticleScope,
): Promise<WordSearch> {
  return {
    projects: await tagsOf(db, place),
    parts: await Promise.all(
      sought.map(async ({ owner, entries }) => {
        const written = entries.map(writtenForms);
        const forms = await wordsOf(db, written.flat());
        return {
          // Of signs alone nothing is known.
          isOpen: written.some((own) => own.length === 0) || forms.some((words) => words.length === 0),
          forms: forms.filter((words) => words.length > 0),
          projects: await tagsOf(db, owner),
        };
      }),
    ),
  };
}

/**
 * Returns texts that occur as whole words wherever an entry is found: the entry in each of its forms; for a
 * part of a word, the text between its first and last word. Empty: it can occur anywhere.
 */
function writtenForms({ source, isPattern, wholeWord, inflected }: Entry): string[] {
  if (isPattern) return [];
  if (wholeWord) return inflected ? inflectedForms(source) : [source];
  const within = source.replace(/^\S*|\S*$/gu, '').trim();
  return within === '' ? [] : [within];
}

async function wordsOf(db: Sql, texts: readonly string[]): Promise<string[][]> {
  if (texts.length === 0) return [];
  const given = sql<{ value: string; place: number }>`unnest(${texts}::text[]) WITH ORDINALITY`;
  const rows = await db
    .selectFrom(given.as<'given'>(sql`given(value, place)`))
    .select(sql<string[]>`article_words(given.value)`.as('words'))
    .orderBy('given.place')
    .execute();
  return rows.map(({ words }) => words);
}

async function tagsOf(db: Sql, { projectId, organizationId }: ArticleScope): Promise<string[] | null> {
  if (typeof projectId === 'number') return [tagOf({ id: projectId })];
  if (typeof organizationId !== 'number') return null;
  const projects = await db
    .selectFrom('Project')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .execute();
  return projects.map(tagOf);
}

/** Numbers of so many articles are read one after the other in a few hundredths of a second. */
export const shortStretch = 20_000;

/** Range of requested article ids: the newest first, which are the greatest. */
export interface Range {
  /** Greater than this, and smaller than that. */
  above: number;
  below: number;
  limit: number;
  /** Whether they are read in their order until there are enough; else their words are looked up. */
  isNear?: boolean;
}

/**
 * Ids of articles that may have one of the entries, the newest first; where words tell nothing of some, all
 * of their projects.
 */
export async function findArticlesWithWords(
  db: Sql,
  { parts, projects }: WordSearch,
  { above, below, limit, isNear = false }: Range,
): Promise<number[]> {
  const found = await db
    .selectFrom('ArticleWords as w')
    .select('w.articleId')
    .where('w.articleId', '>', above)
    .where('w.articleId', '<', below)
    .where((eb) => eb.or(parts.flatMap((part) => having(eb, part))))
    .$if(projects !== null, (query) => query.where(overlaps(projects!)))
    // No index is in the order of a sum: words are looked up, where reading article after article until there
    // are enough would be long.
    .orderBy(isNear ? 'w.articleId' : sql`w."articleId" + 0`, 'desc')
    .limit(limit)
    .execute();
  return found.map(({ articleId }) => articleId);
}

type Words = { w: Tables['ArticleWords'] };

function having(
  eb: ExpressionBuilder<Words, 'w'>,
  { forms, isOpen, projects }: WordSearch['parts'][number],
): Expression<SqlBool>[] {
  if (isOpen) return [projects === null ? sql<boolean>`true` : overlaps(projects)];
  const any = forms.map((words) => sql<boolean>`w."words" @> ${words}::text[]`);
  if (any.length === 0) return [];
  return [eb.and([eb.or(any), ...(projects === null ? [] : [overlaps(projects)])])];
}

const overlaps = (words: readonly string[]): RawBuilder<boolean> =>
  words.length === 1
    ? sql<boolean>`w."words" @> ${words}::text[]`
    : sql<boolean>`w."words" && ${words}::text[]`;

/** The greatest number that an article has; 0: there are none. */
export async function newestNumber(db: Sql): Promise<number> {
  const { newest } = await db
    .selectFrom('ArticleWords')
    .select(({ fn }) => fn.max('articleId').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
