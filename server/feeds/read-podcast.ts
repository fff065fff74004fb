import { sql as raw } from 'kysely';
import { z } from 'zod';
import type { App } from '../kernel/app.ts';
import { anyOf } from '../lib/database/sql.ts';
import type { PublicChannel } from '../areas/channels/channels/public-channel.ts';
import {
  publicArticleFields,
  publicEpisodeAudio,
  versionIn,
  type FeedProject,
} from '../areas/channels/publications/public-audio.ts';
import { isUnderEmbargo } from '../areas/library/publishing/embargo-condition.ts';
import { webAddress } from './markup-writer.ts';
import { leadsToFeed } from './feed-address.ts';
import { podcastPageItems } from '../product.ts';
import type { Person, Podcast, PodcastEpisode } from './podcast.ts';
import { audioAddress, baseOf } from './public-addresses.ts';
import { textOf } from './public-text.ts';
import { shorten } from './shorten.ts';
import { podcastGuid } from './uuid.ts';

/** Of an article's text in the notes of its episode. */
const summaryCharacters = 600;

/** [{startMs, title, articleId}] as the column holds it. */
export const storedChapters = z
  .array(z.object({ startMs: z.number(), title: z.string(), articleId: z.int().nullable() }))
  .catch([]);

/** A page of a podcast; null: there is no such page. @throws StorageError */
export async function readPodcast(
  app: App,
  channel: PublicChannel<'podcast'>,
  page: number,
): Promise<Podcast | null> {
  const { sql } = app.db;
  const base = baseOf(app.config);
  const address = `${base}/podcast/${channel.slug}`;
  const [project, { count }] = await Promise.all([
    readFeedProject(app, channel.projectId),
    sql
      .selectFrom('Episode')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('channelId', '=', channel.id)
      .where('publishedAt', 'is not', null)
      .where('file', 'is not', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const pages = Math.max(1, Math.ceil(Number(count) / podcastPageItems));
  if (page > pages) return null;
  const { settings } = channel;
  const author = settings.author ?? channel.project.name;
  const funding = webAddress(settings.fundingUrl);
  const given = webAddress(settings.newFeedUrl);
  const newFeedUrl = given !== null && leadsToFeed(given, base, channel) ? address : given;
  return {
    address,
    guid: settings.podcastGuid?.toLowerCase() ?? podcastGuid(address),
    title: settings.title,
    description: settings.description || settings.title,
    language: settings.language ?? channel.project.voiceLanguage,
    link: webAddress(settings.link) ?? webAddress(channel.project.mainUrl) ?? address,
    author,
    owner: { name: settings.ownerName ?? author, email: settings.ownerEmail },
    copyright: settings.copyright,
    explicit: settings.explicit,
    episodeType: settings.episodeType === 'serial' ? 'serial' : 'episodic',
    medium: settings.medium,
    locked: settings.locked,
    categories: [settings.category, settings.subCategory].filter((category) => category !== null),
    image: await artworkAddress(app, settings.artwork),
    persons: personsIn(settings.persons),
    podroll: podrollIn(settings.podroll),
    funding: funding === null ? null : { url: funding, text: settings.fundingText ?? 'Support this podcast' },
    // Apple wants the new place to say that it is the one (Podcasts Connect, "Change the RSS feed URL").
    newFeedUrl: newFeedUrl ?? (settings.podcastGuid === null ? null : address),
    verification: settings.verification,
    complete: settings.complete,
    updates:
      settings.groupingType === 'daily' || settings.groupingType === 'weekly' ? settings.groupingType : null,
    hub: webAddress(settings.hub),
    listings: listingsIn(settings),
    modifiedAt: channel.modifiedAt,
    episodes: await readEpisodes(app, channel, project, { page, address }),
    page,
    pages,
  };
}

/** Of an image, with the extension that Apple wants; null: there is none. */
async function artworkAddress({ db: { sql }, config }: App, tag: string | null): Promise<string | null> {
  const image =
    tag && (await sql.selectFrom('Image').select('mediaType').where('tag', '=', tag).executeTakeFirst());
  return image
    ? `${baseOf(config)}/download/image/${tag}.${image.mediaType === 'image/png' ? 'png' : 'jpg'}`
    : null;
}

export async function readFeedProject({ db: { sql } }: App, projectId: number): Promise<FeedProject> {
  return sql
    .selectFrom('Project')
    .select([
      'paywall',
      'paywallParagraphLimit',
      'paywallAudioSuffixEnabled',
      'paywallAudioSuffix',
      'securityEnabled',
    ])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
}

async function readEpisodes(
  app: App,
  channel: PublicChannel<'podcast'>,
  project: FeedProject,
  { page, address }: { page: number; address: string },
): Promise<PodcastEpisode[]> {
  const { sql } = app.db;
  const rows = await sql
    .selectFrom('Episode')
    .select(['id', 'guid', 'title', 'file', 'durationMs', 'bytes', 'chapters', 'publishedAt'])
    .where('channelId', '=', channel.id)
    .where('publishedAt', 'is not', null)
    .where('file', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(podcastPageItems)
    .offset((page - 1) * podcastPageItems)
    .execute();
  const articles = await readEpisodeArticles(
    app,
    rows.map(({ id }) => id),
  );
  const byEpisode = Map.groupBy(articles, ({ episodeId }) => episodeId);
  const episodes = await Promise.all(
    rows.map(async (row): Promise<PodcastEpisode | null> => {
      const own = byEpisode.get(row.id) ?? [];
      // A deleted or embargoed article plays nowhere, nor does audio that was joined with it.
      if (own.length === 0 || own.some((article) => article.deletedAt !== null || isUnderEmbargo(article)))
        return null;
      const [only, ...others] = own;
      const sound = { file: row.file!, durationMs: row.durationMs, bytes: row.bytes };
      const version = others.length === 0 ? versionIn(only!) : null;
      const heard = await publicArticleFields(app, publicEpisodeAudio(project, sound, version));
      if (!heard) return null;
      const chapters = storedChapters.parse(row.chapters);
      const starts = new Map(chapters.map(({ articleId, startMs }) => [articleId, startMs]));
      const path = `${address}/${row.guid}`;
      return {
        guid: row.guid,
        title: row.title,
        summary: summaryOf(own.map(({ text }) => textOf(project, text, heard.isTeaser))),
        link: others.length === 0 ? webAddress(only!.url) : null,
        publishedAt: row.publishedAt!,
        // The mark by which downloads are counted for the podcast: other players fetch the same file.
        audio: {
          url: `${audioAddress(app, heard.file)}?podcast=${channel.id}`,
          bytes: heard.bytes,
          durationMs: heard.durationMs,
        },
        chapters: chapters.length > 1 && !heard.isTeaser ? `${path}/chapters.json` : null,
        transcripts: heard.isTeaser
          ? null
          : { vtt: `${path}/transcript.vtt`, json: `${path}/transcript.json` },
        articles: own.map(({ id, title, url }) => ({
          title,
          url: webAddress(url),
          startMs: starts.get(id) ?? 0,
        })),
      };
    }),
  );
  return episodes.filter((episode) => episode !== null);
}

/** The articles of episodes, in their order, with the audio that each has now. */
function readEpisodeArticles(app: App, episodeIds: readonly number[]) {
  return app.db.sql
    .selectFrom('EpisodeArticle as e')
    .innerJoin('Article as a', 'a.id', 'e.articleId')
    .leftJoin('Audio as u', 'u.version', 'a.audio')
    .select([
      'e.episodeId',
      'a.id',
      'a.title',
      'a.url',
      'a.deletedAt',
      'a.publishAt',
      raw<string>`left(a.text, ${summaryCharacters * 4})`.as('text'),
    ])
    .select(['u.version', 'u.durationMs', 'u.bytes', 'u.teaser', 'u.teaserMs', 'u.paywall'])
    .where('e.episodeId', '=', anyOf(episodeIds, 'int'))
    .orderBy('e.position')
    .execute();
}

/** The beginning of each article, as much of each as of the others. */
const summaryOf = (texts: string[]): string =>
  texts
    .map((text) => shorten(text, Math.max(150, Math.floor(summaryCharacters / texts.length))))
    .join('\n\n');

/** People, one a line: name, role and address, which bars part. */
export const personsIn = (lines: string | null): Person[] =>
  linesOf(lines).flatMap((line) => {
    const [name = '', role = '', href] = line.split('|').map((part) => part.trim());
    return name === '' ? [] : [{ name, role: role || null, href: webAddress(href) }];
  });

/** Podcasts, one a line: the address of a feed, whose GUID follows from it, or a GUID. */
export const podrollIn = (lines: string | null): Podcast['podroll'] =>
  linesOf(lines).flatMap((line): Podcast['podroll'] => {
    if (z.guid().safeParse(line).success) return [{ feedGuid: line.toLowerCase(), feedUrl: null }];
    const feedUrl = webAddress(line);
    return feedUrl === null ? [] : [{ feedGuid: podcastGuid(feedUrl), feedUrl }];
  });

const linesOf = (lines: string | null): string[] =>
  (lines ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function listingsIn({
  appleUrl,
  spotifyUrl,
  youtubeUrl,
  amazonUrl,
}: PublicChannel<'podcast'>['settings']): Podcast['listings'] {
  const given = { apple: appleUrl, spotify: spotifyUrl, youtube: youtubeUrl, amazon: amazonUrl };
  return Object.fromEntries(Object.entries(given).filter(([, address]) => webAddress(address) !== null));
}
