import { IconBroadcast } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';
import { channelPaths } from '../../generated/channel-paths.ts';
import { headingOf } from './channel-names.ts';

/** The chooser of kinds of channels. */
export const addChannelPart: ProjectPart = {
  path: 'add-channel',
  label: 'Add channel',
  icon: IconBroadcast,
  heading: 'Add channel',
  title: (project) => `Add channel to ${project}`,
  right: 'canConfigure',
};

const newPart = (kind: (typeof channelPaths)[number]): ProjectPart => ({
  ...addChannelPart,
  path: `add-channel-${kind.path}`,
  label: headingOf(kind),
  heading: headingOf(kind),
  title: (project) => `${headingOf(kind)} of ${project}`,
});

/** The forms of new channels, by kind. */
export const newChannelParts: ReadonlyMap<string, ProjectPart> = new Map(channelPaths.map((kind) => [kind.type, newPart(kind)]));

/** The editor of a channel. */
export const editChannelPart = (label: string): ProjectPart => ({
  ...addChannelPart,
  path: 'channel/:channelId',
  label,
  heading: label,
  title: (project) => `${label} of ${project}`,
});
