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

const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
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
  const Icon = icons[type] ?? IconRss;
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}
