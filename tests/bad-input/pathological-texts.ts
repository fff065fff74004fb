import type { Newsroom } from '../support/factories.ts';

/**
 * What a pattern that begins again at every character is worst at: the beginnings of things that never end.
 */
const begun = [
  '<voice ',
  '</voice ',
  '<',
  '&',
  '[',
  '(',
  '{',
  '"',
  '„',
  "'",
  ' ',
  '\n',
  ' \n',
  '.',
  '…',
  '-',
  '/',
  '1',
  '1.',
  '1,',
  '1-',
  'a.',
  'a@',
  'A',
  'http://a/',
  '#a',
  '$',
  'a\u0301',
  '\u200d',
  '.mp3?',
];

/** Each with an end that lets nothing match. @param length characters at most */
export const pathologicalTexts = (length: number): string[] =>
  begun.map((part) => `x${part.repeat(Math.floor((length - 4) / part.length))} ~x`);

/** Something that takes a text from a caller, as a request. */
export interface TextDoor {
  name: string;
  /** Characters that it takes at most. */
  most: number;
  /** What is sent: to GraphQL, or as a body to a path of REST. */
  request(text: string, room: Pick<Newsroom, 'project'>): GraphQLCall | RestCall;
}

export interface GraphQLCall {
  query: string;
  variables: Record<string, unknown>;
}

export interface RestCall {
  path: string;
  type: string;
  body: string;
}

const article = 190_000;

const inProject =
  (parameters: string, selection: string, variables: (text: string) => object) =>
  (text: string, { project }: Pick<Newsroom, 'project'>): GraphQLCall => ({
    query: `query ($id: ID!, ${parameters}) { project(id: $id) { ${selection} } }`,
    variables: { id: String(project.id), ...variables(text) },
  });

const operation =
  (kind: 'query' | 'mutation') =>
  (name: string, input: (text: string, projectId: number) => object) =>
  (text: string, { project }: Pick<Newsroom, 'project'>): GraphQLCall => ({
    query: `${kind} ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
    variables: { input: input(text, project.id) },
  });
const query = operation('query');
const mutation = operation('mutation');

/** Every kind of endpoint that processes a client's text while others wait. */
export const textDoors: TextDoor[] = [
  {
    name: 'a quote',
    most: article,
    request: inProject('$text: String!', 'articleQuote(title: "x", text: $text) { characters }', (text) => ({
      text,
    })),
  },
  {
    name: 'an article',
    most: article,
    request: mutation('createArticle', (text, project) => ({ project: String(project), title: 'x', text })),
  },
  {
    name: 'a title and labels',
    most: article,
    request: mutation('createArticle', (text, project) => ({
      project: String(project),
      title: text,
      labels: [text],
      text: 'x',
    })),
  },
  {
    name: 'a search',
    most: article,
    request: (text) => ({
      query: 'query ($query: String!) { search(query: $query) { __typename } }',
      variables: { query: text },
    }),
  },
  {
    name: 'conditions of rules',
    most: article,
    request: inProject(
      '$predicates: [RulePredicateInput!]!',
      'ruleMatches(predicates: $predicates) { __typename }',
      (value) => ({ predicates: [{ subject: 'text', operator: 'contains', value }] }),
    ),
  },
  {
    name: 'actions of rules',
    most: article,
    request: mutation('replaceProcessingRules', (text, projectId) => ({
      project: String(projectId),
      rules: [
        {
          predicates: [{ subject: 'text', operator: 'contains', value: 'x' }],
          actions: [{ action: 'say_as', values: [text, text] }],
        },
      ],
    })),
  },
  {
    name: 'URL replacements',
    most: article,
    request: query('tryUrlReplacements', (text, id) => ({
      project: String(id),
      url: `https://example.com/${text}`,
      urlReplacements: [{ source: text, destination: text, isRegex: false }],
    })),
  },
  {
    name: 'normalization',
    most: 5_000,
    request: mutation('previewNormalization', (text, id) => ({ project: String(id), text })),
  },
  {
    name: 'settings: paywall, suffix, site',
    most: article,
    request: mutation('updateProject', (text, id) => ({
      id: String(id),
      paywall: { callToAction: text, suffix: text },
      extraction: { mainUrl: text },
    })),
  },
  {
    name: 'texts of playlists',
    most: article,
    request: mutation('createPlaylist', (text, projectId) => ({
      project: String(projectId),
      playlist: { name: text, introText: text },
    })),
  },
  {
    name: 'texts of podcasts',
    most: article,
    request: mutation('createChannel', (text, projectId) => ({
      project: String(projectId),
      settings: { podcast: { title: text, description: text, persons: text } },
    })),
  },
  {
    name: 'a form’s names',
    most: article,
    request: (text, { project }) => ({
      path: `/api/projects/${project.id}/articles`,
      type: 'application/x-www-form-urlencoded',
      body: `${encodeURIComponent(text)}=1`,
    }),
  },
  {
    name: 'files of playlists',
    most: article,
    request: (text, { project }) => ({
      path: `/api/projects/${project.id}/playlists`,
      type: 'application/json',
      body: JSON.stringify({ name: 'x', introFile: text, items: [{ customFile: text }] }),
    }),
  },
];

/** Sends a text through a door. @returns the status, once all of the answer is there */
export async function sendText(
  url: string,
  token: string,
  call: GraphQLCall | RestCall,
  signal?: AbortSignal,
): Promise<number> {
  const [path, type, body] =
    'query' in call
      ? ['/graphql', 'application/json', JSON.stringify(call)]
      : [call.path, call.type, call.body];
  const response = await fetch(url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  await response.arrayBuffer();
  return response.status;
}
