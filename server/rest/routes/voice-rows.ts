import { optionalText, read, text } from '../request-input.ts';
import { failed, type Data, type Row } from '../row.ts';

const previewVoice = `mutation previewVoice($input: PreviewVoiceInput!) {
  previewVoice(input: $input) { ${failed} ... on PreviewVoiceSuccess { file } }
}`;
const previewReply = (data: Data): Data => ({ file: data['previewVoice'].file });

/** How the project speaks. */
function voiceOf({ voiceName: voice, voiceLanguage: language, voiceAdditionalSettings }: Data): Data {
  const { style, model, ...settings } = voiceAdditionalSettings;
  return { voice, language, settings, style: style || null, model: model || null };
}

export const voiceRows: Row[] = [
  {
    method: 'GET',
    path: '/api/voices',
    document: `query voices {
      voices {
        id name
        providers {
          provider
          voices {
            name label gender type favorite styles availableModels
            availableSettings { id: key title type options min max step default }
          }
        }
      }
    }`,
    reply: ({ voices }) => ({
      voices: voices.map(({ id, name, providers }: Data) => ({
        id,
        name,
        voices: Object.fromEntries(providers.map((provider: Data) => [provider['provider'], provider['voices']])),
      })),
    }),
  },
  {
    method: 'GET',
    path: '/api/voices/preview',
    document: previewVoice,
    variables: ({ query }) => {
      const { name = '', style } = read(query, { name: text, style: optionalText });
      return { input: { voice: name, style } };
    },
    reply: previewReply,
  },
  {
    method: 'POST',
    path: '/api/voices/preview',
    document: previewVoice,
    variables: ({ body }) => {
      const { text: words = '', language, provider, voice = '' } = read(body, { text, language: optionalText, provider: optionalText, voice: text });
      return { input: { text: words, language, voice: !provider || voice.startsWith(`${provider}:`) ? voice : `${provider}:${voice}` } };
    },
    reply: previewReply,
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/channels/previewtext',
    document: `query voice($id: ID!) { project(id: $id) { voiceName voiceLanguage voiceAdditionalSettings } } ${previewVoice}`,
    variables: ({ params, body }, { project }) => ({ ...params, input: project && { text: '', ...read(body, { text }), ...voiceOf(project) } }),
    reply: previewReply,
  },
];
