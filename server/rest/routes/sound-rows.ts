import { imageMaxBytes, soundMaxBytes } from '../../product.ts';
import { SentFile } from '../../lib/sent-file.ts';
import { InputError, optionalText, read, text, type Reader } from '../request-input.ts';
import { failed, type Row } from '../row.ts';

const tooLarge = 'File is too large.';
const required = 'Field is required and cannot be empty';

/** What `upload` made of base64. */
const bytes: Reader = (value) => {
  if (value instanceof Uint8Array) return value;
  throw new InputError([{ field: '', message: value === null ? 'This must be base64.' : value === '' || value === undefined ? required : 'This must be a text.' }]);
};

export const soundRows: Row[] = [
  {
    method: 'POST',
    path: '/api/projects/{id}/upload',
    upload: { kind: 'json', field: 'fileContent', maxBytes: soundMaxBytes, tooLarge },
    document: `mutation uploadSound($input: UploadSoundInput!) {
      uploadSound(input: $input) { ${failed} ... on UploadSoundSuccess { sound { url } } }
    }`,
    variables: ({ params, body }) => {
      const { fileName, fileContent } = read(body, { fileName: text, fileContent: bytes });
      return { input: { projectId: params['id'], file: new SentFile(fileName ?? '', fileContent ?? bytes(undefined)) } };
    },
    reply: ({ uploadSound }) => ({ status: 'success', file: { url: uploadSound.sound.url } }),
    fail: ({ message }) => ({ result: 'fail', status: 'error', message }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/channels/preview',
    document: `mutation previewChannel($input: PreviewChannelInput!) {
      previewChannel(input: $input) { ${failed} ... on PreviewChannelSuccess { file } }
    }`,
    // The channel's other fields, its type too, change nothing of how it sounds.
    variables: ({ params, body }) => ({
      input: {
        projectId: params['id'],
        ...read(body, { introText: optionalText, introAudio: optionalText, outroText: optionalText, outroAudio: optionalText, nextNewsAudio: optionalText }),
      },
    }),
    reply: ({ previewChannel }) => ({ file: previewChannel.file }),
  },
  {
    method: 'POST',
    path: '/api/receivefile',
    upload: { kind: 'form', field: 'file', maxBytes: imageMaxBytes, tooLarge },
    document: `mutation uploadImage($input: UploadImageInput!) {
      uploadImage(input: $input) { ${failed} ... on UploadImageSuccess { image { tag } } }
    }`,
    variables: ({ body }) => {
      const { file } = (body ?? {}) as { file?: SentFile };
      if (!file) throw new InputError([{ field: 'file', message: required }]);
      return { input: { file } };
    },
    reply: ({ uploadImage }) => ({ tag: uploadImage.image.tag }),
  },
];
