import { IconBroadcast } from '@tabler/icons-react';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';
import { channelsPartWords } from '../../generated/words/channelsPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import { channelPaths } from '../../generated/channel-paths.ts';

/** The project's channels. */
export const channelsPart: ProjectPart = {
  path: 'channels',
  label: () => currentWords(channelsPartWords).menu,
  icon: IconBroadcast,
  heading: () => currentWords(channelsPartWords).menu,
  title: (project) =>
    currentWords(channelsPartWords).of({ heading: currentWords(channelsPartWords).menu, project }),
};

/** The chooser of kinds of channels. */
export const addChannelPart: ProjectPart = {
  path: 'add-channel',
  label: () => currentWords(channelsPartWords).add,
  icon: IconBroadcast,
  heading: () => currentWords(channelsPartWords).add,
  title: (project) => currentWords(channelsPartWords).addTo({ project }),
  right: 'canConfigure',
};

type NamedPath = (typeof channelPaths)[number];

/** The heading of the form that creates one. */
const headingOf = ({ type }: NamedPath): string => currentWords(channelsPartWords).new[type];

const newPart = (kind: NamedPath): ProjectPart => ({
  ...addChannelPart,
  path: `add-channel-${kind.path}`,
  label: () => headingOf(kind),
  heading: () => headingOf(kind),
  title: (project) => currentWords(channelsPartWords).of({ heading: headingOf(kind), project }),
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
  title: (project) => currentWords(channelsPartWords).of({ heading: label, project }),
});
