import { expect } from 'vitest';
import type { Article, Channel, Project } from '../../prisma/generated/client/client.ts';
import { createChannel } from '../../server/areas/channels/channels/channels.ts';
import type { PodcastSettings } from '../../server/areas/channels/episodes/assign-articles.ts';
import { episodesOf } from '../../server/areas/channels/episodes/episodes.ts';
import { system } from '../../server/kernel/actor.ts';
import type { App } from '../../server/kernel/app.ts';
import { joinAudio } from '../../server/pipeline/join-audio.ts';
import { publishProject } from '../../server/pipeline/publish-project.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { context, offlineProject, type Pipeline } from './pipeline.ts';

interface Podcast {
  project: Project;
  channel: Channel;
}

/** Podcasts, articles for them, and what their jobs make of both. */
export function podcasts(pipeline: Pipeline) {
  async function podcast(
    settings: Partial<PodcastSettings> = {},
    timezone = 'Europe/Berlin',
  ): Promise<Podcast> {
    const organization = await pipeline.make.organization({ timezone });
    const project = await offlineProject(pipeline, { organizationId: organization.id });
    return { project, channel: await addPodcast(project.id, settings) };
  }

  async function addPodcast(projectId: number, settings: Partial<PodcastSettings> = {}): Promise<Channel> {
    const { id } = await createChannel(pipeline.app, system, {
      projectId,
      settings: { podcast: { title: 'The Podcast', ...settings } },
    });
    return pipeline.app.db.prisma.channel.findUniqueOrThrow({ where: { id } });
  }

  /** Ready, without sound in storage. */
  async function ready(
    projectId: number,
    at: string | Date,
    given: { updatedAt?: Date } = {},
  ): Promise<Article> {
    const publishedAt = new Date(at);
    const { id } = await pipeline.make.article(projectId, { publishedAt, addedAt: publishedAt, ...given });
    await pipeline.make.audio(id);
    return pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
  }

  /** With sound, as a worker makes it. */
  async function voiced(projectId: number, text: string, at = '2026-03-02T10:00:00Z'): Promise<Article> {
    const { id } = await pipeline.make.article(projectId, {
      text,
      title: text.split(/[.!?]/)[0]!,
      publishedAt: new Date(at),
    });
    return voiceAgain(id);
  }

  async function voiceAgain(id: number, change: { text?: string; title?: string } = {}): Promise<Article> {
    await voiceArticle(pipeline.tools, { articleId: id, run: await pipeline.begin(id, change) }, context);
    const article = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    expect(article.status).toBe('ready');
    return article;
  }

  /** What the jobs do, until there is nothing left. */
  async function publish(projectId: number, app: App = pipeline.app): Promise<void> {
    await publishProject(app, { projectId }, context);
    for (const { key } of await app.db.prisma.joinedAudio.findMany({
      where: { state: { in: ['waiting', 'joining'] } },
      select: { key: true },
    }))
      await joinAudio(app, { key }, context);
  }

  /** Returns its public episodes, newest first. */
  const episodes = (channelId: number) => episodesOf(pipeline.app, channelId, { limit: 100 });
  /** Its episodes with their articles, oldest first. */
  const rows = (channelId: number) =>
    pipeline.app.db.prisma.episode.findMany({
      where: { channelId, deletedAt: null },
      orderBy: { id: 'asc' },
      include: { articles: { orderBy: { position: 'asc' } } },
    });

  return { podcast, addPodcast, ready, voiced, voiceAgain, publish, episodes, rows };
}
