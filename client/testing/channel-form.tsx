import type { ComponentProps } from 'react';
// What a form loads when it is opened is here before the tests begin.
import '../dashboard/screens/channels/bodies/AlexaSkillBody.tsx';
import '../dashboard/screens/channels/bodies/GoogleActionBody.tsx';
import '../dashboard/screens/channels/bodies/DeclaredBody.tsx';
import '../dashboard/screens/channels/bodies/PlayerBody.tsx';
import '../dashboard/screens/channels/bodies/PodcastBody.tsx';
import { ChannelForm } from '../dashboard/screens/channels/ChannelForm.tsx';
import { kindOfType } from '../dashboard/screens/channels/channel-kinds.ts';
import type { ChannelProject } from '../dashboard/screens/channels/use-channel-project.ts';
import { renderComponent } from './screen.tsx';

type Channel = NonNullable<ComponentProps<typeof ChannelForm>['channel']>;

export const project: ChannelProject = {
  id: 'p7',
  databaseId: 7,
  name: 'Gazette',
  entitlements: [
    'PODCAST',
    'PLAYLIST',
    'ALEXA_SKILL',
    'GOOGLE_ACTION',
    'JSON_FEED',
    'ALEXA_FB',
    'PLAYER_BORDERED',
    'PLAYER_V4',
  ],
  sounds: [
    {
      name: 'Harp',
      file: 'harp',
      url: '/download/audio/harp.mp3',
      durationMs: 3000,
      builtIn: true,
      kind: 'INTRO',
    },
    {
      name: 'Gong',
      file: 'gong',
      url: '/download/audio/gong.mp3',
      durationMs: 2000,
      builtIn: true,
      kind: 'NEXT',
    },
    {
      name: 'Own.mp3',
      file: 'own',
      url: '/download/audio/own.mp3',
      durationMs: 4000,
      builtIn: false,
      kind: null,
    },
  ],
  voice: { name: 'offline:en-US-Otto', language: 'en-US', settings: { rate: 1.2 } },
};

/** The form of a channel of a type: of a new one, or of one that has these values. */
export function openForm(
  type: string,
  values: Channel['values'] | null = null,
  given: Partial<ChannelProject> = {},
) {
  const channel = values && {
    id: 'c1',
    databaseId: 1,
    slug: 'gazette',
    publicUrl: 'https://a.example/x/gazette',
    loaderUrl: 'https://a.example/player/loader.js',
    revision: 3,
    values,
  };
  return renderComponent(
    <ChannelForm
      kind={kindOfType(type)!}
      project={{ ...project, ...given }}
      channel={channel}
      nextSlug="gazette-new"
    />,
  );
}
