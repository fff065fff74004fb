import { createHash } from 'node:crypto';
import { webvttOf } from '../audio/webvtt.ts';
import type { App } from '../kernel/app.ts';
import { podcastCategories } from '../areas/channels/channels/kinds/categories.ts';
import { publicChannel, type PublicChannel } from '../areas/channels/channels/public-channel.ts';
import { chaptersJson, transcriptJson } from './chapters.ts';
import { feedTypes, type FeedAddress } from './feed-address.ts';
import type { FeedResponse } from './feed-cache.ts';
import { changedAt } from './feed-state.ts';
import { flashBriefing } from './flash-briefing.ts';
import { googleAction } from './google-action.ts';
import { jsonFeed } from './json-feed-document.ts';
import { pageTexts } from './page-texts.ts';
import { pageAddress } from './podcast.ts';
import { pagePolicy, podcastPage } from './podcast-page.ts';
import { podcastRss } from './podcast-rss.ts';
import { baseOf } from './public-addresses.ts';
import { readBriefing, readJsonFeed } from './read-articles.ts';
import { readEpisode } from './read-episode.ts';
import { readPodcast } from './read-podcast.ts';

/** Of what people see in a browser, and programs do not. */
export type Variant = 'feed' | 'page';

const types = {
  ...feedTypes,
  'chapters.json': 'podcast',
  'transcript.vtt': 'podcast',
  'transcript.json': 'podcast',
} as const;

type FeedType = (typeof types)[keyof typeof types];
type FeedChannel = { [Type in FeedType]: PublicChannel<Type> }[FeedType];

const mediaTypes = {
  rss: 'application/rss+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jsonFeed: 'application/feed+json; charset=utf-8',
  json: 'application/json; charset=utf-8',
  chapters: 'application/json+chapters; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Apple's podcast categories, one key an entry: older clients drop every entry that has more. */
const categoryList = JSON.stringify(
  podcastCategories.map(({ name, subcategories }) => ({ [name]: subcategories })),
);
const categories: FeedResponse = {
  status: 200,
  projectId: 0,
  body: Buffer.from(categoryList),
  type: mediaTypes.json,
  etag: etagOf(categoryList),
  modifiedAt: null,
  headers: [],
};

/** What an address answers; null: there is no such feed. @throws StorageError */
export async function renderFeed(
  app: App,
  address: FeedAddress,
  variant: Variant,
): Promise<FeedResponse | null> {
  if (address.kind === 'categories') return categories;
  const found = await publicChannel(app, types[address.kind], address.channel);
  if (found === null) return null;
  if (found === 'gone') return gone;
  const channel = found as FeedChannel;
  const { page } = address;
  const common = { status: 200 as const, projectId: channel.projectId, headers: [] as string[] };
  const answer = async (
    content: string,
    type: string,
    more: Partial<FeedResponse> = {},
  ): Promise<FeedResponse> => ({
    ...common,
    body: Buffer.from(content),
    type,
    etag: etagOf(content),
    modifiedAt: await changedAt(app.db, channel.id, page, content),
    ...more,
  });

  if (channel.type === 'podcast' && address.guid !== null) {
    const episode = await readEpisode(app, channel, address.guid);
    if (!episode) return null;
    const { title, language, chapters, cues, modifiedAt } = episode;
    const [content, type] =
      address.kind === 'chapters.json'
        ? [chaptersJson(title, chapters), mediaTypes.chapters]
        : address.kind === 'transcript.vtt'
          ? [webvttOf(cues, { title, note: pageTexts(language).notice }), mediaTypes.vtt]
          : [transcriptJson(cues), mediaTypes.json];
    return { ...common, body: Buffer.from(content), type, etag: etagOf(content), modifiedAt };
  }
  if (channel.type === 'podcast') {
    const podcast = await readPodcast(app, channel, page);
    if (!podcast) return null;
    const modifiedAt = await changedAt(app.db, channel.id, page, podcastRss(podcast));
    const current = { ...podcast, modifiedAt };
    const self = pageAddress(podcast.address, page);
    const hub = podcast.hub === null ? '' : `<${podcast.hub}>; rel="hub", `;
    const headers = ['link', `${hub}<${self}>; rel="self"`];
    const moved = podcast.newFeedUrl !== null && podcast.newFeedUrl !== podcast.address;
    const redirect = moved
      ? { status: 301 as const, headers: [...headers, 'location', podcast.newFeedUrl!] }
      : { headers };
    const [content, type] =
      variant === 'page' ? [podcastPage(current), mediaTypes.html] : [podcastRss(current), mediaTypes.rss];
    return {
      ...common,
      body: Buffer.from(content),
      type,
      etag: etagOf(content),
      modifiedAt,
      ...redirect,
      ...(variant === 'page' && {
        headers: [...redirect.headers, 'content-security-policy', pagePolicy(app.config.publicUrl)],
      }),
    };
  }
  if (channel.type === 'json') {
    const feed = await readJsonFeed(app, channel, page);
    return feed && answer(jsonFeed(feed), mediaTypes.jsonFeed);
  }
  if (channel.type === 'alexaFB')
    return answer(flashBriefing(await readBriefing(app, channel)), mediaTypes.json);
  const { settings, project, slug } = channel;
  const exported = googleAction({
    slug,
    name: settings.name,
    language: project.voiceLanguage,
    url: `${baseOf(app.config)}/google/${slug}`,
  });
  return answer(exported, mediaTypes.json, {
    headers: ['content-disposition', `attachment; filename="${slug}.json"`],
  });
}

/** Not kept: a project that was deleted may come back. */
const gone: FeedResponse = {
  status: 410,
  projectId: null,
  body: Buffer.from('This feed has been deleted.\n'),
  type: mediaTypes.text,
  etag: null,
  modifiedAt: null,
  headers: [],
};

function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}
