import { builder } from '../../../graphql/builder.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { ChannelObjectType } from '../channels/types.ts';
import {
  artworkOf,
  channelStatus,
  channelStatuses,
  directoriesOf,
  podcastDirectories,
  type ChannelStatus,
  type PodcastDirectory,
} from './channel-status.ts';

const ChannelStatusType = builder.enumType('ChannelStatus', {
  description: 'Whether listeners can use a channel, and what is missing.',
  values: wordsEnum<ChannelStatus>(channelStatuses),
});

const PodcastDirectoryType = builder.enumType('PodcastDirectory', {
  description: 'A directory that lists podcasts.',
  values: wordsEnum<PodcastDirectory>(podcastDirectories),
});

const content = { type: true, settings: true } as const;

builder.prismaObjectFields(ChannelObjectType, (t) => ({
  status: t.field({
    type: ChannelStatusType,
    description: 'Whether listeners can use it, and what is missing.',
    select: {
      ...content,
      sighting: { select: { seenAt: true } },
      deployments: { orderBy: { id: 'desc' }, take: 1, select: { status: true } },
    },
    resolve: (channel) => channelStatus(channel),
  }),
  directories: t.field({
    type: [PodcastDirectoryType],
    description: 'Directories that list the podcast, by its settings. Empty for other types.',
    select: content,
    resolve: ({ type, settings }) => directoriesOf(type, settings),
  }),
  artworkUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the artwork of the podcast. Null if there is none, or for other types.',
    select: content,
    resolve: ({ type, settings }, _, { app }) => {
      const tag = artworkOf(type, settings);
      return tag && `${app.config.publicUrl}/download/image/${tag}`;
    },
  }),
}));
