import { graphql } from 'react-relay';
import type { savedPlaylist_playlist$data } from '../../__generated__/savedPlaylist_playlist.graphql.ts';
import { intervals, type PlaylistFields } from './playlist-fields.ts';

/** What the server has of a playlist's fields. */
export const playlistFieldsFragment = graphql`
  fragment savedPlaylist_playlist on Playlist {
    name
    type
    limitCount
    limitInterval
    limitSortBy
    limitTimeFrom
    limitTimeTo
    queryText
    queryDate
    introAudio
    introText
    outroAudio
    outroText
    nextArticleAudio
    nextArticleText
    items {
      databaseId
      articleId
      title
      status
      file
      durationMs
      customTitle
      customText
      customFile
    }
  }
`;

type Stored = Omit<savedPlaylist_playlist$data, ' $fragmentType'>;

/** The fields of the form, as they are stored. */
export function fieldsOf({
  items,
  type,
  limitInterval,
  limitSortBy,
  limitTimeFrom,
  limitTimeTo,
  queryDate,
  ...same
}: Stored): PlaylistFields {
  return {
    name: same.name,
    type: type === 'AUTO' ? 'AUTO' : 'MANUAL',
    limitCount: same.limitCount,
    limitInterval: intervals.find((interval) => interval === limitInterval) ?? 'WEEKLY',
    limitSortBy: limitSortBy === 'LISTENS' ? 'LISTENS' : 'VIEWS',
    limitTimeFrom: limitTimeFrom ?? '',
    limitTimeTo: limitTimeTo ?? '',
    queryText: same.queryText,
    queryDate: queryDate ?? '',
    introAudio: same.introAudio ?? null,
    introText: same.introText,
    outroAudio: same.outroAudio ?? null,
    outroText: same.outroText,
    nextArticleAudio: same.nextArticleAudio ?? null,
    nextArticleText: same.nextArticleText,
    items: items.map(
      ({ databaseId, articleId, customTitle, customText, customFile, file, durationMs, title, status }) => ({
        key: String(databaseId),
        article: articleId ?? null,
        title,
        status,
        file: file ?? null,
        durationMs: durationMs ?? null,
        customTitle: customTitle ?? '',
        customText: customText ?? '',
        customFile: customFile ?? null,
      }),
    ),
  };
}
