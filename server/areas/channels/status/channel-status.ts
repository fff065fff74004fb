import { settingsIn } from '../channels/channel-settings.ts';

/** Whether listeners can use a channel, and what is missing. */
export const channelStatuses = {
  live: 'Listeners can use it.',
  unseen: 'A player that no reader has loaded yet.',
  noArtwork: 'A podcast without artwork, which apps refuse.',
  moved: 'A podcast that has moved to another feed.',
  unpublished: 'A skill that has never been deployed.',
  publishing: 'A skill that is being deployed.',
  submitted: 'A skill that Amazon has accepted.',
  failed: 'A skill whose last deployment failed.',
  retired: 'A channel of a service that has ended.',
} as const;

export type ChannelStatus = keyof typeof channelStatuses;

interface ChannelState {
  type: string;
  settings: unknown;
  sighting: { seenAt: Date | null } | null;
  deployments: readonly { status: string }[];
}

/**
 * Returns the status of a channel.
 * @param deployments the last one first
 */
export function channelStatus({ type, settings, sighting, deployments }: ChannelState): ChannelStatus {
  if (type === 'player' || type === 'playlistPlayer') return sighting?.seenAt ? 'live' : 'unseen';
  if (type === 'podcast') {
    const { newFeedUrl, artwork } = settingsIn('podcast', settings);
    if (newFeedUrl !== null) return 'moved';
    return artwork === null ? 'noArtwork' : 'live';
  }
  if (type === 'alexaSkill') {
    const status = deployments[0]?.status;
    if (status === undefined) return 'unpublished';
    return status === 'starting' ? 'publishing' : status === 'failed' ? 'failed' : 'submitted';
  }
  return type === 'googleAction' ? 'retired' : 'live';
}

/** Directories of podcasts, with the setting that holds the page of the podcast there. */
const directories = {
  apple: 'appleUrl',
  spotify: 'spotifyUrl',
  youtube: 'youtubeUrl',
  amazon: 'amazonUrl',
} as const;

export const podcastDirectories = {
  apple: 'Apple Podcasts.',
  spotify: 'Spotify.',
  youtube: 'YouTube Music.',
  amazon: 'Amazon Music.',
} as const satisfies Record<keyof typeof directories, string>;

export type PodcastDirectory = keyof typeof directories;

/** Directories that list a podcast, as its settings say. Empty for other types. */
export function directoriesOf(type: string, settings: unknown): PodcastDirectory[] {
  if (type !== 'podcast') return [];
  const values = settingsIn('podcast', settings);
  return (Object.keys(directories) as PodcastDirectory[]).filter(
    (name) => values[directories[name]] !== null,
  );
}

/** Tag of the artwork of a podcast; null: it has none, or is no podcast. */
export const artworkOf = (type: string, settings: unknown): string | null =>
  type === 'podcast' ? settingsIn('podcast', settings).artwork : null;
