import { lazy, type ComponentType } from 'react';
import type { ChannelType } from '../../../generated/registries.ts';
import type { ChannelFormState } from '../channel-form-state.ts';

/** The part of a channel's form between its head and its buttons. */
export type ChannelBody = ComponentType<{ form: ChannelFormState }>;

const declared = lazy(async () => ({ default: (await import('./DeclaredBody.tsx')).DeclaredBody }));

/** Bodies by kind: `declared` lists the settings as they are declared. */
export const channelBodies: Readonly<Record<ChannelType, ChannelBody>> = {
  PODCAST: lazy(async () => ({ default: (await import('./PodcastBody.tsx')).PodcastBody })),
  PLAYER: lazy(async () => ({ default: (await import('./PlayerBody.tsx')).PlayerBody })),
  PLAYLIST_PLAYER: lazy(async () => ({
    default: (await import('./PlaylistPlayerBody.tsx')).PlaylistPlayerBody,
  })),
  ALEXA_SKILL: lazy(async () => ({ default: (await import('./AlexaSkillBody.tsx')).AlexaSkillBody })),
  GOOGLE_ACTION: lazy(async () => ({ default: (await import('./GoogleActionBody.tsx')).GoogleActionBody })),
  ALEXA_FB: declared,
  JSON: declared,
};
