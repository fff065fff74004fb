import { articleLikeness, isSameSite, withoutTracking } from '../../../extraction/discovery/article-url.ts';
import { system } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { lockName } from '../../../lib/database/sql.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { countPlayerArticlesToday } from '../../projects/projects/project-usage.ts';
import { itemOfWebsite } from '../../articles/sources/source-item.ts';
import { SourceChangedError, importItem } from '../../articles/sources/import-item.ts';

/** Addresses of articles that tell how a site makes its own: the newest. */
const knownMax = 500;

/** How a project's site makes the addresses of its articles, as its own links and feeds do. */
interface Site {
  hosts: ReadonlySet<string>;
  /** Names of the query's parameters that tell articles apart. */
  parameters: ReadonlySet<string>;
}

/** What the project would do with a page that a player found. */
export type PageJudgement =
  /** Register it under this address. */
  | { url: string }
  /** It registers none. */
  | { refusal: 'none-added' }
  /** The page is on none of its sites, whose hosts these are. */
  | { refusal: 'other-site'; hosts: string[] }
  /** Its address is not like that of an article. */
  | { refusal: 'unlikely' };

/**
 * Returns the address of a page as the project's own site would write it: on one of its hosts, with no
 * parameter but those that its own links carry, since anyone can add one to an address.
 */
export async function judgePage(app: App, projectId: number, given: string): Promise<PageJudgement> {
  const sources = await app.db.sql
    .selectFrom('Source as s')
    .innerJoin('Project as p', 'p.id', 's.projectId')
    .select(['s.url', 's.type', 'p.mainUrl'])
    .where('s.projectId', '=', projectId)
    .where('p.autoAddArticles', '=', true)
    .where('p.playerArticlesPerDay', '>', 0)
    .execute();
  const mainUrl = sources[0]?.mainUrl;
  if (!mainUrl || !sources.some(({ type }) => type === 'parser')) return { refusal: 'none-added' };
  const own = [mainUrl, ...sources.flatMap(({ url }) => url ?? [])];
  const otherSite = (): PageJudgement => ({
    refusal: 'other-site',
    hosts: [...new Set(own.flatMap((address) => URL.parse(address)?.host ?? []))],
  });
  // Skips the query for known articles for most requests, which are not for pages of the project.
  if (!own.some((one) => isSameSite(given, one))) return otherSite();
  const site = await siteOf(app, projectId, own);
  const url = URL.parse(withoutTracking(given));
  if (!url || !site.hosts.has(hostOf(url))) return otherSite();
  for (const name of new Set(url.searchParams.keys()))
    if (!site.parameters.has(name)) url.searchParams.delete(name);
  return articleLikeness(url.href) > 0 ? { url: url.href } : { refusal: 'unlikely' };
}

/** The address under which a page would be registered; null: it would not be. */
export async function canonicalAddress(app: App, projectId: number, given: string): Promise<string | null> {
  const judgement = await judgePage(app, projectId, given);
  return 'url' in judgement ? judgement.url : null;
}

async function siteOf(app: App, projectId: number, addresses: readonly string[]): Promise<Site> {
  const known = await app.db.sql
    .selectFrom('Article')
    .select('url')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('url', 'is not', null)
    .where('foundByPlayer', '=', false)
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(knownMax)
    .execute();
  const links = known.flatMap(({ url }) => URL.parse(url!) ?? []);
  const all = [...addresses.flatMap((address) => URL.parse(address) ?? []), ...links];
  return {
    hosts: new Set(all.map(hostOf)),
    parameters: new Set(links.flatMap(({ searchParams }) => [...searchParams.keys()])),
  };
}

/** Returns the host without a prefix, so that all hosts of one publication match. */
const hostOf = ({ host }: URL): string => host.replace(/^(?:www|amp|m)\./, '');

/**
 * Imports the article of a page that a player requested. The page is read like any other of the site, and
 * fails if it is no article.
 * @param url of `canonicalAddress`
 * @returns whether it was begun; not where the day's pages have been found
 */
export async function registerPage(app: App, projectId: number, url: string): Promise<boolean> {
  const item = itemOfWebsite({ url, title: null, publishedAt: null });
  const source = await app.db.sql
    .selectFrom('Source')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('type', '=', 'parser')
    .orderBy('id')
    .executeTakeFirst();
  if (!source || !item) return false;
  const project = await accessProject(app.db.sql, system, projectId, 'read');
  const { found, max } = await countPlayerArticlesToday(app.db.sql, projectId);
  if (found >= max) return false;
  return importItem(
    app,
    { source, project },
    // Asked for by a reader and not found by a poll: wanted however old it is, and no part of a rhythm.
    { ...item, hash: null },
    { text: '', error: null },
    {
      isBurst: false,
      admit: async (sql) => {
        // One after the other, so that many at once are no more than may be.
        await lockName(sql, `found by players ${projectId}`);
        const now = await countPlayerArticlesToday(sql, projectId);
        return now.found < now.max;
      },
    },
  ).catch((error: unknown) => {
    if (error instanceof SourceChangedError) return false;
    throw error;
  });
}
