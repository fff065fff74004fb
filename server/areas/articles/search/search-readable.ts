import { sql } from 'kysely';
import type { Article, Prisma, Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { containingFolded, containsFolded } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { hasAddress, webAddressKey } from '../articles/addresses.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

const textMaxCharacters = 200;
const foundMax = 20;
/** Words that are searched for; further ones are ignored. */
const wordsMax = 10;
/** Maximum number of projects whose titles are searched, to respond while the user types. */
const projectsMax = 20;

export interface SearchQuery {
  /**
   * Words that a name or title contains, in any order, regardless of accents and case, or the address of an
   * article. Blank: nothing is found.
   */
  text: string;
  /** Its articles are found first. */
  projectId?: number | null;
  /** Maximum number of results of each kind. */
  first: number;
}

export interface SearchResults {
  projects: Project[];
  articles: Article[];
}

/**
 * Searches projects by name, and articles by title or address, the newest first: of the given project, then
 * of the newest projects that the actor may read.
 * @param ask selection of the articles' rows
 * @throws NotSignedInError, ValidationError on `query`, `first`
 */
export async function searchReadable(
  app: App,
  actor: Actor,
  { text: given, projectId, first }: SearchQuery,
  ask: Prisma.ArticleDefaultArgs,
): Promise<SearchResults> {
  const readable = readableBy(actor);
  const text = storableText(given).trim();
  if (text.length > textMaxCharacters)
    throw new ValidationError([{ field: 'query', ...kernelMessages.TOO_LONG({ most: textMaxCharacters }) }]);
  if (first < 1 || first > foundMax)
    throw new ValidationError([
      { field: 'first', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 1, most: foundMax }) },
    ]);
  if (text === '') return { projects: [], articles: [] };
  const { prisma } = app.db;
  const address = webAddressKey(text);
  const words = text.split(/\s+/).slice(0, wordsMax);
  const names = await Promise.all(words.map((word) => containingFolded(app.db.sql, word)));
  const projects = await prisma.project.findMany({
    where: { AND: [readable, ...names.map((searchText) => ({ searchText }))] },
    orderBy: [{ nameOrder: 'asc' }, { id: 'asc' }],
    take: first,
  });
  const newest = await prisma.project.findMany({
    where: readable,
    select: { id: true },
    orderBy: { id: 'desc' },
    take: projectsMax,
  });
  const present = projectId
    ? await prisma.project.findFirst({ where: { AND: [readable, { id: projectId }] }, select: { id: true } })
    : null;
  const places = [...newest.map(({ id }) => id), ...(present ? [present.id] : [])];
  if (places.length === 0) return { projects, articles: [] };
  // Searches all projects at once; the selection is then loaded for the results shown.
  const found = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', 'in', places)
    .where('deletedAt', 'is', null)
    .where(({ ref, and }) =>
      address === null
        ? and(words.map((word) => containsFolded(ref('titleFolded'), word)))
        : hasAddress([address]),
    )
    .orderBy(sql`("projectId" = ${present?.id ?? 0}::int)`, 'desc')
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(first)
    .execute();
  const ids = found.map(({ id }) => id);
  // The order needs the id, whatever the selection.
  const select = ask.select && { ...ask.select, id: true };
  const rows = await prisma.article.findMany({
    ...ask,
    ...(select && { select }),
    where: { id: { in: ids } },
  });
  const articles = (rows as Article[]).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  return { projects, articles };
}
