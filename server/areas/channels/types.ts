import { builder } from '../../graphql/builder.ts';
import { wordsEnum } from '../../graphql/words-enum.ts';
import { channelKinds, type ChannelType } from './kinds/registry.ts';
import type { ChannelPrerequisites } from './prerequisites.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ChannelObjectType = builder.prismaObject('Channel', {
  description:
    "A way in which a project's articles reach listeners. Visible to everyone who can read the project.",
  select: { id: true },
});

export const ChannelTypeType = builder.enumType('ChannelType', {
  description: 'Kind of a channel.',
  values: wordsEnum(
    Object.fromEntries(channelKinds.map(({ type, description }) => [type, description])) as Record<
      ChannelType,
      string
    >,
  ),
});

export const ChannelPrerequisitesType = builder.objectRef<ChannelPrerequisites>('ChannelPrerequisites');
