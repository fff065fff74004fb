import { captionCues, type Cue } from '../audio/webvtt.ts';
import type { App } from '../kernel/app.ts';
import { anyOf } from '../lib/database/sql.ts';
import { wordTimings } from '../text/words.ts';
import type { PublicChannel } from '../areas/channels/channels/public-channel.ts';
import { joinedParts } from '../areas/library/joined-audio/joined-audio.ts';
import { isBehindPaywall } from '../areas/channels/publications/public-audio.ts';
import { isUnderEmbargo } from '../areas/library/publishing/embargo-condition.ts';
import type { Chapter } from './chapters.ts';
import { webAddress } from './markup-writer.ts';
import { readFeedProject, storedChapters } from './read-podcast.ts';

/** An episode with what goes with its sound. */
export interface EpisodeFiles {
  title: string;
  /** BCP 47 */
  language: string;
  modifiedAt: Date;
  chapters: Chapter[];
  cues: Cue[];
}

/** Null: there is no such episode, or it is kept for subscribers. */
export async function readEpisode(
  app: App,
  channel: PublicChannel<'podcast'>,
  guid: string,
): Promise<EpisodeFiles | null> {
  const { sql } = app.db;
  if (isBehindPaywall(await readFeedProject(app, channel.projectId))) return null;
  const episode = await sql
    .selectFrom('Episode')
    .select(['id', 'title', 'file', 'chapters', 'modifiedAt'])
    .where('guid', '=', guid)
    .where('channelId', '=', channel.id)
    .where('publishedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!episode?.file) return null;
  const articles = await sql
    .selectFrom('EpisodeArticle as e')
    .innerJoin('Article as a', 'a.id', 'e.articleId')
    .select(['a.id', 'a.title', 'a.url', 'a.deletedAt', 'a.publishAt'])
    .where('e.episodeId', '=', episode.id)
    .execute();
  if (articles.length === 0) return null;
  if (articles.some((article) => article.deletedAt !== null || isUnderEmbargo(article))) return null;
  const present = new Map(articles.map(({ id, title, url }) => [id, { title, url: webAddress(url) }]));
  const stored = storedChapters.parse(episode.chapters);
  return {
    title: episode.title,
    language: channel.settings.language ?? channel.project.voiceLanguage,
    modifiedAt: episode.modifiedAt,
    // Uses the article's current headline, even if the file was made with an earlier one.
    chapters: stored.map(({ startMs, title, articleId }) => ({
      startMs,
      ...((articleId === null ? null : present.get(articleId)) ?? { title, url: null }),
    })),
    cues: await readCues(app, episode.file, stored),
  };
}

/** Returns the spoken text with its times, in a version or in a joined file. */
async function readCues(
  { db: { sql } }: App,
  file: string,
  chapters: { startMs: number; articleId: number | null }[],
): Promise<Cue[]> {
  const joined = await sql
    .selectFrom('JoinedAudio')
    .select('parts')
    .where('key', '=', file)
    .executeTakeFirst();
  const starts = new Map(chapters.map(({ articleId, startMs }) => [articleId, startMs]));
  const parts = joined
    ? joinedParts.parse(joined.parts).flatMap((part) => {
        const startMs = part.articleId === null ? undefined : starts.get(part.articleId);
        return startMs === undefined ? [] : [{ version: part.file, startMs }];
      })
    : [{ version: file, startMs: 0 }];
  const versions = anyOf(
    parts.map(({ version }) => version),
    'text',
  );
  const [audios, chunks] = await Promise.all([
    sql
      .selectFrom('Audio')
      .select(['version', 'articleId', 'text', 'timings'])
      .where('version', '=', versions)
      .execute(),
    sql
      .selectFrom('Chunk as c')
      .innerJoin('Audio as u', (join) =>
        join.onRef('u.version', '=', 'c.version').onRef('u.articleId', '=', 'c.articleId'),
      )
      .select(['c.version', 'c.start', 'c.text', 'c.written'])
      .where('u.version', '=', versions)
      .orderBy('c.position')
      .execute(),
  ]);
  const byVersion = new Map(audios.map((audio) => [audio.version, audio]));
  return parts
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap(({ version, startMs }) => {
      const audio = byVersion.get(version);
      if (!audio) return [];
      const segments = chunks
        .filter((chunk) => chunk.version === version)
        .map(({ start, text, written }) => ({ start, end: start + (written ?? text).length }));
      return captionCues(wordTimings.parse(audio.timings), audio.text, segments).map((cue) => ({
        ...cue,
        startMs: cue.startMs + startMs,
        endMs: cue.endMs + startMs,
      }));
    });
}
