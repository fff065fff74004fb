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
  description: 'Articles that are played one after another, chosen manually or automatically.',
  select: { id: true },
});
export const PlaylistItemType = builder.objectRef<Item>('PlaylistItem');
export const RankedArticleType = builder.objectRef<RankedArticle>('RankedArticle');

export const PlaylistKindType = builder.enumType('PlaylistType', {
  description: 'How the articles of a playlist are chosen.',
  values: {
    [Kind.manual]: { description: 'Manually.' },
    [Kind.auto]: { description: 'Automatically, by number of views or plays.' },
  } as const,
});

export const PlaylistIntervalType = builder.enumType('PlaylistInterval', {
  description: "Period for the views and plays of an automatic playlist, in the organization's time zone.",
  values: {
    [PlaylistInterval.yesterday]: { description: 'The previous day.' },
    [PlaylistInterval.daily]: {
      description: 'The last 24 hours or, with times of day, the latest period between them that has begun.',
    },
    [PlaylistInterval.weekly]: { description: 'The last 7 days.' },
    [PlaylistInterval.monthly]: { description: 'The last 30 days.' },
  } as const,
});

export const PlaylistSortType = builder.enumType('PlaylistSort', {
  description: 'Order of the articles of an automatic playlist.',
  values: {
    [PlaylistSort.views]: { description: 'Most viewed articles first.' },
    [PlaylistSort.listens]: { description: 'Most played articles first.' },
  } as const,
});

export const PlaylistStatusType = builder.enumType('PlaylistStatus', {
  description: 'Status of the audio file of a playlist.',
  values: wordsEnum<(typeof playlistStatuses)[number]>({
    ready: 'The file can be downloaded.',
    in_progress: 'The file is being created.',
    failed: 'The file could not be created. See `error`.',
    empty: 'There is no file because no item can be played.',
  }),
});

export const PlaylistItemStatusType = builder.enumType('PlaylistItemStatus', {
  description: 'Status of an item of a playlist.',
  values: wordsEnum<(typeof itemStatuses)[number]>({
    ready: 'The item can be played.',
    in_progress: 'Audio of the article is being generated. The item is left out until it can be played.',
    failed: 'The article has no audio. The item is left out.',
    deleted: 'The article was deleted. The item is left out.',
  }),
});

const PlaylistItemInputType = builder.inputType('PlaylistItemInput', {
  description: 'An item of a playlist.',
  fields: (t) => ({
    article: t.id({
      required: false,
      description: 'Global ID or database ID of the article. Null for an item with custom audio.',
    }),
    customTitle: t.string({
      required: false,
      description: "Title that replaces the article's. Required without an article.",
    }),
    customText: t.string({
      required: false,
      description: "Text that replaces the article's; at most 1,200 characters.",
    }),
    customFile: t.string({
      required: false,
      description:
        "Base name of audio that replaces the article's: from `processPlaylistAudio`, or a sound of " +
        'the project. Required without an article.',
    }),
  }),
});

/** Fields that are the same in a new playlist and in a changed one. */
export const PlaylistContentInputType = builder.inputType('PlaylistContentInput', {
  description: 'Content of a playlist. Omitted fields are left unchanged.',
  fields: (t) => ({
    name: t.string({
      required: false,
      description: 'Name of the playlist; at most 255 characters. Required for a new one.',
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
      description: 'Period for counting views and plays. Defaults to `WEEKLY`.',
    }),
    limitSortBy: t.field({
      type: PlaylistSortType,
      required: false,
      description: 'Sort order of articles. Defaults to `VIEWS`.',
    }),
    limitTimeFrom: t.string({
      required: false,
      description:
        'Start time of day, `HH:MM`, such as `06:30`, for the interval `DAILY`. Null for no limit.',
    }),
    limitTimeTo: t.string({
      required: false,
      description: 'End time of day, `HH:MM`, such as `09:30`, for the interval `DAILY`. Null for no limit.',
    }),
    queryText: t.string({
      required: false,
      description: 'Text in the titles of an automatic playlist, or the last search text.',
    }),
    queryDate: t.string({ required: false, description: 'Dates of the last search.' }),
    querySortBy: t.string({ required: false, description: 'Order of the last search.' }),
    introAudio: t.string({ required: false, description: 'Base name of the intro sound. Null if none.' }),
    introText: t.string({
      required: false,
      description: 'Text spoken after the intro sound; at most 300 characters.',
    }),
    outroAudio: t.string({ required: false, description: 'Base name of the outro sound. Null if none.' }),
    outroText: t.string({
      required: false,
      description: 'Text spoken before the outro; at most 300 characters.',
    }),
    nextArticleAudio: t.string({
      required: false,
      description: 'Base name of the sound between two items. Null if none.',
    }),
    nextArticleText: t.string({
      required: false,
      description: 'Text spoken between items; at most 300 characters.',
    }),
    items: t.field({
      type: [PlaylistItemInputType],
      required: false,
      description: `Items in order, at most ${playlistItemsMax}. Ignored for an automatic playlist.`,
    }),
  }),
});
