import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ConflictError, LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { namingInput } from '../../../graphql/expose-settings.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { pathOf } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { previewText, processAudio } from './playlist-audio.ts';
import type { PlaylistInput } from './playlist-input.ts';
import { createPlaylist, deletePlaylist, readPlaylist, updatePlaylist } from './playlists.ts';
import { restorePlaylist } from './restore-playlist.ts';
import { PlaylistContentInputType, PlaylistType } from './types.ts';

type ContentInput = typeof PlaylistContentInputType.$inferInput;

/** What is no id at all is as wrong as that of an article that is not there. */
function articleIn(id: string | number | null | undefined): number | null {
  if (id === null || id === undefined) return null;
  try {
    return databaseId('Article', id);
  } catch {
    return 0;
  }
}

/** What inputs call the sounds of a playlist, beside its columns. */
const inputNames = {
  introFile: 'introAudio',
  outroFile: 'outroAudio',
  nextArticleAudioFile: 'nextArticleAudio',
};

const contentOf = ({
  introAudio,
  outroAudio,
  nextArticleAudio,
  items,
  ...content
}: ContentInput): PlaylistInput => ({
  ...content,
  introFile: introAudio,
  outroFile: outroAudio,
  nextArticleAudioFile: nextArticleAudio,
  items: items?.map(({ article, ...own }) => ({ ...own, articleId: articleIn(article) })),
});

const mayChange = "Requires permission to change the project's settings.";
const needs = "Requires the `PLAYLIST` feature and permission to change the project's settings.";
const paths = 'Field errors are reported under paths such as `items.0.customTitle`.';

builder.relayMutationField(
  'createPlaylist',
  {
    description: `The new playlist. ${paths}`,
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      playlist: t.field({ type: PlaylistContentInputType, description: 'Content of the playlist.' }),
    }),
  },
  {
    description: `Creates a playlist and starts generating its audio file. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, playlist } }, { app, actor }) =>
      namingInput(inputNames, async () =>
        createPlaylist(app, actor, { projectId: databaseId('Project', project), ...contentOf(playlist) }),
      ),
  },
  {
    name: 'CreatePlaylistSuccess',
    description: 'The playlist has been created.',
    outputFields: (t) => ({
      playlist: t.prismaField({
        type: PlaylistType,
        description: 'The new playlist.',
        resolve: (query, { playlistId }, _, { app, actor }) => readPlaylist(app, actor, playlistId, query),
      }),
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'updatePlaylist',
  {
    description: `The new content of a playlist. ${paths}`,
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the playlist.' }),
      revision: t.int({
        required: false,
        description:
          'Revision that the change is based on. If it is not the current one, nothing is changed. ' +
          'Omit it to overwrite.',
      }),
      playlist: t.field({ type: PlaylistContentInputType, description: 'Fields to change.' }),
    }),
  },
  {
    description: `Updates a playlist and regenerates its audio file if its content changes. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ConflictError] },
    resolve: async (_, { input: { id, revision, playlist } }, { app, actor }) => {
      const playlistId = databaseId('Playlist', id);
      return {
        playlistId,
        project: await namingInput(inputNames, () =>
          updatePlaylist(app, actor, { id: playlistId, revision, ...contentOf(playlist) }),
        ),
      };
    },
  },
  {
    name: 'UpdatePlaylistSuccess',
    description: 'The playlist has been updated.',
    outputFields: (t) => ({
      playlist: t.prismaField({
        type: PlaylistType,
        description: 'The updated playlist.',
        resolve: (query, { playlistId }, _, { app, actor }) => readPlaylist(app, actor, playlistId, query),
      }),
    }),
  },
);

builder.relayMutationField(
  'deletePlaylist',
  {
    description: 'The playlist to delete.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the playlist.' }) }),
  },
  {
    description: `Deletes a playlist. Its articles stay. It can be restored for some days. ${mayChange}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Playlist', input.id);
      return { id, project: await deletePlaylist(app, actor, id) };
    },
  },
  {
    name: 'DeletePlaylistSuccess',
    description: 'The playlist has been deleted.',
    outputFields: (t) => ({
      project: t.expose('project', {
        type: ProjectType,
        description: 'The project that the playlist belonged to.',
      }),
      deletedId: t.globalID({
        description: 'Global ID of the deleted playlist.',
        resolve: ({ id }) => ({ id, type: 'Playlist' }),
      }),
    }),
  },
);

builder.relayMutationField(
  'restorePlaylist',
  {
    description: 'The deleted playlist.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the playlist.' }) }),
  },
  {
    description:
      'Restores a deleted playlist with its items, also in the players that use it. If it is not deleted, the result is a ' +
      `\`ConflictError\`. ${mayChange}`,
    errors: { types: [...accessErrors, ConflictError] },
    resolve: (_, { input }, { app, actor }) => restorePlaylist(app, actor, databaseId('Playlist', input.id)),
  },
  {
    name: 'RestorePlaylistSuccess',
    description: 'The playlist has been restored.',
    outputFields: (t) => ({
      playlist: t.prismaField({
        type: PlaylistType,
        description: 'The playlist.',
        resolve: (query, { playlistId }, _, { app, actor }) => readPlaylist(app, actor, playlistId, query),
      }),
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'processPlaylistAudio',
  {
    description: 'Text to speak. Title and text have at most 1,200 characters together.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      title: t.string({ required: false, description: 'Title, spoken first.' }),
      text: t.string({ required: false, description: 'Text.' }),
    }),
  },
  {
    description: `Speaks a title and a text in the voice of the project, for an item of a playlist. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, ...words } }, { app, actor }) =>
      processAudio(app, actor, { projectId: databaseId('Project', project), ...words }),
  },
  {
    name: 'ProcessPlaylistAudioSuccess',
    description: 'The audio is ready.',
    outputFields: (t) => ({
      customFile: t.exposeString('file', { description: 'Base name of the audio, for `customFile`.' }),
      file: t.string({ description: 'Path of the audio.', resolve: ({ file }) => pathOf(file) }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    }),
  },
);

builder.relayMutationField(
  'previewPlaylistText',
  {
    description: 'A sound, text, or both.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      text: t.string({
        required: false,
        description: 'Text spoken after the sound; at most 300 characters.',
      }),
      file: t.string({ required: false, description: 'Base name or name of a sound of the project.' }),
    }),
  },
  {
    description: `Generates a preview of the sounds and texts at the beginning, at the end or between two items. ${mayChange}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, ...given } }, { app, actor }) =>
      previewText(app, actor, { projectId: databaseId('Project', project), ...given }),
  },
  {
    name: 'PreviewPlaylistTextSuccess',
    description: 'The preview is ready.',
    outputFields: (t) => ({
      file: t.string({ description: 'Path of the audio.', resolve: ({ file }) => pathOf(file) }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    }),
  },
);
