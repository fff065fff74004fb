import { IconBroadcast } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';
import { channelsPartWords } from '../../generated/words/channelsPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import { channelPaths } from '../../generated/channel-paths.ts';

/** The chooser of kinds of channels. */
export const addChannelPart: ProjectPart = {
  path: 'add-channel',
  label: () => wordsNow(channelsPartWords).add,
  icon: IconBroadcast,
  heading: () => wordsNow(channelsPartWords).add,
  title: (project) => wordsNow(channelsPartWords).addTo({ project }),
  right: 'canConfigure',
};

type NamedPath = (typeof channelPaths)[number];

/** The heading of the form that creates one. */
const headingOf = ({ type }: NamedPath): string => wordsNow(channelsPartWords).new[type];

const newPart = (kind: NamedPath): ProjectPart => ({
  ...addChannelPart,
  path: `add-channel-${kind.path}`,
  label: () => headingOf(kind),
  heading: () => headingOf(kind),
  title: (project) => wordsNow(channelsPartWords).of({ heading: headingOf(kind), project }),
});

/** The forms of new channels, by kind. */
export const newChannelParts: ReadonlyMap<string, ProjectPart> = new Map(
  channelPaths.map((kind) => [kind.type, newPart(kind)]),
);

/** The editor of a channel. */
export const editChannelPart = (label: string): ProjectPart => ({
  ...addChannelPart,
  path: 'channel/:channelId',
  label,
  heading: label,
  title: (project) => wordsNow(channelsPartWords).of({ heading: label, project }),
});
