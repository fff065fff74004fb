import { localTimePattern, instantOf } from '../../../../lib/zoned-time.ts';
import {
  choice,
  flag,
  list,
  reference,
  settingGroup,
  settingsSchema,
  text,
} from '../../../../kernel/settings.ts';
import { colorProblem, colorScheme, defaultColor } from './colors.ts';
import { channelKind } from './kind.ts';
import { playlistPlayerFeatures } from './player-features.ts';
import { tracking } from './tracking.ts';
import { channelMessages } from '../messages.ts';

const moment = (description: string) =>
  text({
    description,
    default: null,
    format: 'localTime',
    check: (value) => (isLocalTime(value) ? null : channelMessages.NOT_A_MOMENT()),
  });

function isLocalTime(value: string): boolean {
  if (!localTimePattern.test(value)) return false;
  try {
    instantOf(value, 'UTC');
    return true;
  } catch {
    return false;
  }
}

const chosen = {
  id: reference<number>('Playlist', {
    as: 'playlist',
    description: 'Global ID of the playlist, which may be deleted.',
    default: 0,
  }),
  goesLiveAt: moment("When it appears: `YYYY-MM-DDTHH:MM` in the organization's time zone. Null: not yet."),
  publishedUntil: moment(
    "When it disappears: `YYYY-MM-DDTHH:MM` in the organization's time zone. Null: never.",
  ),
};

export const playlistPlayer = channelKind({
  type: 'playlistPlayer',
  rank: 3,
  description: "A playlist player: plays playlists on the publisher's pages.",
  path: 'playlist-player',
  feature: 'playlist',
  publishes: 'playlists',
  publicPath: null,
  settings: settingsSchema(
    settingGroup(
      {
        cta: text({
          description: 'Call to action: text that invites people to listen.',
          default: '',
          min: 1,
          max: 256,
          cut: true,
        }),
        color: text({
          description: 'Color of the player.',
          default: defaultColor,
          format: 'color',
          check: colorProblem,
        }),
        colorScheme,
        opened: flag({ description: 'Whether the list of articles is initially open.' }),
        version: choice([3], { description: 'Version of the player.', default: 3 }),
        playlists: list(chosen, {
          description: 'Playlists of the player, in order.',
          name: 'PublishedPlaylist',
          max: 50,
        }),
      },
      ({ playlists }, isChanged) => {
        if (!isChanged('playlists')) return {};
        const reversed = playlists.findIndex(
          ({ goesLiveAt, publishedUntil }) =>
            goesLiveAt !== null && publishedUntil !== null && publishedUntil <= goesLiveAt,
        );
        const twice = playlists.findIndex(
          ({ id }, index) => playlists.findIndex((other) => other.id === id) < index,
        );
        return {
          ...(reversed >= 0 && {
            [`playlists.${reversed}.publishedUntil`]: channelMessages.ENDS_BEFORE_GOING_LIVE(),
          }),
          ...(twice >= 0 && { [`playlists.${twice}.id`]: channelMessages.PLAYLIST_LISTED_TWICE() }),
        };
      },
    ),
    playlistPlayerFeatures,
    tracking,
  ),
  nameSetting: 'cta',
});
