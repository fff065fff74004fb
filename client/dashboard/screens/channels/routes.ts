import type { ChannelChooserQuery } from '../../__generated__/ChannelChooserQuery.graphql.ts';
import channelsQuery from '../../__generated__/ChannelsScreenQuery$parameters.ts';
import type { ChannelsScreenQuery } from '../../__generated__/ChannelsScreenQuery.graphql.ts';
import type { EditChannelScreenQuery } from '../../__generated__/EditChannelScreenQuery.graphql.ts';
import type { NewChannelScreenQuery } from '../../__generated__/NewChannelScreenQuery.graphql.ts';
import { whenProjectChanges, screenRoute } from '../../relay/screen-route.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { addChannelPart, channelsPart, newChannelParts } from './channel-parts.ts';

export const channelRoutes = [
  projectPartRoute<ChannelsScreenQuery>(channelsPart, {
    skeleton: 'table',
    query: [channelsQuery, ({ params }) => ({ id: params['id']! })],
    shouldRevalidate: whenProjectChanges,
    screen: () => import('./list/ChannelsScreen.tsx'),
  }),
  projectPartRoute<ChannelChooserQuery>(addChannelPart, {
    skeleton: 'cards',
    query: [
      async () => (await import('../../__generated__/ChannelChooserQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']! }),
    ],
    screen: () => import('./ChannelChooser.tsx'),
  }),
  ...[...newChannelParts.values()].map((part) =>
    projectPartRoute<NewChannelScreenQuery>(part, {
      skeleton: 'form',
      query: [
        async () => (await import('../../__generated__/NewChannelScreenQuery$parameters.ts')).default,
        ({ params }) => ({ id: params['id']! }),
      ],
      screen: () => import('./NewChannelScreen.tsx'),
    }),
  ),
  screenRoute<EditChannelScreenQuery>({
    path: ':id/channel/:channelId',
    skeleton: 'form',
    query: [
      async () => (await import('../../__generated__/EditChannelScreenQuery$parameters.ts')).default,
      ({ params }) => ({ id: params['id']!, channel: params['channelId']! }),
    ],
    screen: () => import('./EditChannelScreen.tsx'),
  }),
];
