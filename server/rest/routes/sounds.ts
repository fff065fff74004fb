import { imageMaxBytes, soundMaxBytes } from '../../product.ts';
import { InputError, optionalText, read, text } from '../input.ts';
import { failed, type Row } from '../row.ts';
import { decodeBase64 } from '../upload.ts';

const tooLarge = 'File is too large.';

export const soundRows: Row[] = [
  {
    method: 'POST',
    path: '/api/projects/{id}/upload',
    upload: { kind: 'json', maxBytes: soundMaxBytes, tooLarge },
    document: `mutation uploadSound($input: UploadSoundInput!) {
      uploadSound(input: $input) { ${failed} ... on UploadSoundSuccess { sound { url } } }
    }`,
    variables: ({ params, body }) => {
      const { fileName, fileContent } = read(body, { fileName: text, fileContent: text });
      if (!fileContent) throw new InputError([{ field: 'fileContent', message: 'Field is required and cannot be empty' }]);
      return { input: { projectId: params['id'], file: new File([decodeBase64(fileContent, 'fileContent')], fileName ?? '') } };
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
    upload: { kind: 'form', maxBytes: imageMaxBytes, tooLarge },
    document: `mutation uploadImage($input: UploadImageInput!) {
      uploadImage(input: $input) { ${failed} ... on UploadImageSuccess { image { tag } } }
    }`,
    variables: ({ body }) => {
      const { file } = (body ?? {}) as { file?: unknown };
      if (!(file instanceof File)) throw new InputError([{ field: 'file', message: 'Field is required and cannot be empty' }]);
      return { input: { file } };
    },
    reply: ({ uploadImage }) => ({ tag: uploadImage.image.tag }),
  },
];
