import { builder } from '../../graphql/builder.ts';
import { ChannelTypeType } from '../channels/types.ts';
import { ProjectType } from '../project-access/types.ts';
import { previewPlayer } from './preview-player.ts';

builder.prismaObjectField(ProjectType, 'playerPreview', (t) =>
  t.field({
    type: 'JSON',
    description:
      'What a player with the given settings would be told: a web player with the newest article that is ready, a playlist player with ' +
      'its playlists, whenever they go live. Without items when there is nothing to play. The settings need not be saved. Requires ' +
      "permission to change the project's settings.",
    args: {
      type: t.arg({
        type: ChannelTypeType,
        required: false,
        description: 'Type of the player: `player` (the default) or `playlistPlayer`.',
      }),
      settings: t.arg({
        type: 'JSON',
        description: 'Settings of a channel of that type. The others have their defaults.',
      }),
    },
    resolve: ({ id }, { type, settings }, { app, actor }) =>
      previewPlayer(app, actor, { projectId: id, type, settings }),
  }),
);
