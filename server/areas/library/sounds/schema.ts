import { builder } from '../../../graphql/builder.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { imagePath, uploadImage } from './cover-images.ts';
import {
  builtInSoundsFor,
  deleteSound,
  readSounds,
  soundPath,
  uploadedSounds,
  uploadSound,
} from './sounds.ts';
import { ImageType, SoundKindType, SoundType } from './types.ts';

const byProject = (row: { projectId: number }): number => row.projectId;
/** Returns the key of a sound. A built-in sound has no row, so project and file identify each sound. */
const keyOf = ({ projectId, file }: { projectId: number; file: string }): string => `${projectId}/${file}`;

builder.nodeRef(SoundType, {
  id: { resolve: keyOf },
  loadManyWithoutCache: (keys, { app, actor }) =>
    readSounds(
      app,
      actor,
      keys.map((key) => {
        const [, projectId = '0', file = ''] = /^(\d{1,9})\/(.+)$/.exec(key) ?? [];
        return { projectId: Number(projectId), file };
      }),
    ),
});

SoundType.implement({
  description:
    'A sound that a project can use: music, a logo, an intro or a suffix. Visible to everyone who can read the project.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name shown to people: the file name at upload.' }),
    file: t.exposeString('file', {
      description: 'Base name of the file, by which rules refer to the sound.',
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the MP3 file.',
      resolve: ({ file }, _, { app }) => `${app.config.publicUrl}${soundPath(file)}`,
    }),
    durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    bytes: t.exposeInt('bytes', {
      nullable: true,
      description: 'Size of the MP3 file in bytes. Null for built-in sounds, created when needed.',
    }),
    kind: t.expose('kind', {
      type: SoundKindType,
      nullable: true,
      description: 'Purpose of a built-in sound. Null for uploaded sounds.',
    }),
    builtIn: t.exposeBoolean('builtIn', {
      description: 'Whether it is built in: available in every project, cannot be deleted.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was uploaded. Null for built-in sounds.',
    }),
  }),
});

builder.prismaObjectFields(ImageType, (t) => ({
  tag: t.exposeString('tag', { description: 'Hash of the content, by which settings refer to the image.' }),
  url: t.field({
    type: 'URL',
    description: 'URL of the image.',
    resolve: ({ tag }, _, { app }) => `${app.config.publicUrl}${imagePath(tag)}`,
  }),
  width: t.exposeInt('width', { description: 'Width in pixels.' }),
  height: t.exposeInt('height', { description: 'Height in pixels.' }),
  bytes: t.exposeInt('bytes', { description: 'Size of the file in bytes.' }),
  mediaType: t.exposeString('mediaType', { description: '`image/jpeg` or `image/png`.' }),
}));

builder.prismaObjectFields(ProjectType, (t) => ({
  sounds: t.field({
    type: [SoundType],
    description:
      'Sounds that the project can use: uploaded ones first, newest first, then the built-in ones.',
    resolve: async ({ id }, _, context) => [
      ...(await loadBatched(context, uploadedSounds, byProject, id)),
      ...builtInSoundsFor(id),
    ],
  }),
}));

builder.relayMutationField(
  'uploadSound',
  {
    description: 'The project and the sound to upload.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      file: t.field({ type: 'File', description: 'An MP3 or WAV file; at most 32 MB and 15 minutes.' }),
    }),
  },
  {
    description:
      'Uploads a sound to a project and normalizes it to the loudness of speech. Uploading the ' +
      "same file again returns the existing sound. Requires permission to change the project's " +
      'settings.',
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, file } }, { app, actor }) =>
      uploadSound(app, actor, { projectId: databaseId('Project', project), file }),
  },
  {
    name: 'UploadSoundSuccess',
    description: 'The sound has been uploaded.',
    outputFields: (t) => ({
      sound: t.expose('sound', { type: SoundType, description: 'The uploaded sound.' }),
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteSound',
  {
    description: 'The sound to delete, and its project.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      file: t.string({ description: "Base name of the sound's file." }),
    }),
  },
  {
    description:
      'Deletes a sound from a project, unless a rule, a channel, a playlist or the paywall uses it. Existing articles keep it. Requires permission to change ' +
      "the project's settings.",
    errors: { types: [...accessErrors, ValidationError] },
    resolve: (_, { input: { project, file } }, { app, actor }) =>
      deleteSound(app, actor, { projectId: databaseId('Project', project), file }),
  },
  {
    name: 'DeleteSoundSuccess',
    description: 'The sound has been deleted.',
    outputFields: (t) => ({
      project: t.expose('project', {
        type: ProjectType,
        description: 'The project that the sound belonged to.',
      }),
      deletedId: t.globalID({
        description: 'Global ID of the deleted sound.',
        resolve: ({ project, file }) => ({ id: keyOf({ projectId: project.id, file: file }), type: 'Sound' }),
      }),
    }),
  },
);

builder.relayMutationField(
  'uploadImage',
  {
    description: 'The image to upload.',
    inputFields: (t) => ({
      file: t.field({
        type: 'File',
        description: 'A JPEG or PNG file; at most 10,048,576 bytes and 40 megapixels.',
      }),
    }),
  },
  {
    description:
      'Uploads an image for use in settings. Uploading the same image again returns the existing one. Not available to API clients with ' +
      'read-only access.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { file } }, { app, actor }) => ({
      image: await uploadImage(app, actor, file.bytes),
    }),
  },
  {
    name: 'UploadImageSuccess',
    description: 'The image has been uploaded.',
    outputFields: (t) => ({
      image: t.expose('image', { type: ImageType, description: 'The uploaded image.' }),
    }),
  },
);
