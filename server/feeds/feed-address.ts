import type { ChannelType } from '../areas/channels/channels/kinds/registry.ts';

/** Kinds of channels that have a feed, by the first part of its address. */
export const feedTypes = {
  podcast: 'podcast',
  json: 'json',
  alexafb: 'alexaFB',
  google: 'googleAction',
} as const satisfies Record<string, ChannelType>;
type FeedKind = keyof typeof feedTypes;

/** Resource of a feed URL, and its parameters. */
export interface FeedAddress {
  kind: FeedKind | 'categories' | EpisodeFile;
  /** Slug or database id of the channel. */
  channel: string;
  /** Of the feed; of an episode's file 1. */
  page: number;
  /** Of the episode, for its files. */
  guid: string | null;
}

export type EpisodeFile = 'chapters.json' | 'transcript.vtt' | 'transcript.json';

const feed = /^\/([a-z]{1,20})\/([a-z0-9][a-z0-9-]{0,62})\/?$/i;
const episode =
  /^\/podcast\/([a-z0-9][a-z0-9-]{0,62})\/([0-9a-f-]{36})\/(chapters\.json|transcript\.vtt|transcript\.json)$/i;
const categories = '/assets/podcats.json';
const prefixes = [...Object.keys(feedTypes).map((kind) => `/${kind}/`), categories];
/** Paths of feeds, as routes take them. */
export const feedRoutes = [...Object.keys(feedTypes).map((kind) => `/${kind}/*`), categories];
/** Maximum page number of feeds; no client gets this far. */
const pageMax = 1_000;

/** Returns whether an address can be that of a feed; cheap, because it runs on every request. */
export const mayBeFeed = (url: string): boolean => prefixes.some((prefix) => url.startsWith(prefix));

/** Parses a feed's address and ignores other query parameters; null: not a feed. */
export function parseFeedAddress(url: string): FeedAddress | null {
  const [path = '', query] = url.split('?', 2);
  if (path === categories) return { kind: 'categories', channel: '', page: 1, guid: null };
  const [, type, channel] = feed.exec(path) ?? [];
  const kind = type?.toLowerCase();
  if (kind && channel && Object.hasOwn(feedTypes, kind)) {
    const page = kind === 'podcast' || kind === 'json' ? pageOf(query) : 1;
    return page === null
      ? null
      : { kind: kind as FeedKind, channel: channel.toLowerCase(), page, guid: null };
  }
  const [, slug, guid, file] = episode.exec(path) ?? [];
  if (!slug || !guid || !file) return null;
  return {
    kind: file.toLowerCase() as EpisodeFile,
    channel: slug.toLowerCase(),
    page: 1,
    guid: guid.toLowerCase(),
  };
}

function pageOf(query: string | undefined): number | null {
  if (query === undefined) return 1;
  const asked = new URLSearchParams(query).get('page');
  if (asked === null) return 1;
  return /^[1-9]\d{0,3}$/.test(asked) && Number(asked) <= pageMax ? Number(asked) : null;
}

/**
 * Whether a URL leads to a podcast's own feed, however it is written: a redirect there would never end.
 * @param base the address that people use
 */
export function leadsToFeed(
  given: string,
  base: string,
  { slug, id }: { slug: string; id: number },
): boolean {
  const [url, own] = [URL.parse(given), URL.parse(base)];
  const prefix = own?.pathname.replace(/\/$/, '') ?? '';
  if (!url || url.host !== own?.host || !url.pathname.startsWith(prefix)) return false;
  const asked = parseFeedAddress(url.pathname.slice(prefix.length));
  return asked?.kind === 'podcast' && (asked.channel === slug || asked.channel === String(id));
}
