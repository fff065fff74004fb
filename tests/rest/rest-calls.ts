import { readFileSync } from 'node:fs';
import type { Row } from '../../server/rest/row.ts';
import type { KeyedSource, Newsroom } from '../support/factories.ts';
import { beep, dot } from '../support/media.ts';

/** A call as the specification has it. */
export interface DocumentedCall {
  doc: 1 | 2 | 3;
  method: string;
  path: string;
  sends: string[];
  /** Dotted keys of the answer. */
  answers: string[];
}

export const documented = JSON.parse(
  readFileSync(new URL('documented-calls.json', import.meta.url), 'utf8'),
) as DocumentedCall[];

export const keyOf = ({ method, path }: Pick<Row, 'method' | 'path'> | DocumentedCall): string =>
  `${method} ${path}`;

/** What the calls are made on. */
export interface World extends Newsroom {
  /** User who was invited to the organization. */
  invited: { id: number };
  apiSource: KeyedSource;
  /** In the studio of the organization's editor. */
  studioAudio: { slug: string };
  /** Base name of an uploaded sound of the project. */
  soundFile: string;
  /** A page that exists, on a host that may be fetched. */
  page: string;
}

export interface Example {
  path: string;
  body?: unknown;
  /** A file of a multipart form, in place of a body. */
  file?: File;
  /** That there is an article to review. */
  toReview?: true;
  /** That it looks at no project. */
  global?: true;
  /** That it is for administrators alone, who hear of everything. */
  administrators?: true;
}

/** One good call of each row. */
export const examples: Record<string, (world: World) => Example> = {
  'GET /api/adcampaign/list/{organizationId}': ({ organization }) => ({
    path: `/api/adcampaign/list/${organization.slug}`,
  }),
  'POST /api/adcampaign/{projectId}/adunit': ({ project, soundFile }) => ({
    path: `/api/adcampaign/${project.id}/adunit`,
    body: {
      slug: 'new',
      audiofile: soundFile,
      date_start: '2026-11-01',
      date_end: '2026-11-30',
      name: 'New campaign',
      limit: 1_000,
    },
  }),
  'DELETE /api/adcampaign/{campaignId}/adunit/{unitId}': ({ adUnit }) => ({
    path: `/api/adcampaign/${adUnit.campaignId}/adunit/${adUnit.id}`,
  }),
  'PUT /api/adcampaign/{organizationId}/{campaignId}': ({ organization, adUnit }) => ({
    path: `/api/adcampaign/${organization.slug}/${adUnit.campaignId}`,
    body: { limit: 2_000 },
  }),
  'GET /api/organizations/{id}': ({ organization }) => ({ path: `/api/organizations/${organization.slug}` }),
  'POST /api/organizations/{id}/update': ({ organization }) => ({
    path: `/api/organizations/${organization.slug}/update`,
    body: { name: 'Renamed' },
  }),
  'POST /api/organizations/{id}/invite': ({ organization }) => ({
    path: `/api/organizations/${organization.slug}/invite`,
    body: { email: 'new@example.com', role: 'editor' },
  }),
  'POST /api/organizations/{id}/invite/{userId}': ({ organization, invited }) => ({
    path: `/api/organizations/${organization.slug}/invite/${invited.id}`,
  }),
  'POST /api/organizations/{id}/update/{userId}': ({ organization, viewer }) => ({
    path: `/api/organizations/${organization.slug}/update/${viewer.id}`,
    body: { role: 'editor' },
  }),
  'DELETE /api/organizations/{id}/exclude/{userId}': ({ organization, viewer }) => ({
    path: `/api/organizations/${organization.slug}/exclude/${viewer.id}`,
  }),
  'POST /api/organizations': () => ({
    path: '/api/organizations',
    body: { name: 'My Organization' },
    global: true,
  }),
  'POST /api/admin/organizations': () => ({
    path: '/api/admin/organizations',
    body: { name: 'Verified', address: 'Street 1', vat: 'DE136695976', verified: true },
    global: true,
    administrators: true,
  }),
  'GET /api/user': () => ({ path: '/api/user', global: true }),
  'PUT /api/user': () => ({
    path: '/api/user',
    body: { timezone: 'Europe/Berlin', fullname: 'Ada B.' },
    global: true,
  }),
  'GET /api/timezone/list': () => ({ path: '/api/timezone/list', global: true }),
  'GET /api/projects': () => ({ path: '/api/projects', global: true }),
  'POST /api/projects': () => ({
    path: '/api/projects',
    body: { name: 'New', voiceName: 'offline:en-US-Otto', voiceLanguage: 'en-US' },
    global: true,
  }),
  'GET /api/projects/{id}': ({ project }) => ({ path: `/api/projects/${project.id}` }),
  'PUT /api/projects/{id}': ({ project }) => ({
    path: `/api/projects/${project.id}`,
    body: { name: 'Renamed' },
  }),
  'DELETE /api/projects/{id}': ({ project }) => ({ path: `/api/projects/${project.id}` }),
  'PUT /api/projects/{id}/reports': ({ project }) => ({
    path: `/api/projects/${project.id}/reports`,
    body: { emailReportsEnable: true, emailReportsPeriod: 'weekly', emailReportsAddress: 'desk@example.com' },
  }),
  'GET /api/projects/{id}/quote-info': ({ project }) => ({
    path: `/api/projects/${project.id}/quote-info?limit=100000`,
  }),
  'GET /api/projects/{id}/logs': ({ project }) => ({ path: `/api/projects/${project.id}/logs?limit=15` }),
  'POST /api/projects/{id}/sources': ({ project }) => ({
    path: `/api/projects/${project.id}/sources`,
    body: { type: 'api' },
  }),
  'PUT /api/projects/{id}/sources/{sourceId}': ({ project, source }) => ({
    path: `/api/projects/${project.id}/sources/${source.id}`,
    body: { type: 'rss', url: 'https://example.com/feed.xml' },
  }),
  'POST /api/sources/{id}/refresh': ({ apiSource }) => ({
    path: `/api/sources/${apiSource.source.id}/refresh`,
  }),
  'GET /api/extractorRules/{id}': ({ project }) => ({ path: `/api/extractorRules/${project.id}` }),
  'PUT /api/projects/{id}/extractor-rules': ({ project }) => ({
    path: `/api/projects/${project.id}/extractor-rules`,
    body: { extractorRules: [{ rule: 'should', selector: 'article p' }] },
  }),
  'GET /api/extractor-ips': () => ({ path: '/api/extractor-ips', global: true }),
  'GET /api/projects/{id}/url_replacements': ({ project }) => ({
    path: `/api/projects/${project.id}/url_replacements`,
  }),
  'POST /api/projects/{id}/url_replacements_batch': ({ project }) => ({
    path: `/api/projects/${project.id}/url_replacements_batch`,
    body: [{ id: null, source: 'http://', destination: 'https://', isRegex: false }],
  }),
  'POST /api/projects/{id}/url_replacements_try': ({ project }) => ({
    path: `/api/projects/${project.id}/url_replacements_try`,
    body: {
      url: 'http://example.com/a',
      rules: [{ source: 'http://', destination: 'https://', isRegex: false }],
    },
  }),
  'POST /api/projects/{id}/url_replacements_try_parse': ({ project, page }) => ({
    path: `/api/projects/${project.id}/url_replacements_try_parse`,
    body: { url: page, rules: [] },
  }),
  'GET /api/projects/{id}/audio-rules': ({ project }) => ({
    path: `/api/projects/${project.id}/audio-rules`,
  }),
  'POST /api/projects/{id}/audio-rules': ({ project }) => ({
    path: `/api/projects/${project.id}/audio-rules`,
    body: [
      {
        name: 'Title',
        predicates: [{ operator: 'contains', subject: 'title', value: 'Sport' }],
        actions: [{ action: 'skip_title', value: '' }],
      },
    ],
  }),
  'GET /api/projects/{id}/articles': ({ project }) => ({
    path: `/api/projects/${project.id}/articles?offset=0&query=&date_from=none&date_to=none&status=none`,
  }),
  'GET /api/projects/{id}/articlesQA': ({ project }) => ({
    path: `/api/projects/${project.id}/articlesQA?offset=20`,
  }),
  'GET /api/projects/{id}/articlesQA/next': ({ project }) => ({
    path: `/api/projects/${project.id}/articlesQA/next`,
    toReview: true,
  }),
  'GET /api/projects/{id}/articlesQA/{articleId}': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articlesQA/${article.id}`,
  }),
  'POST /api/projects/{id}/articlesQA/submit/{articleId}': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articlesQA/submit/${article.id}`,
    body: { qa_rating: 4 },
  }),
  'POST /api/projects/{id}/articles': ({ project }) => ({
    path: `/api/projects/${project.id}/articles`,
    body: { title: 'Title', text: 'A text.', url: 'https://example.com/x' },
  }),
  'GET /api/projects/{id}/articles/{articleId}': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}`,
  }),
  'PUT /api/projects/{id}/articles/{articleId}': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}`,
    body: {
      title: 'Other',
      text: 'Another text.',
      url: 'https://example.com/y',
      labels: ['x'],
      rssAutoUpdate: true,
    },
  }),
  'POST /api/projects/{id}/articles/{articleId}/recrawl': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}/recrawl`,
  }),
  'DELETE /api/projects/{id}/articles/{articleId}': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}`,
  }),
  'GET /api/projects/{id}/articles/{articleId}/chunks': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}/chunks`,
  }),
  'GET /api/projects/{id}/articles/{articleId}/highlight': ({ project, article }) => ({
    path: `/api/projects/${project.id}/articles/${article.id}/highlight`,
  }),
  'GET /articles/{id}/download': ({ article }) => ({ path: `/articles/${article.id}/download` }),
  'GET /api/voices': () => ({ path: '/api/voices', global: true }),
  'GET /api/voices/preview': () => ({ path: '/api/voices/preview?name=offline:en-US-Otto', global: true }),
  'POST /api/voices/preview': () => ({
    path: '/api/voices/preview',
    body: { text: 'Hello.', language: 'en-US', provider: 'offline', voice: 'en-US-Otto' },
    global: true,
  }),
  'POST /api/projects/{id}/channels/previewtext': ({ project }) => ({
    path: `/api/projects/${project.id}/channels/previewtext`,
    body: { text: 'Hello.' },
  }),
  'POST /api/projects/{id}/upload': ({ project }) => ({
    path: `/api/projects/${project.id}/upload`,
    body: { fileName: 'beep.wav', fileContent: Buffer.from(beep()).toString('base64') },
  }),
  'POST /api/projects/{id}/channels/preview': ({ project }) => ({
    path: `/api/projects/${project.id}/channels/preview`,
    body: { type: 'googleAction', introText: 'The news of today.', introAudio: '' },
  }),
  'GET /api/projects/{id}/channels': ({ project }) => ({ path: `/api/projects/${project.id}/channels` }),
  'POST /api/projects/{id}/channels': ({ project }) => ({
    path: `/api/projects/${project.id}/channels`,
    body: { type: 'json', includeNotReady: true },
  }),
  'POST /api/projects/{id}/channels/precreate': ({ project }) => ({
    path: `/api/projects/${project.id}/channels/precreate`,
    body: { type: 'podcast' },
  }),
  'GET /api/projects/{id}/channels/{channelId}': ({ project, channel }) => ({
    path: `/api/projects/${project.id}/channels/${channel.id}`,
  }),
  'PUT /api/projects/{id}/channels/{channelId}': ({ project, channel }) => ({
    path: `/api/projects/${project.id}/channels/${channel.id}`,
    body: { type: 'json', includeNotReady: true },
  }),
  'DELETE /api/projects/{id}/channels/{channelId}': ({ project, channel }) => ({
    path: `/api/projects/${project.id}/channels/${channel.id}`,
  }),
  'POST /api/deployments': ({ deployment }) => ({
    path: '/api/deployments',
    body: { channel: `skill-${deployment.id}`, type: 'alexa' },
  }),
  'GET /api/deployments/{id}': ({ deployment }) => ({ path: `/api/deployments/${deployment.id}` }),
  'GET /api/projects/{id}/playlists': ({ project }) => ({
    path: `/api/projects/${project.id}/playlists?offset=0`,
  }),
  'POST /api/projects/{id}/playlists': ({ project, article }) => ({
    path: `/api/projects/${project.id}/playlists`,
    body: { name: 'Morning', type: 'manual', playlistItems: [{ id: article.id }] },
  }),
  'GET /api/projects/{id}/playlists/{playlistId}': ({ project, playlist }) => ({
    path: `/api/projects/${project.id}/playlists/${playlist.id}`,
  }),
  'PUT /api/playlists/{playlistId}': ({ playlist }) => ({
    path: `/api/playlists/${playlist.id}`,
    body: { name: 'Evening' },
  }),
  'DELETE /api/projects/{id}/playlists/{playlistId}': ({ project, playlist }) => ({
    path: `/api/projects/${project.id}/playlists/${playlist.id}`,
  }),
  'POST /api/projects/{id}/playlists/previewtext': ({ project }) => ({
    path: `/api/projects/${project.id}/playlists/previewtext`,
    body: { text: 'Good morning.', file: '' },
  }),
  'POST /api/projects/{id}/playlists/processaudio': ({ project }) => ({
    path: `/api/projects/${project.id}/playlists/processaudio`,
    body: { title: 'Weather', text: 'It rains.' },
  }),
  'GET /api/playlists/article/{id}': ({ article }) => ({ path: `/api/playlists/article/${article.id}` }),
  'POST /api/projects/{id}/articles/query': ({ project }) => ({
    path: `/api/projects/${project.id}/articles/query`,
    body: {
      limit: 5,
      // Independent of the time of day.
      limitInterval: 'weekly',
      limitIntervalTime: { from: '06:00', to: '12:00' },
      limitSortBy: 'listens',
    },
  }),
  'GET /tts-lite/api/user': () => ({ path: '/tts-lite/api/user', global: true }),
  'GET /tts-lite/api/list': () => ({ path: '/tts-lite/api/list', global: true }),
  'GET /tts-lite/api/{slug}': ({ studioAudio }) => ({ path: `/tts-lite/api/${studioAudio.slug}` }),
  'POST /tts-lite/api': () => ({
    path: '/tts-lite/api',
    body: { language: 'en-US', text: 'Something to say.', voice: 'offline:en-US-Otto', style: 'none' },
    global: true,
  }),
  'PUT /tts-lite/api/{slug}': ({ studioAudio }) => ({
    path: `/tts-lite/api/${studioAudio.slug}`,
    body: { language: 'en-US', text: 'Something else to say.', voice: 'offline:en-US-Otto' },
  }),
  'DELETE /tts-lite/api/{slug}': ({ studioAudio }) => ({ path: `/tts-lite/api/${studioAudio.slug}` }),
  'GET /tts-lite/stripe/checkout': () => ({ path: '/tts-lite/stripe/checkout', global: true }),
  'GET /tts-lite/stripe/portal': () => ({ path: '/tts-lite/stripe/portal', global: true }),
  'GET /api/stats': () => ({ path: '/api/stats', global: true }),
  'POST /api/stats/{id}/{reportName}': ({ project }) => ({
    path: `/api/stats/${project.id}/Completion`,
    body: { date_from: '2026-11-01', date_to: '2026-11-02' },
  }),
  'GET /api/replacements/{projectId}': ({ project }) => ({ path: `/api/replacements/${project.id}` }),
  'GET /api/replacements/dictionary/list/{type}': ({ organization }) => ({
    path: `/api/replacements/dictionary/list/organization?id=${organization.slug}`,
  }),
  'POST /api/replacements/dictionary/add': ({ organization }) => ({
    path: '/api/replacements/dictionary/add',
    body: {
      dictionaryType: 'organization',
      name: 'Names',
      language: 'de-DE',
      ttsProvider: 'gemini25',
      voice: '',
      organizationId: organization.slug,
    },
  }),
  'POST /api/replacements/dictionary/update/{dictionaryId}': ({ dictionary }) => ({
    path: `/api/replacements/dictionary/update/${dictionary.id}`,
    body: { dictionaryType: 'default', name: 'People', language: '', ttsProvider: 'offline', voice: '' },
  }),
  'DELETE /api/replacements/dictionary/delete/{dictionaryId}/{type}/{organizationId}': ({
    glossary,
    organization,
  }) => ({ path: `/api/replacements/dictionary/delete/${glossary.id}/organization/${organization.slug}` }),
  'POST /api/replacements/item/add/{dictionaryId}': ({ dictionary, project }) => ({
    path: `/api/replacements/item/add/${dictionary.id}`,
    body: {
      replacement: { source: 'Merz', dest: 'Mairts' },
      projectId: project.id,
      dictionaryType: 'default',
      organizationId: null,
    },
  }),
  'POST /api/replacements/item/update/{dictionaryId}': ({ dictionary, entry, project }) => ({
    path: `/api/replacements/item/update/${dictionary.id}`,
    body: {
      replacement: { id: entry.id, source: 'sentences', dest: '' },
      projectId: project.id,
      dictionaryType: 'default',
    },
  }),
  'DELETE /api/replacements/item/delete/{dictionaryId}/{type}/{organizationId}/{projectId}/{entryId}': ({
    dictionary,
    entry,
    project,
  }) => ({ path: `/api/replacements/item/delete/${dictionary.id}/default/-/${project.id}/${entry.id}` }),
  'POST /api/replacements/dictionary/globaladd': ({ entry }) => ({
    path: '/api/replacements/dictionary/globaladd',
    body: { item: { id: entry.id, source: entry.source, dest: entry.replacement } },
    administrators: true,
  }),
  'POST /api/replacements/dictionary/csv/{dictionaryId}': ({ dictionary }) => ({
    path: `/api/replacements/dictionary/csv/${dictionary.id}`,
    body: { csv_data: Buffer.from('Merz;Mairts\nMacron;Makrong\n').toString('base64') },
  }),
  'GET /api/replacements/dictionary/csv/{dictionaryId}': ({ dictionary }) => ({
    path: `/api/replacements/dictionary/csv/${dictionary.id}`,
  }),
  'POST /api/replacements/find_usage/project/{id}': ({ project, entry }) => ({
    path: `/api/replacements/find_usage/project/${project.id}`,
    body: [entry.id],
  }),
  'POST /api/replacements/find_usage/{type}/{id}': ({ organization, entry }) => ({
    path: `/api/replacements/find_usage/organization/${organization.slug}`,
    body: [entry.id],
  }),
  'GET /api/replacements/articles/{articleId}': ({ article }) => ({
    path: `/api/replacements/articles/${article.id}`,
  }),
  'POST /api/replacements/articles/resound': ({ entry }) => ({
    path: '/api/replacements/articles/resound',
    body: [entry.id],
    administrators: true,
  }),
  'POST /api/receivefile': () => ({
    path: '/api/receivefile',
    file: new File([dot], 'dot.png'),
    global: true,
  }),
};

/** Documented calls whose domain is built later. */
export const later: string[] = [];

/** Documented calls that are served beside the rows: pages and redirects, public feeds, what players send. */
export const elsewhere = [
  'GET /connect/google/',
  'GET /connect/amazon',
  'GET /logout',
  'GET /podcast/{channelId}',
  'GET /json/{id}',
  'GET /alexafb/{id}',
  'GET /google/{slug}',
  'POST /ev',
  'POST /enhance/uc',
  'POST /enhance/done',
];
