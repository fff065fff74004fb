import type { App } from '../../../kernel/app.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import { kindOf } from '../channels/kinds/registry.ts';

/** Where listeners of a player subscribe to the project's podcast. */
export interface PodcastLinks {
  /** Its own page, with links for all apps. */
  page: string;
  /** Its pages in apps that list it. */
  apps: { name: string; url: string }[];
}

/** Returns the links of the project's podcast, the oldest of several; null: it has none. */
export async function podcastLinks(app: App, projectId: number): Promise<PodcastLinks | null> {
  const podcast = await app.db.sql
    .selectFrom('Channel')
    .select(['slug', 'settings'])
    .where('projectId', '=', projectId)
    .where('type', '=', 'podcast')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const path = podcast && kindOf('podcast')?.publicPath?.(podcast.slug);
  if (!podcast || !path) return null;
  const { appleUrl, spotifyUrl, youtubeUrl, amazonUrl } = settingsIn('podcast', podcast.settings);
  const apps: [name: string, url: string | null][] = [
    ['Apple Podcasts', appleUrl],
    ['Spotify', spotifyUrl],
    ['YouTube Music', youtubeUrl],
    ['Amazon Music', amazonUrl],
  ];
  return {
    page: `${app.config.publicUrl}${path}`,
    apps: apps.flatMap(([name, url]) => (url === null ? [] : [{ name, url }])),
  };
}
