import {
  PlaylistInterval,
  PlaylistSort,
  PlaylistType as Kind,
} from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { automaticCountMax, playlistItemsMax } from '../../../product.ts';
import type { Item, itemStatuses } from './playlist-items.ts';
import type { RankedArticle } from './ranking.ts';
import type { playlistStatuses } from './playlist-status.ts';

/** GraphQL types that other areas lead to, or add to. */
export const PlaylistType = builder.prismaObject('Playlist', {
  description: 'Articles that are played one after another: chosen by hand, or found automatically.',
  select: { id: true },
});
export const PlaylistItemType = builder.objectRef<Item>('PlaylistItem');
export const RankedArticleType = builder.objectRef<RankedArticle>('RankedArticle');

export const PlaylistKindType = builder.enumType('PlaylistType', {
  description: 'How the articles of a playlist are chosen.',
  values: {
    [Kind.manual]: { description: 'By hand.' },
    [Kind.auto]: { description: 'Automatically, by how often they were seen or played.' },
  } as const,
});

export const PlaylistIntervalType = builder.enumType('PlaylistInterval', {
  description: "Period whose listening counts for an automatic playlist, in the organization's time zone.",
  values: {
    [PlaylistInterval.yesterday]: { description: 'The previous day.' },
    [PlaylistInterval.daily]: {
      description: 'The last 24 hours or, with times of day, the latest time between them that has begun.',
    },
    [PlaylistInterval.weekly]: { description: 'The last 7 days.' },
    [PlaylistInterval.monthly]: { description: 'The last 30 days.' },
  } as const,
});

export const PlaylistSortType = builder.enumType('PlaylistSort', {
  description: 'Order of the articles of an automatic playlist.',
  values: {
    [PlaylistSort.views]: { description: 'Articles whose player was seen most often come first.' },
    [PlaylistSort.listens]: { description: 'Articles that were played most often come first.' },
  } as const,
});

export const PlaylistStatusType = builder.enumType('PlaylistStatus', {
  description: 'Status of the audio file of a playlist.',
  values: wordsEnum<(typeof playlistStatuses)[number]>({
    ready: 'The file can be downloaded.',
    in_progress: 'The file is being made.',
    failed: 'The file could not be made; `error` tells why.',
    empty: 'There is no file because no item can be played.',
  }),
});

export const PlaylistItemStatusType = builder.enumType('PlaylistItemStatus', {
  description: 'Status of an item of a playlist.',
  values: wordsEnum<(typeof itemStatuses)[number]>({
    ready: 'The item can be played.',
    in_progress: 'The article is being voiced. The item is left out until it can be played.',
    failed: 'The article has no audio. The item is left out.',
    deleted: 'The article was deleted. The item is left out.',
  }),
});

const PlaylistItemInputType = builder.inputType('PlaylistItemInput', {
  description: 'An item of a playlist.',
  fields: (t) => ({
    article: t.id({
      required: false,
      description: 'Global ID or database ID of the article. Null for an item with audio of its own.',
    }),
    customTitle: t.string({
      required: false,
      description: "Title in place of the article's. Required without an article.",
    }),
    customText: t.string({
      required: false,
      description: "Text in place of the article's; at most 1,200 characters.",
    }),
    customFile: t.string({
      required: false,
      description:
        "Base name of audio in place of the article's: from `processPlaylistAudio`, or a sound of the project. Required without an article.",
    }),
  }),
});

/** Fields that are the same in a new playlist and in a changed one. */
export const PlaylistContentInputType = builder.inputType('PlaylistContentInput', {
  description: 'Content of a playlist. Omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({
      required: false,
      description: 'Name of the playlist; at most 255 characters. Required in a new one.',
    }),
    type: t.field({
      type: PlaylistKindType,
      required: false,
      description:
        'How its articles are chosen. Defaults to `MANUAL`. A playlist that has items cannot become automatic.',
    }),
    limitCount: t.int({
      required: false,
      description: `Maximum number of articles, 0 to ${automaticCountMax}. 0 and null stand for 10.`,
    }),
    limitInterval: t.field({
      type: PlaylistIntervalType,
      required: false,
      description: 'Period whose listening counts. Defaults to `WEEKLY`.',
    }),
    limitSortBy: t.field({
      type: PlaylistSortType,
      required: false,
      description: 'What articles are sorted by. Defaults to `VIEWS`.',
    }),
    limitTimeFrom: t.string({
      required: false,
      description: 'Time of day, `HH:MM`, for the interval `DAILY`. Null for no limit.',
    }),
    limitTimeTo: t.string({
      required: false,
      description: 'Time of day, `HH:MM`, for the interval `DAILY`. Null for no limit.',
    }),
    queryText: t.string({
      required: false,
      description: 'Text in the titles of an automatic playlist, or last searched for.',
    }),
    queryDate: t.string({ required: false, description: 'Dates that were last searched for.' }),
    querySortBy: t.string({ required: false, description: 'Order of the last search.' }),
    introAudio: t.string({
      required: false,
      description: 'Base name of the sound at the beginning. Null for none.',
    }),
    introText: t.string({ required: false, description: 'Text spoken after it; at most 300 characters.' }),
    outroAudio: t.string({
      required: false,
      description: 'Base name of the sound at the end. Null for none.',
    }),
    outroText: t.string({ required: false, description: 'Text spoken before it; at most 300 characters.' }),
    nextArticleAudio: t.string({
      required: false,
      description: 'Base name of the sound between two items. Null for none.',
    }),
    nextArticleText: t.string({
      required: false,
      description: 'Text spoken after it; at most 300 characters.',
    }),
    items: t.field({
      type: [PlaylistItemInputType],
      required: false,
      description: `Items in order, at most ${playlistItemsMax}. Ignored for an automatic playlist.`,
    }),
  }),
});
