import type { App } from '../kernel/app.ts';
import type { PublicChannel } from '../areas/channels/public-channel.ts';
import { product } from '../product.ts';
import { webAddress } from './escape.ts';
import { briefingItems, jsonPageItems } from './feed-sizes.ts';
import type { BriefingItem } from './flash-briefing.ts';
import {
  audioAddress,
  baseOf,
  bytesOfFile,
  heardOf,
  isReserved,
  textOf,
  type FeedProject,
} from './heard-by-everybody.ts';
import type { JsonFeed, JsonFeedItem } from './json-feed-document.ts';
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

/** An item; null: nothing of it is for everybody, and feeds of what can be heard leave it out. */
async function jsonItem(
  app: App,
  channel: PublicChannel<'json'>,
  project: FeedProject,
  row: Row,
): Promise<JsonFeedItem | null> {
  const heard = versionOf(row) && heardOf(project, versionOf(row)!);
  const bytes = heard && (heard.bytes ?? (await bytesOfFile(app, heard.file)));
  if (bytes === null && !channel.settings.includeNotReady) return null;
  const isTeaser = heard ? heard.isTeaser : isReserved(project);
  const publishedAt = row.publishedAt ?? row.addedAt;
  return {
    id: itemId(channel, row.id),
    url: webAddress(row.url),
    title: row.title,
    text: textOf(project, row.text, isTeaser),
    isTeaser,
    labels: row.labels,
    author: row.author,
    publishedAt,
    modifiedAt: row.voicedAt && row.voicedAt > publishedAt ? row.voicedAt : publishedAt,
    isReady: bytes !== null,
    audio:
      heard && bytes !== null
        ? {
            url: audioAddress(app, heard.file),
            bytes,
            durationMs: heard.durationMs,
            transcript: heard.isTeaser ? null : audioAddress(app, heard.file).replace(/\.mp3$/, '.vtt'),
          }
        : null,
  };
}

/** What an Alexa flash briefing says: the newest articles, newest first. */
export async function readBriefing(app: App, channel: PublicChannel<'alexaFB'>): Promise<BriefingItem[]> {
  const project = await readFeedProject(app, channel.projectId);
  const { itemCount, voiceType } = channel.settings;
  const limit = Math.min(briefingItems.most, Math.max(briefingItems.least, itemCount));
  const plays = voiceType === product.value && !isReserved(project);
  const rows = await readRows(app, channel.projectId, { playable: true, limit, skip: 0, flash: plays });
  const items = rows.map((row): BriefingItem => {
    const heard = versionOf(row) && heardOf(project, versionOf(row)!);
    return {
      uid: itemId(channel, row.id),
      updatedAt: row.publishedAt ?? row.addedAt,
      title: row.title,
      text: textOf(project, row.text, heard?.isTeaser ?? isReserved(project)),
      link: webAddress(row.url),
      streamUrl: plays ? audioAddress(app, `${row.version}-flash`) : null,
    };
  });
  return items.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

const versionOf = ({ version, durationMs, bytes, ...row }: Row) =>
  version === null ? null : { ...row, version, durationMs: durationMs!, bytes: bytes! };

/**
 * Articles of a project, newest first. Those that are voiced anew are heard as before meanwhile; what rules
 * say is no article is in no feed.
 * @param options.flash only those that Alexa can play
 */
function readRows(
  { db: { sql } }: App,
  projectId: number,
  {
    playable,
    limit,
    skip,
    flash = false,
  }: { playable: boolean; limit: number; skip: number; flash?: boolean },
) {
  return sql
    .selectFrom('Article as a')
    .leftJoin('Audio as u', 'u.version', 'a.audio')
    .select(['a.id', 'a.title', 'a.text', 'a.url', 'a.labels', 'a.author', 'a.publishedAt', 'a.addedAt'])
    .select([
      'u.version',
      'u.durationMs',
      'u.bytes',
      'u.teaser',
      'u.teaserMs',
      'u.paywall',
      'u.createdAt as voicedAt',
    ])
    .where('a.projectId', '=', projectId)
    .where('a.deletedAt', 'is', null)
    .where('a.status', '<>', 'rejected')
    .$if(playable, (query) => query.where('u.version', 'is not', null))
    .$if(flash, (query) =>
      query.innerJoin('Rendition as r', (join) =>
        join
          .onRef('r.version', '=', 'a.audio')
          .on('r.format', '=', 'flash')
          .on('r.progress', '=', 100)
          .on('r.error', 'is', null),
      ),
    )
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
}
