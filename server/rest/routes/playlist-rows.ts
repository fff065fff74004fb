import { graphql } from '../document.ts';
import { numberOf } from '../global-id.ts';
import { dateObject } from '../rest-dates.ts';
import {
  integer,
  json,
  list,
  oneOf,
  optionalText,
  read,
  record,
  text,
  type Reader,
} from '../request-input.ts';
import { row, type Call, type Failure } from '../row.ts';
import { withRestNames } from '../grouped-settings.ts';
import { failureBody } from '../status.ts';

export const playlistFields = graphql(`fragment PlaylistRow on Playlist {
  databaseId name type limitCount limitInterval limitSortBy limitTimeFrom limitTimeTo queryText queryDate querySortBy
  introFile: introAudio introFilename: introAudioName introText introUrl: introAudio outroFile: outroAudio outroFilename: outroAudioName outroText outroUrl: outroAudio
  nextArticleAudioFile: nextArticleAudio nextArticleAudioFileName: nextArticleAudioName nextArticleAudioUrl: nextArticleAudio nextArticleText
  status progress error file revision createdAt modifiedAt: updatedAt modifiedBy: updatedBy { avatar name }
}`);

export const playlistItemFields = graphql(`fragment PlaylistItemRow on PlaylistItem {
  databaseId articleId customTitle customText customFile title file durationMs views listens status article { text }
}`);

interface PlaylistRow {
  databaseId: number;
  limitTimeFrom: string | null;
  limitTimeTo: string | null;
  introUrl: string | null;
  outroUrl: string | null;
  nextArticleAudioUrl: string | null;
  status: string;
  file: string | null;
  createdAt: string;
  modifiedAt: string;
  modifiedBy: { avatar: string | null; name: string } | null;
}

interface ItemRow {
  databaseId: number;
  articleId: string | null;
  customFile: string | null;
  durationMs: number | null;
  article: { text: string } | null;
}

/** Older clients know `ready` and `in_progress`; for other states they read `error`. */
function playlistReply({
  databaseId,
  limitTimeFrom,
  limitTimeTo,
  status,
  file,
  createdAt,
  modifiedAt,
  modifiedBy,
  ...more
}: PlaylistRow) {
  return {
    id: databaseId,
    ...more,
    introUrl: pathIn(more.introUrl),
    outroUrl: pathIn(more.outroUrl),
    nextArticleAudioUrl: pathIn(more.nextArticleAudioUrl),
    limitIntervalTime: { from: limitTimeFrom, to: limitTimeTo },
    status: status === 'ready' ? 'ready' : 'in_progress',
    file_local: file,
    createdAt: dateObject(createdAt),
    modifiedAt: dateObject(modifiedAt),
    modifiedBy: modifiedBy && { avatar: modifiedBy.avatar, fullname: modifiedBy.name },
  };
}

/** An item is known by its article; `duration` is in seconds. */
const itemReply = ({ databaseId, articleId, customFile, durationMs, article, ...item }: ItemRow) => ({
  id: numberOf(articleId),
  itemId: databaseId,
  ...item,
  customFile: pathIn(customFile),
  text: article?.text ?? '',
  duration: durationMs === null ? null : durationMs / 1_000,
});

const pathIn = (file: string | null): string | null => file && `/download/audio/${file}.mp3`;

/** The base name of a file, by that, its path or its URL. */
const fileName: Reader<string | null> = (value) =>
  optionalText(value)
    ?.replace(/^.*\/download\/audio\//, '')
    .split('?', 1)[0]!
    .replace(/\.mp3$/, '') ?? null;

/** An id, whether it is sent as a number or as a text. */
const idOf: Reader<string | null> = (value) =>
  value === null || value === undefined || value === '' ? null : String(integer(value));

const times: Reader<{ from: string | null; to: string | null }> = (value) => {
  const { from = null, to = null } = record({ from: optionalText, to: optionalText })(json(value));
  return { from, to };
};

const automatic = {
  limitInterval: oneOf('yesterday', 'daily', 'weekly', 'monthly'),
  limitIntervalTime: times,
  limitSortBy: oneOf('views', 'listens'),
  queryText: text,
};

const fields = {
  name: text,
  type: oneOf('manual', 'auto'),
  limitCount: integer,
  ...automatic,
  queryDate: text,
  querySortBy: text,
  introFile: fileName,
  introText: text,
  outroFile: fileName,
  outroText: text,
  nextArticleAudioFile: fileName,
  nextArticleText: text,
  playlistItems: list(record({ id: idOf, customTitle: text, customText: text, customFile: fileName })),
};

/**
 * The part of a body that is a playlist's content. Older clients send back everything that they received;
 * what the server makes of it is ignored.
 */
function contentOf(body: unknown) {
  const { limitIntervalTime, playlistItems, introFile, outroFile, nextArticleAudioFile, ...content } = read(
    withoutUnset(body),
    fields,
  );
  return {
    ...content,
    introAudio: introFile,
    outroAudio: outroFile,
    nextArticleAudio: nextArticleAudioFile,
    ...(limitIntervalTime && { limitTimeFrom: limitIntervalTime.from, limitTimeTo: limitIntervalTime.to }),
    ...(playlistItems && { items: playlistItems.map(({ id, ...own }) => ({ article: id, ...own })) }),
  };
}

/** What is wrong with a playlist, by the names that it was sent with. */
const fail = (failure: Failure): unknown =>
  failureBody(
    withRestNames(failure, {
      introFile: 'introAudio',
      outroFile: 'outroAudio',
      nextArticleAudioFile: 'nextArticleAudio',
    }),
  );

/** Choices that are null or empty are unset. */
function withoutUnset(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const choices = ['type', 'limitInterval', 'limitSortBy', 'limitIntervalTime'];
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !choices.includes(name) || (value !== null && value !== ''),
    ),
  );
}

const belongs = (
  { playlist }: { playlist?: { project: { databaseId: number } } },
  { params }: Call<'id'>,
): boolean => String(playlist?.project.databaseId) === params.id;

export const playlistRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/playlists',
    document: graphql(`query playlists($id: ID!, $offset: Int) {
      project(id: $id) { playlists(first: 20, offset: $offset) { totalCount edges { node { ...PlaylistRow } } } }
    }`),
    variables: ({ params, query }) => ({ ...params, ...read(query, { offset: integer }) }),
    reply: ({ project: { playlists } }) => listReply(playlists),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/playlists',
    document: graphql(`
      mutation createPlaylist($input: CreatePlaylistInput!) {
        createPlaylist(input: $input) { __typename ...Failed ... on CreatePlaylistSuccess { playlist { databaseId } } }
      }
      query playlistsNow($id: ID!) {
        project(id: $id) { playlists(first: 20) { totalCount edges { node { ...PlaylistRow } } } }
      }`),
    variables: ({ params, body }) => ({
      id: params.id,
      input: { project: params.id, playlist: contentOf(body) },
    }),
    fail,
    reply: ({ createPlaylist, project: { playlists } }) => ({
      result: 'ok',
      id: createPlaylist.playlist.databaseId,
      ...listReply(playlists),
    }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/playlists/{playlistId}',
    document: graphql(`query playlist($playlistId: ID!) {
      playlist(id: $playlistId) { project { databaseId } ...PlaylistRow items { ...PlaylistItemRow } }
    }`),
    variables: ({ params }) => params,
    belongs,
    reply: ({ playlist: { project, items, ...playlist } }) => ({
      playlist: {
        ...playlistReply(playlist),
        projectId: project.databaseId,
        playlistItems: items.map(itemReply),
      },
    }),
  }),
  row({
    method: 'PUT',
    path: '/api/playlists/{playlistId}',
    document: graphql(`mutation updatePlaylist($input: UpdatePlaylistInput!) {
      updatePlaylist(input: $input) { __typename ...Failed ... on UpdatePlaylistSuccess { playlist { revision } } }
    }`),
    variables: ({ params, body }) => ({
      input: { id: params.playlistId, ...read(body, { revision: integer }), playlist: contentOf(body) },
    }),
    fail,
    reply: ({ updatePlaylist }) => ({ result: 'ok', revision: updatePlaylist.playlist.revision }),
  }),
  row({
    method: 'DELETE',
    path: '/api/projects/{id}/playlists/{playlistId}',
    document:
      graphql(`query playlistOfProject($playlistId: ID!) { playlist(id: $playlistId) { project { databaseId } } }
      mutation deletePlaylist($input: DeletePlaylistInput!) { deletePlaylist(input: $input) { __typename ...Failed } }`),
    variables: ({ params }) => ({ ...params, input: { id: params.playlistId } }),
    belongs,
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/playlists/previewtext',
    document: graphql(`mutation previewPlaylistText($input: PreviewPlaylistTextInput!) {
      previewPlaylistText(input: $input) { __typename ...Failed ... on PreviewPlaylistTextSuccess { file } }
    }`),
    variables: ({ params, body }) => ({
      input: { project: params.id, ...read(body, { text, file: fileName }) },
    }),
    reply: ({ previewPlaylistText: { file } }) => ({ file }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/playlists/processaudio',
    document: graphql(`mutation processPlaylistAudio($input: ProcessPlaylistAudioInput!) {
      processPlaylistAudio(input: $input) { __typename ...Failed ... on ProcessPlaylistAudioSuccess { file } }
    }`),
    variables: ({ params, body }) => ({
      input: { project: params.id, ...read(body, { title: text, text }) },
    }),
    reply: ({ processPlaylistAudio: { file } }) => ({ file }),
  }),
  row({
    method: 'GET',
    path: '/api/playlists/article/{id}',
    description: 'Text of the article, for a playlist item, and a note about the playlists that contain it.',
    document: graphql(`query playlistsOfArticle($id: ID!) { article(id: $id) { text playlists { name } } }`),
    variables: ({ params }) => params,
    reply: ({ article: { text: words, playlists } }) => ({
      text: words,
      note: usesText(playlists.map(({ name }) => name)),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/articles/query',
    document: graphql(`query automaticArticles(
      $id: ID!, $limit: Int, $limitInterval: PlaylistInterval, $limitSortBy: PlaylistSort, $from: String, $to: String, $queryText: String
    ) {
      project(id: $id) {
        automaticArticles(
          limitCount: $limit, limitInterval: $limitInterval, limitSortBy: $limitSortBy, limitTimeFrom: $from, limitTimeTo: $to,
          queryText: $queryText
        ) { views listens article { databaseId title text status file addedAt audio { durationMs } } }
      }
    }`),
    variables: ({ params, body }) => {
      const { limitIntervalTime, ...query } = read(withoutUnset(body), { limit: integer, ...automatic });
      return { ...params, ...query, ...limitIntervalTime };
    },
    reply: ({ project: { automaticArticles } }) => ({
      articles: automaticArticles.map(
        ({ views, listens, article: { databaseId, audio, addedAt, ...article } }) => ({
          id: databaseId,
          ...article,
          added: dateObject(addedAt),
          duration: audio && audio.durationMs / 1_000,
          views,
          listens,
        }),
      ),
    }),
  }),
];

const listReply = ({
  totalCount,
  edges,
}: {
  totalCount: number;
  edges: readonly ({ node: PlaylistRow } | null)[];
}) => ({ playlists: edges.flatMap((edge) => (edge ? [playlistReply(edge.node)] : [])), total: totalCount });

/** Which playlists hold an article, before it is deleted; empty where it is in none. */
function usesText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const quoted = names.map((name) => `"${name}"`);
  return `This article is used in the ${names.length === 1 ? 'playlist' : 'playlists'} ${new Intl.ListFormat('en').format(quoted)}.`;
}
