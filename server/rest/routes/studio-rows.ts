import { graphql } from '../document.ts';
import { dateObject } from '../rest-dates.ts';
import { optionalText, read, record, words } from '../request-input.ts';
import { row } from '../row.ts';

export const studioAudioFields = graphql(`fragment StudioAudioRow on StudioAudio {
  slug audio: file text status articleId: articleCode size: bytes createdAt channel language voice style
}`);

interface StudioAudioRow {
  slug: string;
  articleId: number;
  createdAt: string;
}

/** An audio as lists have it. */
const listed = ({ articleId: id, createdAt, ...audio }: StudioAudioRow) => ({
  ...audio,
  id,
  added: dateObject(createdAt),
});

/** An audio as the page that edits it has it: what was made is an article. */
function detailed({
  slug,
  articleId: id,
  createdAt,
  audio,
  text,
  status,
  size,
  language,
  voice,
  style,
  channel,
}: StudioAudioRow &
  Record<'audio' | 'text' | 'status' | 'size' | 'language' | 'voice' | 'style' | 'channel', unknown>) {
  return {
    language,
    voice,
    style,
    channel,
    article: { id, slug, text, audio, status, size, added: dateObject(createdAt) },
  };
}

const sent = {
  language: words,
  text: words,
  voice: words,
  style: optionalText,
  article: record({ text: words }),
};
/** The form; clients that send back what they read have the text in the article. */
const formOf = (body: unknown) => {
  const { language = '', voice = '', style, article, text = article?.text ?? '' } = read(body, sent);
  return { language, text, voice, style };
};

export const studioRows = [
  row({
    method: 'GET',
    path: '/tts-lite/api/user',
    document: graphql(`query studioUser {
      studio { signedUp usage { paid balance: balanceMs basic_balance: basicBalanceMs free_balance: freeBalanceMs } }
    }`),
    reply: ({ studio: { signedUp, usage } }) => ({ user: { is_studio: signedUp, ...usage } }),
  }),
  row({
    method: 'GET',
    path: '/tts-lite/api/list',
    document: graphql(
      `query studioAudios { studio { audios(first: 20000) { edges { node { ...StudioAudioRow } } } } }`,
    ),
    reply: ({ studio: { audios } }) => ({ data: audios.edges.map(({ node }) => listed(node)) }),
  }),
  row({
    method: 'GET',
    path: '/tts-lite/stripe/checkout',
    document: graphql(
      `mutation openCheckout($input: OpenCheckoutInput!) { openCheckout(input: $input) { __typename ...Failed ... on OpenCheckoutSuccess { url } } }`,
    ),
    variables: () => ({ input: {} }),
    reply: ({ openCheckout: { url } }) => ({ redirect: url }),
  }),
  row({
    method: 'GET',
    path: '/tts-lite/stripe/portal',
    document: graphql(
      `mutation openPortal($input: OpenBillingPortalInput!) { openBillingPortal(input: $input) { __typename ...Failed ... on OpenBillingPortalSuccess { url } } }`,
    ),
    variables: () => ({ input: {} }),
    reply: ({ openBillingPortal: { url } }) => ({ redirect: url }),
  }),
  row({
    method: 'GET',
    path: '/tts-lite/api/{slug}',
    document: graphql(`query studioAudio($slug: String!) { studioAudio(slug: $slug) { ...StudioAudioRow } }`),
    variables: ({ params }) => params,
    reply: ({ studioAudio }) => ({ data: detailed(studioAudio) }),
  }),
  row({
    method: 'POST',
    path: '/tts-lite/api',
    document: graphql(`mutation createStudioAudio($input: CreateStudioAudioInput!) {
      createStudioAudio(input: $input) { __typename ...Failed ... on CreateStudioAudioSuccess { audio { ...StudioAudioRow } } }
    }`),
    variables: ({ body }) => ({ input: formOf(body) }),
    reply: ({ createStudioAudio: { audio } }) => ({ data: detailed(audio) }),
  }),
  row({
    method: 'PUT',
    path: '/tts-lite/api/{slug}',
    document: graphql(`mutation updateStudioAudio($input: UpdateStudioAudioInput!) {
      updateStudioAudio(input: $input) { __typename ...Failed ... on UpdateStudioAudioSuccess { audio { ...StudioAudioRow } } }
    }`),
    variables: ({ params, body }) => ({ input: { ...params, ...formOf(body) } }),
    reply: ({ updateStudioAudio: { audio } }) => ({ data: detailed(audio) }),
  }),
  row({
    method: 'DELETE',
    path: '/tts-lite/api/{slug}',
    document: graphql(
      `mutation deleteStudioAudio($input: DeleteStudioAudioInput!) { deleteStudioAudio(input: $input) { __typename ...Failed } }`,
    ),
    variables: ({ params }) => ({ input: params }),
  }),
];
