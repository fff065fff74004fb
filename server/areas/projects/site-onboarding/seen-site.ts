import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { Fetch } from '../../../lib/outbound/safe-fetch.ts';
import type { SiteProblem } from './site-problems.ts';
import { openSitePages, type SitePages } from './site-pages.ts';

/** An article as it would be read. */
export interface SeenArticle {
  url: string | null;
  title: string;
  /** ISO 8601; null where nothing tells. */
  publishedAt: string | null;
  /** All that would be voiced after the title; null until it was read, and where it cannot be. */
  text: string | null;
  /** Whether the address that was looked at is this article's. */
  isGiven: boolean;
  /** Whether a source would import it automatically. */
  isInSource: boolean;
  problem: SiteProblem | null;
}

/** What was found so far. */
export interface SeenSite {
  /** The front page; null until it is known. */
  site: string | null;
  name: string | null;
  /** BCP 47. */
  language: string | null;
  feeds: { url: string; title: string | null }[];
  sitemap: string | null;
  /** What a project would take its articles from; null until that is known. */
  source: { type: 'rss' | 'parser'; url: string } | null;
  /** The newest; at most `articlesMax`. */
  articles: SeenArticle[];
  problem: SiteProblem | null;
}

export interface ReadSiteOptions {
  /** Fetches within the limits of `safeFetch`. */
  fetch: Fetch;
  extraction: Extraction;
  /** Ends all. */
  signal: AbortSignal;
  /** Receives the findings each time there are more, as a new object. */
  tell: (seen: SeenSite) => void;
}

export const articlesMax = 5;

/** A look at a site: how it is read, and what was found so far. */
export class Look {
  readonly pages: SitePages;
  readonly extraction: Extraction;
  /** When it began, by `performance.now()`. */
  readonly begun = performance.now();
  readonly #tell: ReadSiteOptions['tell'];
  #seen: SeenSite = {
    site: null,
    name: null,
    language: null,
    feeds: [],
    sitemap: null,
    source: null,
    articles: [],
    problem: null,
  };

  constructor({ fetch, extraction, signal, tell }: ReadSiteOptions) {
    this.extraction = extraction;
    this.pages = openSitePages({ fetch, extraction, signal });
    this.#tell = tell;
  }

  get seen(): SeenSite {
    return this.#seen;
  }

  /** Adds what was found, and tells of it. */
  add(more: Partial<SeenSite>): void {
    this.#tell((this.#seen = { ...this.#seen, ...more }));
  }
}
