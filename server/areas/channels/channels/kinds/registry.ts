import { alexaFB } from './alexa-fb-channel.ts';
import { alexaSkill } from './alexa-skill-channel.ts';
import { googleAction } from './google-action-channel.ts';
import { json } from './json-channel.ts';
import type { ChannelKind, SettingsOf } from './kind.ts';
import { player } from './player-channel.ts';
import { playlistPlayer } from './playlist-player-channel.ts';
import { podcast } from './podcast-channel.ts';

/** Every kind of channel, in the order in which they are offered. */
export const channelKinds = [
  playlistPlayer,
  podcast,
  googleAction,
  alexaSkill,
  json,
  alexaFB,
  player,
] as const;

type Kinds = (typeof channelKinds)[number];
export type ChannelType = Kinds['type'];
export type KindOf<Type extends ChannelType> = Extract<Kinds, { type: Type }>;
/** The settings of a channel of a type. */
export type ChannelSettings<Type extends ChannelType = ChannelType> = {
  [T in Type]: SettingsOf<KindOf<T>>;
}[Type];

/** The kind of a type; undefined of one that this release does not know. */
export const kindOf = (type: string): ChannelKind | undefined =>
  (channelKinds as readonly ChannelKind<string, any>[]).find((kind) => kind.type === type);
