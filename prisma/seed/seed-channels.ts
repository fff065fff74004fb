import type { Actor } from '../../server/kernel/actor.ts';
import type { App } from '../../server/kernel/app.ts';
import { createPlaylist } from '../../server/areas/channels/playlists/playlists.ts';
import { createChannel, type TypedSettings } from '../../server/areas/channels/channels/channels.ts';

/** Slugs of the channels that the demo's pages show. */
export const demoChannels = {
  gazette: 'harbour-gazette-player',
  courrier: 'courrier-du-port-player',
  morgenblatt: 'morgenblatt-player',
  playlist: 'morning-player',
  ads: 'audio-ads-player',
} as const;

export interface DemoProjects {
  gazette: number;
  courrier: number;
  morgenblatt: number;
}

/**
 * Creates a channel of every kind that needs no external account, so that all of them can be played on the
 * demo's pages, in apps and in feed readers.
 */
export async function seedChannels(
  app: App,
  actor: Actor,
  { gazette, courrier, morgenblatt }: DemoProjects,
): Promise<void> {
  const channel = (projectId: number, slug: string, settings: TypedSettings) =>
    createChannel(app, actor, { projectId, slug, settings });
  await channel(gazette, demoChannels.gazette, {
    player: { version: 3, provider: 'always', color: '#0b5c74', cta: 'Listen to this story:' },
  });
  await channel(gazette, 'harbour-gazette-podcast', {
    podcast: {
      title: 'The Harbour Gazette',
      description: 'Invented news from an invented town, read aloud.',
      category: 'News',
      subCategory: 'Daily News',
      author: 'The Harbour Gazette',
      ownerEmail: 'desk@gazette.example',
    },
  });
  const { playlistId } = await createPlaylist(app, actor, {
    projectId: gazette,
    name: 'The week at the harbour',
    type: 'auto',
    limitCount: 10,
  });
  await channel(gazette, demoChannels.playlist, {
    playlistPlayer: {
      cta: 'The week at the harbour',
      color: '#0b5c74',
      opened: true,
      playlists: [{ id: playlistId, goesLiveAt: '2026-01-01T06:00' }],
    },
  });
  await channel(gazette, 'harbour-gazette-json', { json: {} });
  await channel(gazette, 'harbour-gazette-briefing', {
    alexaFB: { title: 'The Harbour Gazette', category: 'NEWS' },
  });
  await channel(courrier, demoChannels.courrier, {
    player: {
      version: 4,
      color: '#b2dfd9',
      cta: 'Écouter cet article :',
      playButton: 'Écouter',
      pauseButton: 'Pause',
      provider: 'never',
    },
  });
  await channel(morgenblatt, demoChannels.morgenblatt, {
    player: { version: 2, cta: 'Diesen Artikel anhören:', provider: 'never' },
  });
}
