import { graphql } from '../document.ts';
import { optionalText, read, words } from '../request-input.ts';
import { row } from '../row.ts';
import { withRestNames } from '../grouped-settings.ts';
import { failureBody } from '../status.ts';

export const previewFragment = graphql(`fragment Previewed on PreviewVoiceSuccess { file }`);

/** How a project speaks, from what it keeps of its voice. */
function voiceOf({ name, language, settings: values }: ProjectVoice) {
  const valueOf = (wanted: string) => values.find(({ key }) => key === wanted)?.value as string | undefined;
  return {
    voice: name,
    language,
    voiceSettings: values.filter(({ key }) => key !== 'style' && key !== 'model'),
    style: valueOf('style') || null,
    model: valueOf('model') || null,
  };
}

interface ProjectVoice {
  name: string;
  language: string;
  settings: { key: string; value: unknown }[];
}

export const voiceRows = [
  row({
    method: 'GET',
    path: '/api/voices',
    document: graphql(`query voices {
      voiceLanguages {
        id: language name
        providers {
          provider
          voices {
            name label gender type: tier favorite styles availableModels
            availableSettings { id: key title type options min max step default }
          }
        }
      }
    }`),
    reply: ({ voiceLanguages }) => ({
      voices: voiceLanguages.map(({ id, name, providers }) => ({
        id,
        name,
        voices: Object.fromEntries(providers.map(({ provider, voices: own }) => [provider, own])),
      })),
    }),
  }),
  row({
    method: 'GET',
    path: '/api/voices/preview',
    document: graphql(
      `mutation previewVoiceByName($input: PreviewVoiceInput!) { previewVoice(input: $input) { __typename ...Failed ...Previewed } }`,
    ),
    variables: ({ query }) => {
      const { name: voice = '', style } = read(query, { name: words, style: optionalText });
      return { input: { voice, style } };
    },
    fail: (failure) => failureBody(withRestNames(failure, { name: 'voice' })),
    reply: ({ previewVoice: { file } }) => ({ file }),
  }),
  row({
    method: 'POST',
    path: '/api/voices/preview',
    document: graphql(
      `mutation previewVoice($input: PreviewVoiceInput!) { previewVoice(input: $input) { __typename ...Failed ...Previewed } }`,
    ),
    variables: ({ body }) => {
      const {
        text = '',
        language,
        provider,
        voice = '',
      } = read(body, { text: words, language: optionalText, provider: optionalText, voice: words });
      return {
        input: {
          text,
          language,
          voice: !provider || voice.startsWith(`${provider}:`) ? voice : `${provider}:${voice}`,
        },
      };
    },
    reply: ({ previewVoice: { file } }) => ({ file }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/channels/previewtext',
    document:
      graphql(`query voice($id: ID!) { project(id: $id) { voice { name language settings { key value } } } }
      mutation previewText($input: PreviewVoiceInput!) { previewVoice(input: $input) { __typename ...Failed ...Previewed } }`),
    variables: ({ params, body }, { project }) => ({
      ...params,
      ...(project && {
        input: { text: '', ...read(body, { text: words }), ...voiceOf(project.voice), project: params.id },
      }),
    }),
    reply: ({ previewVoice: { file } }) => ({ file }),
  }),
];
