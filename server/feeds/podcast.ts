/** A podcast as its renderers take it: plain data, every address absolute. */
export interface Podcast {
  /** The feed's canonical address. */
  address: string;
  guid: string;
  title: string;
  description: string;
  /** BCP 47. */
  language: string;
  /** Of its website. */
  link: string;
  author: string;
  owner: { name: string; email: string | null };
  copyright: string | null;
  explicit: boolean;
  episodeType: 'episodic' | 'serial';
  medium: string;
  locked: boolean;
  /** Apple's; the second is below the first. */
  categories: string[];
  /** Address of the artwork. */
  image: string | null;
  persons: Person[];
  /** Podcasts that it recommends. */
  podroll: { feedGuid: string; feedUrl: string | null }[];
  funding: { url: string; text: string } | null;
  newFeedUrl: string | null;
  /** With which a directory checks whose feed it is. */
  verification: string | null;
  complete: boolean;
  updates: 'daily' | 'weekly' | null;
  /** WebSub. */
  hub: string | null;
  /** Its pages in the common directories. */
  listings: Partial<Record<'apple' | 'spotify' | 'youtube' | 'amazon', string>>;
  /** When anything of it last changed. */
  modifiedAt: Date;
  episodes: PodcastEpisode[];
  /** Of the feed: which one this is, and how many there are (RFC 5005, section 3). */
  page: number;
  pages: number;
}

/** One of the podcast's people; the role is one of Podcasting 2.0's taxonomy. */
export interface Person {
  name: string;
  role: string | null;
  href: string | null;
}

export interface PodcastEpisode {
  /** Never changes, even if the rest of the episode does. */
  guid: string;
  title: string;
  /** Plain text; empty lines part paragraphs. */
  summary: string;
  link: string | null;
  publishedAt: Date;
  audio: { url: string; bytes: number; durationMs: number };
  /** Addresses of what goes with it. */
  chapters: string | null;
  transcripts: { vtt: string; json: string } | null;
  /** The articles that it reads. */
  articles: { title: string; url: string | null; startMs: number }[];
}

export const pageAddress = (address: string, page: number): string =>
  page === 1 ? address : `${address}?page=${page}`;
