import { persistError, noticesColumn, type PersistedMessage } from '../lib/persisted-message.ts';
import { podcastChannel, type PodcastChannel } from '../areas/channels/episodes/assign-articles.ts';
import { titleByArticles } from '../areas/channels/episodes/periods.ts';
import { setEpisodeFile, storeJoinedFile, notifyOfEpisode } from '../areas/channels/episodes/episodes.ts';
import { ensureJoined, type JoinedPart } from '../areas/library/joined-audio/joined-audio.ts';
import type { App } from '../kernel/app.ts';
import type { Sql } from '../lib/database/db.ts';
import { now } from '../lib/database/sql.ts';
import { isExpectedError, failureVerdict } from './retry-policy.ts';
import { speakText } from './speak-text.ts';

/** Silence after a sound, a spoken text and an article, milliseconds. */
const gaps = { sound: 400, text: 700, article: 1_000 } as const;

/** Playable articles of an episode, in order. */
const heardArticles = (sql: Sql, episodeId: number) =>
  sql
    .selectFrom('EpisodeArticle as x')
    .innerJoin('Article as a', 'a.id', 'x.articleId')
    .innerJoin('Audio as u', 'u.version', 'a.audio')
    .select(['a.id', 'a.title', 'u.version', 'u.durationMs', 'u.bytes'])
    .where('x.episodeId', '=', episodeId)
    .where('a.deletedAt', 'is', null)
    .orderBy('x.position')
    .orderBy('a.id')
    .execute();

type HeardArticle = Awaited<ReturnType<typeof heardArticles>>[number];

/**
 * Updates an episode to its articles' current audio: the article's file, or one joined from all of them with
 * the podcast's intro and outro, which it plays once that is ready. Deletes an episode whose articles are all
 * gone. Idempotent.
 * @throws errors that may be transient; permanent ones are shown to editors at the episode
 */
export async function makeEpisode(
  app: App,
  channelId: number,
  episodeId: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const channel = await podcastChannel(app.db.sql, channelId);
    if (!channel) return;
    const articles = await heardArticles(app.db.sql, episodeId);
    let parts: JoinedPart[];
    try {
      parts = articles.length === 0 ? [] : await partsOf(app, channel, articles, signal);
    } catch (error) {
      if (signal.aborted || !isExpectedError(error) || failureVerdict(error, 0, 0).kind !== 'fail')
        throw error;
      await fail(app, channelId, episodeId, persistError(error));
      return;
    }
    if (await settle(app, channel, episodeId, articles, parts)) return;
  }
}

/** Audible parts, in order. */
async function partsOf(
  app: App,
  { settings, projectId }: PodcastChannel,
  articles: HeardArticle[],
  signal: AbortSignal,
): Promise<JoinedPart[]> {
  const project = await app.db.sql
    .selectFrom('Project')
    .selectAll()
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const sound = (file: string | null): JoinedPart[] =>
    file ? [{ file, gapMs: gaps.sound, title: null, articleId: null }] : [];
  const spoken = async (text: string): Promise<JoinedPart[]> => {
    const file = await speakText(app, project, text, signal);
    return file === null ? [] : [{ file, gapMs: gaps.text, title: null, articleId: null }];
  };
  const next = sound(settings.nextNewsAudio);
  const parts = [
    ...sound(settings.introAudio),
    ...(await spoken(settings.introText)),
    ...articles.flatMap(({ id, title, version }, index): JoinedPart[] => [
      ...(index > 0 ? next : []),
      {
        file: version,
        gapMs: index < articles.length - 1 && next.length > 0 ? gaps.sound : gaps.article,
        title,
        articleId: id,
      },
    ]),
    ...(await spoken(settings.outroText)),
    ...sound(settings.outroAudio),
  ];
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, gapMs: 0 } : part));
}

/** @returns false when an article has changed since: the decision has to be made again */
async function settle(
  app: App,
  channel: PodcastChannel,
  episodeId: number,
  articles: HeardArticle[],
  parts: JoinedPart[],
): Promise<boolean> {
  return app.db.transaction(async (sql) => {
    // Locks the episode first: a later change of an article marks it after this, so it is generated again.
    const episode = await sql
      .selectFrom('Episode')
      .select(['period', 'title', 'file', 'error'])
      .where('id', '=', episodeId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!episode) return true;
    if (JSON.stringify(await heardArticles(sql, episodeId)) !== JSON.stringify(articles)) return false;
    const own = sql.updateTable('Episode').where('id', '=', episodeId);
    const [only, ...others] = articles;
    if (!only) {
      await own.set({ deletedAt: now(), modifiedAt: now(), content: '' }).execute();
      await notifyOfEpisode(app, sql, [channel.id]);
      return true;
    }
    const title = titleByArticles(episode.period, episode.title, only);
    const isAlone = others.length === 0 && parts.length === 1;
    if (isAlone) {
      await own.set({ title, joined: null, content: only.version }).execute();
      if (episode.file === only.version && episode.title === title && episode.error === null) return true;
      await setEpisodeFile(app, sql, [episodeId], {
        ...only,
        file: only.version,
        chapters: [],
        articleIds: [only.id],
      });
      return true;
    }
    const row = await ensureJoined(app, sql, { projectId: channel.projectId, title, parts });
    const isRenamed = title !== episode.title;
    await own
      .set({
        title,
        joined: row.key,
        content: row.key,
        ...(episode.file === row.key && { error: null, errorNotices: null }),
        ...(isRenamed && { modifiedAt: now() }),
      })
      .execute();
    // A headline that was corrected or taken back is so at once, not only when the file is there.
    if (isRenamed) await notifyOfEpisode(app, sql, [channel.id]);
    if (row.state === 'ready') await storeJoinedFile(app, sql, row);
    return true;
  });
}

async function fail(app: App, channelId: number, episodeId: number, error: PersistedMessage): Promise<void> {
  await app.db.transaction(async (sql) => {
    await sql
      .updateTable('Episode')
      .set({ error: error.text, errorNotices: noticesColumn(error), content: '', modifiedAt: now() })
      .where('id', '=', episodeId)
      .execute();
    await notifyOfEpisode(app, sql, [channelId]);
  });
}
