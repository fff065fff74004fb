import type { App } from '../kernel/app.ts';
import type { PublicChannel } from '../areas/channels/channels/public-channel.ts';
import {
  publicArticleFields,
  publicAudioOf,
  isBehindPaywall,
  versionIn,
  type FeedProject,
} from '../areas/channels/publications/public-audio.ts';
import { briefingOf } from '../areas/channels/publications/briefing-choice.ts';
import { feedArticles } from '../areas/channels/publications/feed-articles.ts';
import { webAddress } from './markup-writer.ts';
import { jsonPageItems } from './feed-sizes.ts';
import type { BriefingItem } from './flash-briefing.ts';
import type { JsonFeed, JsonFeedItem } from './json-feed-document.ts';
import { audioAddress, baseOf } from './public-addresses.ts';
import { textOf } from './public-text.ts';
import { readFeedProject } from './read-podcast.ts';
import { itemId } from './uuid.ts';

/** A page of a project's articles as a JSON feed; null: there is no such page. @throws StorageError */
export async function readJsonFeed(
  app: App,
  channel: PublicChannel<'json'>,
  page: number,
): Promise<JsonFeed | null> {
  const project = await readFeedProject(app, channel.projectId);
  const base = baseOf(app.config);
  const address = `${base}/json/${channel.slug}`;
  const { includeNotReady, title } = channel.settings;
  const rows = await readRows(app, channel.projectId, {
    playable: !includeNotReady,
    limit: jsonPageItems + 1,
    skip: (page - 1) * jsonPageItems,
  });
  if (rows.length === 0 && page > 1) return null;
  const items = await Promise.all(
    rows.slice(0, jsonPageItems).map((row) => jsonItem(app, channel, project, row)),
  );
  return {
    address,
    title: title ?? channel.project.name,
    description: null,
    homePage: webAddress(channel.project.mainUrl),
    language: channel.project.voiceLanguage,
    author: channel.project.name,
    icon: channel.project.cover === null ? null : `${base}/download/image/${channel.project.cover}`,
    items: items.filter((item) => item !== null),
    next: rows.length > jsonPageItems ? `${address}?page=${page + 1}` : null,
  };
}

/** Returns an item; null: it has no public audio, and feeds of playable articles omit it. */
async function jsonItem(
  app: App,
  channel: PublicChannel<'json'>,
  project: FeedProject,
  row: Row,
): Promise<JsonFeedItem | null> {
  const version = versionIn(row);
  const heard = version && publicAudioOf(project, version);
  const sound = await publicArticleFields(app, heard);
  if (sound === null && !channel.settings.includeNotReady) return null;
  const isTeaser = heard ? heard.isTeaser : isBehindPaywall(project);
  const publishedAt = row.publishedAt ?? row.addedAt;
  return {
    id: itemId(channel, row.id),
    url: webAddress(row.url),
    title: row.title,
    text: textOf(project, row.text, isTeaser),
    isTeaser,
    labels: row.labels,
    author: row.author,
    image: webAddress(row.imageUrl),
    publishedAt,
    modifiedAt: row.voicedAt && row.voicedAt > publishedAt ? row.voicedAt : publishedAt,
    isReady: sound !== null,
    audio: sound && {
      url: audioAddress(app, sound.file),
      bytes: sound.bytes,
      durationMs: sound.durationMs,
      transcript: sound.isTeaser ? null : audioAddress(app, sound.file).replace(/\.mp3$/, '.vtt'),
    },
  };
}

/** What an Alexa flash briefing says: the newest articles, newest first. */
export async function readBriefing(app: App, channel: PublicChannel<'alexaFB'>): Promise<BriefingItem[]> {
  const project = await readFeedProject(app, channel.projectId);
  const { limit, plays } = briefingOf(project, channel.settings);
  const rows = await readRows(app, channel.projectId, { playable: true, limit, skip: 0, flash: plays });
  const items = rows.map((row): BriefingItem => {
    const version = versionIn(row);
    const heard = version && publicAudioOf(project, version);
    return {
      uid: itemId(channel, row.id),
      updatedAt: row.publishedAt ?? row.addedAt,
      title: row.title,
      text: textOf(project, row.text, heard?.isTeaser ?? isBehindPaywall(project)),
      link: webAddress(row.url),
      streamUrl: plays ? audioAddress(app, `${row.version}-flash`) : null,
    };
  });
  return items.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** @param options see `feedArticles` */
function readRows(
  { db: { sql } }: App,
  projectId: number,
  { limit, skip, ...options }: { playable: boolean; limit: number; skip: number; flash?: boolean },
) {
  return feedArticles(sql, projectId, options)
    .select(['a.id', 'a.title', 'a.text', 'a.url', 'a.labels', 'a.author', 'a.imageUrl'])
    .select(['a.publishedAt', 'a.addedAt'])
    .select([
      'u.version',
      'u.durationMs',
      'u.bytes',
      'u.teaser',
      'u.teaserMs',
      'u.paywall',
      'u.createdAt as voicedAt',
    ])
    .limit(limit)
    .offset(skip)
    .execute();
}
