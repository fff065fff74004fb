import { readInlineData } from 'react-relay';
import type { channelSettings_channel$key } from '../../__generated__/channelSettings_channel.graphql.ts';
import { channelSettings } from '../../generated/channel-settings.ts';
import type { ChannelValues, DeclaredKind, DeclaredSetting } from './channel-kinds.ts';

/** What the settings of a channel of a kind are. */
export const valuesOf = ({ settings }: DeclaredKind, channel: channelSettings_channel$key): ChannelValues =>
  underOwnNames(readInlineData(channelSettings, channel).settings, settings);

const underOwnNames = (
  answered: ChannelValues,
  settings: Readonly<Record<string, DeclaredSetting>>,
): ChannelValues =>
  Object.fromEntries(
    Object.entries(settings).map(([name, { answeredAs = name, item }]) => {
      const value = answered[answeredAs];
      return [
        name,
        item && Array.isArray(value) ? value.map((one: ChannelValues) => underOwnNames(one, item)) : value,
      ];
    }),
  );
