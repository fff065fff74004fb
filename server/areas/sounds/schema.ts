import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { loadBatched } from '../../graphql/load-batched.ts';
import { ProjectType } from '../projects/types.ts';
import { imagePath, imagesByTag, uploadImage } from './images.ts';
import { previewChannel } from './preview-channel.ts';
import { builtInSoundsFor, deleteSound, soundPath, uploadedSounds, uploadSound } from './sounds.ts';
import { ImageType, SoundKindType, SoundType } from './types.ts';

const byProject = (row: { projectId: number }): number => row.projectId;
const byTag = (row: { tag: string }): string => row.tag;
const globalId = (projectId: number, file: string) => ({ id: `${projectId}/${file}`, type: 'Sound' });

SoundType.implement({
  description: 'A sound that a project may use: music, a logo, an intro, a suffix. Seen by all who may read the project.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ projectId, file }) => globalId(projectId, file) }),
    databaseId: t.int({ nullable: true, description: 'The id in the database; null: it is built in.', resolve: ({ id }) => id }),
    name: t.exposeString('name', { description: 'What a person reads: what its file was called when it was uploaded.' }),
    file: t.exposeString('file', { description: 'Base name of its file: what rules name it by.' }),
    url: t.string({ description: 'Address of its MP3 file.', resolve: ({ file }, _, { app }) => `${app.config.publicUrl}${soundPath(file)}` }),
    durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds.' }),
    bytes: t.exposeInt('bytes', { nullable: true, description: 'Size of the MP3 file; null: it is built in, and made when it is first needed.' }),
    kind: t.expose('kind', { type: SoundKindType, nullable: true, description: 'What a built-in one is meant for; null: it was uploaded.' }),
    builtIn: t.exposeBoolean('builtIn', { description: 'Whether every project has it; it cannot be deleted.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'When it was uploaded; null: it is built in.' }),
  }),
});

builder.prismaObjectFields(ImageType, (t) => ({
  tag: t.exposeString('tag', { description: 'The hash of its bytes: what settings name it by.' }),
  url: t.string({ description: 'Its address.', resolve: ({ tag }, _, { app }) => `${app.config.publicUrl}${imagePath(tag)}` }),
  width: t.exposeInt('width', { description: 'Pixels.' }),
  height: t.exposeInt('height', { description: 'Pixels.' }),
  bytes: t.exposeInt('bytes', { description: 'Size of the file.' }),
  mediaType: t.exposeString('mediaType', { description: '`image/jpeg` or `image/png`.' }),
}));

builder.prismaObjectFields(ProjectType, (t) => ({
  sounds: t.field({
    type: [SoundType],
    description: 'Sounds that it may use: those that were uploaded, newest first, then those that are built in.',
    resolve: async ({ id }, _, context) => [...(await loadBatched(context, uploadedSounds, byProject, id)), ...builtInSoundsFor(id)],
  }),
  cover: t.field({
    type: ImageType,
    nullable: true,
    description: 'The picture that the files of its articles carry; null: none.',
    select: { cover: true },
    resolve: async ({ cover }, _, context) => (cover === null ? null : ((await loadBatched(context, imagesByTag, byTag, cover))[0] ?? null)),
  }),
}));

builder.relayMutationField(
  'uploadSound',
  {
    description: 'What to take in, and for which project.',
    inputFields: (t) => ({
      projectId: t.id({ description: 'Global or database id.' }),
      file: t.field({ type: 'File', description: 'An MP3 or WAV file, by its content; at most 32 MB and 15 minutes.' }),
    }),
  },
  {
    description: 'Takes in a sound for a project, and makes it as loud as speech. Needs the right to change its settings. The same file again is the sound that is there.',
    errors: {},
    resolve: (_, { input: { projectId, file } }, { app, actor }) => uploadSound(app, actor, { projectId: databaseId('Project', projectId), file }),
  },
  {
    name: 'UploadSoundSuccess',
    description: 'The sound can be used.',
    outputFields: (t) => ({
      sound: t.expose('sound', { type: SoundType, description: 'The sound.' }),
      project: t.expose('project', { type: ProjectType, description: 'The project that may use it.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteSound',
  {
    description: 'Which sound of which project.',
    inputFields: (t) => ({
      projectId: t.id({ description: 'Global or database id.' }),
      file: t.string({ description: 'Base name of its file.' }),
    }),
  },
  {
    description: 'Takes a sound out of what a project may use, unless a rule or the paywall uses it. Articles made with it keep it. Needs the right to change settings.',
    errors: {},
    resolve: (_, { input: { projectId, file } }, { app, actor }) => deleteSound(app, actor, { projectId: databaseId('Project', projectId), file }),
  },
  {
    name: 'DeleteSoundSuccess',
    description: 'The sound is no longer offered.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The project that had it.' }),
      deletedId: t.globalID({ description: "The sound's global id.", resolve: ({ project, file }) => globalId(project.id, file) }),
    }),
  },
);

builder.relayMutationField(
  'uploadImage',
  {
    description: 'What to take in.',
    inputFields: (t) => ({ file: t.field({ type: 'File', description: 'A JPEG or PNG file, by its content; at most 10,048,576 bytes and 40 megapixels.' }) }),
  },
  {
    description: 'Takes in a picture, for whatever may have one. Programs that only read may not. The same picture again is the one that is there.',
    errors: {},
    resolve: async (_, { input: { file } }, { app, actor }) => ({ image: await uploadImage(app, actor, file.bytes) }),
  },
  {
    name: 'UploadImageSuccess',
    description: 'The picture can be used.',
    outputFields: (t) => ({ image: t.expose('image', { type: ImageType, description: 'The picture.' }) }),
  },
);

builder.relayMutationField(
  'previewChannel',
  {
    description: 'What the channel puts around articles. Sounds are named by their file or their name; what is absent or empty is left out.',
    inputFields: (t) => ({
      projectId: t.id({ description: 'Global or database id.' }),
      introAudio: t.string({ required: false, description: 'The sound at the beginning.' }),
      introText: t.string({ required: false, description: 'Spoken then; at most 300 characters.' }),
      outroAudio: t.string({ required: false, description: 'The sound at the end.' }),
      outroText: t.string({ required: false, description: 'Spoken before it; at most 300 characters.' }),
      nextNewsAudio: t.string({ required: false, description: 'The sound between two articles.' }),
    }),
  },
  {
    description: 'Makes what a channel would sound like, with how the newest articles begin. Needs the right to change settings.',
    errors: {},
    resolve: (_, { input: { projectId, ...input } }, { app, actor }) => previewChannel(app, actor, { projectId: databaseId('Project', projectId), ...input }),
  },
  {
    name: 'PreviewChannelSuccess',
    description: 'It can be heard.',
    outputFields: (t) => ({
      file: t.string({ description: 'Path of the audio.', resolve: ({ file }) => soundPath(file) }),
      url: t.string({ description: 'Address of the audio.', resolve: ({ file }, _, { app }) => `${app.config.publicUrl}${soundPath(file)}` }),
      durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds.' }),
    }),
  },
);
