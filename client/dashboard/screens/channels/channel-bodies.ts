import { lazy, type ComponentType } from 'react';
import type { ChannelFormState } from './channel-form-state.ts';

/** What stands between the head and the buttons of a channel's form. */
export type ChannelBody = ComponentType<{ form: ChannelFormState }>;

const declared = lazy(async () => ({ default: (await import('./DeclaredBody.tsx')).DeclaredBody }));
const assistant = lazy(async () => ({ default: (await import('./AssistantBody.tsx')).AssistantBody }));

/** Kinds whose screen is more than the list of their settings. */
const bodies: Readonly<Record<string, ChannelBody>> = {
  PODCAST: lazy(async () => ({ default: (await import('./PodcastBody.tsx')).PodcastBody })),
  PLAYER: lazy(async () => ({ default: (await import('./PlayerBody.tsx')).PlayerBody })),
  PLAYLIST_PLAYER: lazy(async () => ({
    default: (await import('./PlaylistPlayerBody.tsx')).PlaylistPlayerBody,
  })),
  ALEXA_SKILL: assistant,
  GOOGLE_ACTION: assistant,
};

export const bodyOf = (type: string): ChannelBody => bodies[type] ?? declared;
