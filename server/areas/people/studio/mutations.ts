import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import {
  ConflictError,
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { createAudio, deleteAudio, restoreAudio, shareAudio, updateAudio } from './audios.ts';
import { readDocument, readWebPage, type ReadText } from './read-document.ts';
import { recordRegistration } from './record-registration.ts';
import { ownStudio } from './open-studio.ts';
import { StudioAudioType, StudioPauseInputType, StudioType } from './types.ts';

const form = {
  text: 'Text to speak. Passages can have a voice of their own: `<voice name="provider:name" style="…">…</voice>`.',
  language: 'BCP 47 language tag: one of `studio.languages`.',
  voice: 'Voice, as `provider:name`: one of those that the studio offers in the language.',
  style: "One of the voice's styles. Null or `none` for none.",
  pauses: 'Silences after single sentences, in place of the usual ones.',
  isDraft:
    'Whether it is saved as a draft, without audio. Ignored once its audio was generated. False if absent.',
};

builder.relayMutationField(
  'createStudioAudio',
  {
    description: 'The text and the voice settings.',
    inputFields: (t) => ({
      text: t.string({ description: form.text }),
      language: t.string({ description: form.language }),
      voice: t.string({ description: form.voice }),
      style: t.string({ required: false, description: form.style }),
      pauses: t.field({ type: [StudioPauseInputType], required: false, description: form.pauses }),
      isDraft: t.boolean({ required: false, description: form.isDraft }),
    }),
  },
  {
    description:
      "Creates an audio in the signed-in user's studio. A `LimitReachedError` with the message " +
      '`out of chars` means that the allowance is used up.',
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app, actor, remoteAddress }) => ({
      audio: await createAudio(app, actor, input, remoteAddress),
    }),
  },
  {
    name: 'CreateStudioAudioSuccess',
    description: 'The audio is being generated, or is saved as a draft.',
    outputFields: (t) => ({
      audio: t.expose('audio', { type: StudioAudioType, description: 'The new audio.' }),
    }),
  },
);

builder.relayMutationField(
  'updateStudioAudio',
  {
    description: 'The audio, and its complete form.',
    inputFields: (t) => ({
      slug: t.string({ description: 'Slug of the audio.' }),
      revision: t.int({
        required: false,
        description:
          'Revision that the change is based on. If there is a newer one, the result is a `ConflictError`. Omit it to overwrite.',
      }),
      text: t.string({ description: form.text }),
      language: t.string({ description: form.language }),
      voice: t.string({ description: form.voice }),
      style: t.string({ required: false, description: form.style }),
      pauses: t.field({ type: [StudioPauseInputType], required: false, description: form.pauses }),
      isDraft: t.boolean({ required: false, description: form.isDraft }),
    }),
  },
  {
    description:
      'Changes an audio and regenerates it. Sentences that already have audio cost nothing. ' +
      'Sending the current values changes nothing, but retries a failed audio. A ' +
      '`LimitReachedError` with the message `out of chars` means that the allowance is used up.',
    errors: { types: [...accessErrors, ValidationError, ConflictError, LimitReachedError] },
    resolve: async (_, { input }, { app, actor, remoteAddress }) => ({
      audio: await updateAudio(app, actor, input, remoteAddress),
    }),
  },
  {
    name: 'UpdateStudioAudioSuccess',
    description: 'The audio has been changed.',
    outputFields: (t) => ({
      audio: t.expose('audio', { type: StudioAudioType, description: 'The changed audio.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteStudioAudio',
  {
    description: 'The audio.',
    inputFields: (t) => ({ slug: t.string({ description: 'Slug of the audio.' }) }),
  },
  {
    description:
      'Deletes an audio, its player and its public page. `restoreStudioAudio` restores it for some ' +
      'days.',
    errors: { types: [...accessErrors] },
    resolve: (_, { input }, { app, actor }) => deleteAudio(app, actor, input.slug),
  },
  {
    name: 'DeleteStudioAudioSuccess',
    description: 'The audio has been deleted.',
    outputFields: (t) => ({
      deletedId: t.globalID({
        description: 'Global ID of the deleted audio.',
        resolve: ({ id }) => ({ id, type: 'StudioAudio' }),
      }),
    }),
  },
);

builder.relayMutationField(
  'restoreStudioAudio',
  {
    description: 'The audio.',
    inputFields: (t) => ({ slug: t.string({ description: 'Slug of the audio.' }) }),
  },
  {
    description: 'Restores an audio that was deleted within the last days.',
    errors: { types: [...accessErrors, LimitReachedError, ValidationError] },
    resolve: async (_, { input }, { app, actor, remoteAddress }) => ({
      audio: await restoreAudio(app, actor, input.slug, remoteAddress),
    }),
  },
  {
    name: 'RestoreStudioAudioSuccess',
    description: 'The audio has been restored.',
    outputFields: (t) => ({ audio: t.expose('audio', { type: StudioAudioType, description: 'The audio.' }) }),
  },
);

builder.relayMutationField(
  'shareStudioAudio',
  {
    description: 'The audio, and whether to share it on a public page.',
    inputFields: (t) => ({
      slug: t.string({ description: 'Slug of the audio.' }),
      shared: t.boolean({
        description: "Whether it has a public page. False permanently invalidates the page's URL.",
      }),
    }),
  },
  {
    description:
      'Shares an audio on a public page with its player and text, for anyone who has the link, or ' +
      'stops sharing it.',
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({ audio: await shareAudio(app, actor, input) }),
  },
  {
    name: 'ShareStudioAudioSuccess',
    description: 'The public page has been created or removed.',
    outputFields: (t) => ({ audio: t.expose('audio', { type: StudioAudioType, description: 'The audio.' }) }),
  },
);

const ReadTextFields = {
  title: 'Title, or the name of the file. Empty where there is none.',
  text: 'Text, with blank lines between paragraphs; cut where it is longer than an audio may be.',
  cut: 'Whether it was cut.',
};

builder.relayMutationField(
  'readStudioPage',
  {
    description: 'URL of the page.',
    inputFields: (t) => ({ url: t.field({ type: 'URL', description: 'URL of the page.' }) }),
  },
  {
    description: 'Extracts the article of a web page for editing before audio is generated. Stores nothing.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: (_, { input }, { app, actor }): Promise<ReadText> => readWebPage(app, actor, input.url),
  },
  {
    name: 'ReadStudioPageSuccess',
    description: 'The page has been read.',
    outputFields: (t) => ({
      title: t.exposeString('title', { description: ReadTextFields.title }),
      text: t.exposeString('text', { description: ReadTextFields.text }),
      isCut: t.exposeBoolean('isCut', { description: ReadTextFields.cut }),
    }),
  },
);

builder.relayMutationField(
  'readStudioDocument',
  {
    description: 'The file.',
    inputFields: (t) => ({
      file: t.field({ type: 'File', description: 'A `.txt`, `.md`, `.docx` or `.pdf` file. At most 10 MB.' }),
    }),
  },
  {
    description:
      'Extracts the text of a document for editing before audio is generated. Omits pictures and ' +
      'tables of contents. Stores nothing.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: (_, { input }, { app, actor }): Promise<ReadText> => readDocument(app, actor, input.file),
  },
  {
    name: 'ReadStudioDocumentSuccess',
    description: 'The document has been read.',
    outputFields: (t) => ({
      title: t.exposeString('title', { description: ReadTextFields.title }),
      text: t.exposeString('text', { description: ReadTextFields.text }),
      isCut: t.exposeBoolean('isCut', { description: ReadTextFields.cut }),
    }),
  },
);

builder.relayMutationField(
  'recordStudioRegistration',
  null,
  {
    description:
      'Records that the signed-in user has finished signing up (`registered=true` in the URL). ' +
      'Repeated calls do nothing.',
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: async (_, __, { app, actor }) => {
      await recordRegistration(app, actor);
      return { studio: await ownStudio(app, actor) };
    },
  },
  {
    name: 'RecordStudioRegistrationSuccess',
    description: 'The sign-up has been recorded.',
    outputFields: (t) => ({
      studio: t.expose('studio', { type: StudioType, description: "The user's studio." }),
    }),
  },
);
