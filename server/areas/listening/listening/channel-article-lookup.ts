import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { hostOf } from './publisher-site.ts';
import { visitorBounds } from '../../../product.ts';

/** What a player names. */
export interface EventNames {
  /** Slug or database id; empty: none. */
  channel: string;
  /** Zero: none. */
  article: number;
  /** Base name of an audio file; empty: none. */
  audio: string;
}

/** What that is. */
export interface EventTarget {
  projectId: number;
  /** Zero: none was named. */
  channelId: number;
  /** Zero: none was named. */
  articleId: number;
  /** Whether the audio is a teaser of the article. */
  teaser: boolean;
  /** Hosts of the publisher's pages; empty: unknown. */
  sites: readonly string[];
}

interface Known {
  id: number;
  projectId: number;
  sites: readonly string[];
  /** Base names of an article's teasers. */
  teasers: readonly string[];
}

type Kind = 'channel' | 'article' | 'audio';

/** A project's site can change, and an article that is not known may be known soon. */
const keptMs = { found: 60_000, missing: 5_000 } as const;

/**
 * Looks up the articles and channels that players name, in batches, and caches them for a while. Deleted
 * articles still count: players that were opened before continue to play.
 */
export class ChannelArticleLookup {
  readonly #kept: Record<Kind, Kept> = { channel: new Kept(), article: new Kept(), audio: new Kept() };

  /**
   * @returns for each what it is; null: something that was named is not ours, or of different projects, or
   * nothing was named
   */
  async find(sql: Sql, named: readonly EventNames[]): Promise<(EventTarget | null)[]> {
    const now = Date.now();
    const wanted: Record<Kind, Set<string>> = { channel: new Set(), article: new Set(), audio: new Set() };
    for (const { channel, article, audio } of named) {
      if (channel && this.#kept.channel.get(channel, now) === undefined) wanted.channel.add(channel);
      if (article) {
        if (this.#kept.article.get(String(article), now) === undefined) wanted.article.add(String(article));
      } else if (audio && this.#kept.audio.get(audio, now) === undefined) wanted.audio.add(audio);
    }
    for (const kind of ['channel', 'article', 'audio'] as const) {
      const missing = [...wanted[kind]];
      if (missing.length === 0) continue;
      const found = await this.#read(sql, kind, missing);
      for (const key of missing) this.#kept[kind].set(key, found.get(key) ?? null, now);
    }
    return named.map((one) => this.#place(one, now));
  }

  #place({ channel, article, audio }: EventNames, now: number): EventTarget | null {
    const inChannel = channel ? this.#kept.channel.get(channel, now) : undefined;
    const ofArticle = article
      ? this.#kept.article.get(String(article), now)
      : audio
        ? // A file without an article (an intro, a joined playlist) counts for its channel.
          // counted.
          (this.#kept.audio.get(audio, now) ?? (inChannel ? undefined : null))
        : undefined;
    if (inChannel === null || ofArticle === null || (!inChannel && !ofArticle)) return null;
    if (inChannel && ofArticle && inChannel.projectId !== ofArticle.projectId) return null;
    return {
      projectId: (inChannel ?? ofArticle)!.projectId,
      channelId: inChannel?.id ?? 0,
      articleId: ofArticle?.id ?? 0,
      teaser: ofArticle?.teasers.includes(audio) ?? false,
      sites: ofArticle?.sites ?? inChannel!.sites,
    };
  }

  async #read(sql: Sql, kind: Kind, keys: readonly string[]): Promise<Map<string, Known>> {
    if (kind === 'channel') {
      const rows = await sql
        .selectFrom('Channel as c')
        .innerJoin('Project as p', 'p.id', 'c.projectId')
        .select(['c.id', 'c.slug', 'c.projectId', 'p.mainUrl'])
        .where((eb) =>
          eb.or([eb('c.slug', '=', anyOf(keys, 'text')), eb('c.id', '=', anyOf(keys.map(idIn), 'int'))]),
        )
        .where('p.deletedAt', 'is', null)
        .execute();
      const known = ({ id, projectId, mainUrl }: (typeof rows)[number]): Known => ({
        id,
        projectId,
        sites: sitesOf(mainUrl),
        teasers: [],
      });
      // A slug goes before an id: one may look like the other.
      return new Map([
        ...rows.map((row) => [String(row.id), known(row)] as const),
        ...rows.map((row) => [row.slug, known(row)] as const),
      ]);
    }
    const articles = sql
      .selectFrom('Article as a')
      .innerJoin('Project as p', 'p.id', 'a.projectId')
      .select(['a.id', 'a.projectId', 'a.url', 'p.mainUrl'])
      .select(({ selectFrom }) =>
        selectFrom('Audio as t')
          .whereRef('t.articleId', '=', 'a.id')
          .where('t.teaser', 'is not', null)
          .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['t.teaser']).as('names'))
          .as('teasers'),
      )
      .where('p.deletedAt', 'is', null);
    if (kind === 'article') {
      const rows = await articles.where('a.id', '=', anyOf(keys.map(Number), 'int')).execute();
      return new Map(rows.map((row) => [String(row.id), asKnown(row)]));
    }
    const versions = await articles
      .innerJoin('Audio as u', 'u.articleId', 'a.id')
      .select('u.version as file')
      .where('u.version', '=', anyOf(keys, 'text'))
      .execute();
    const teasers = await articles
      .innerJoin('Audio as u', 'u.articleId', 'a.id')
      .select('u.teaser as file')
      .where('u.teaser', '=', anyOf(keys, 'text'))
      .execute();
    return new Map([...teasers, ...versions].map((row) => [row.file!, asKnown(row)]));
  }
}

const asKnown = ({
  id,
  projectId,
  url,
  mainUrl,
  teasers,
}: {
  id: number;
  projectId: number;
  url: string | null;
  mainUrl: string | null;
  teasers: string[] | null;
}): Known => ({ id, projectId, sites: sitesOf(mainUrl, url), teasers: teasers ?? [] });

const sitesOf = (...addresses: (string | null)[]): string[] =>
  [...new Set(addresses.map(hostOf))].filter(Boolean);

/** 0 for a slug: no row has this id. */
const idIn = (key: string): number => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0);

/** Results of lookups, also of those that found nothing. */
class Kept {
  readonly #places = new LRUCache<string, { known: Known | null; until: number }>({
    max: visitorBounds.rememberedPlaces,
  });

  /** @returns null: there is none; undefined: it has not been looked up recently */
  get(key: string, now: number): Known | null | undefined {
    const found = this.#places.get(key);
    return found && found.until > now ? found.known : undefined;
  }

  set(key: string, known: Known | null, now: number): void {
    this.#places.set(key, { known, until: now + (known ? keptMs.found : keptMs.missing) });
  }
}
