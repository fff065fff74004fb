import { imageMaxBytes, soundMaxBytes } from '../../product.ts';
import { UploadedFile } from '../../lib/requests/uploaded-file.ts';
import { graphql } from '../document.ts';
import { InputError, optionalText, read, requiredMessage, requiredFile, words } from '../request-input.ts';
import { row } from '../row.ts';

const tooLarge = 'File is too large.';

export const soundRows = [
  row({
    method: 'POST',
    path: '/api/projects/{id}/upload',
    upload: { kind: 'json', field: 'fileContent', maxBytes: soundMaxBytes, tooLarge },
    document: graphql(`mutation uploadSound($input: UploadSoundInput!) {
      uploadSound(input: $input) { __typename ...Failed ... on UploadSoundSuccess { sound { url } } }
    }`),
    variables: ({ params, body }) => {
      const { fileName = '' } = read(body, { fileName: words });
      const file = new UploadedFile(fileName, requiredFile(body, 'fileContent'));
      return { input: { project: params.id, file } };
    },
    reply: ({ uploadSound }) => ({ status: 'success', file: { url: uploadSound.sound.url } }),
    fail: ({ message }) => ({ result: 'fail', status: 'error', message }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/channels/preview',
    document: graphql(`mutation previewChannel($input: PreviewChannelInput!) {
      previewChannel(input: $input) { __typename ...Failed ... on PreviewChannelSuccess { file } }
    }`),
    // The channel's other fields, its type too, change nothing of how it sounds.
    variables: ({ params, body }) => ({
      input: {
        project: params.id,
        ...read(body, {
          introText: optionalText,
          introAudio: optionalText,
          outroText: optionalText,
          outroAudio: optionalText,
          nextNewsAudio: optionalText,
        }),
      },
    }),
    reply: ({ previewChannel }) => ({ file: previewChannel.file }),
  }),
  row({
    method: 'POST',
    path: '/api/receivefile',
    upload: { kind: 'form', field: 'file', maxBytes: imageMaxBytes, tooLarge },
    document: graphql(`mutation uploadImage($input: UploadImageInput!) {
      uploadImage(input: $input) { __typename ...Failed ... on UploadImageSuccess { image { tag } } }
    }`),
    variables: ({ body }) => {
      const { file } = (body ?? {}) as { file?: UploadedFile };
      if (!file) throw new InputError([{ field: 'file', message: requiredMessage }]);
      return { input: { file } };
    },
    reply: ({ uploadImage }) => ({ tag: uploadImage.image.tag }),
  }),
];
