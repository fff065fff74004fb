import {
  IconBolt,
  IconBrandGoogle,
  IconBroadcast,
  IconJson,
  IconMessageCircle,
  IconPlayerPlay,
  IconPlaylist,
  IconRss,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ChannelType } from '../../../generated/registries.ts';

const icons: Readonly<Record<ChannelType, ComponentType<IconProps>>> = {
  PLAYLIST_PLAYER: IconPlaylist,
  PODCAST: IconBroadcast,
  GOOGLE_ACTION: IconBrandGoogle,
  ALEXA_SKILL: IconMessageCircle,
  JSON: IconJson,
  ALEXA_FB: IconBolt,
  PLAYER: IconPlayerPlay,
};

/** The sign of a kind of channel. */
export function ChannelIcon({ type, size }: { type: string; size: number }) {
  // A server that is newer than this page may have further kinds.
  const Icon = Object.hasOwn(icons, type) ? icons[type as ChannelType] : IconRss;
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}
