const project = { id: 7, name: 'Gazette' };
const article = {
  id: 12,
  title: 'The harbour opens',
  url: 'https://gazette.example/harbour',
  status: 'ready',
};
const ofArticle = { project, article };
const audio = { file: '5d41402abc4b2a76b9719d911017c592', durationMs: 92_480 };
const channel = { id: 3 };
const episode = {
  id: 40,
  guid: '0b0c8f3e-6d0f-4a30-9d9c-6a1e0f2f7c11',
  title: 'The harbour opens',
  durationMs: 92_480,
};
const deployment = (status: string, description: string) => ({
  project,
  channel,
  deployment: { id: 5, status, description },
});
const organization = { id: 2, slug: 'gazette', name: 'Gazette Media' };

/** Data of an example of each kind of event, for documents and tests. */
const examples: Readonly<Record<string, object>> = {
  'article.created': { project, article: { ...article, status: 'waiting' } },
  'article.updated': ofArticle,
  'article.ready': { ...ofArticle, audio },
  'article.failed': {
    project,
    article: { ...article, status: 'errored' },
    reason: 'The page could not be read.',
  },
  'article.on_hold': { project, article: { ...article, status: 'waiting' }, reason: 'Quality review' },
  'article.published': { ...ofArticle, audio },
  'article.deleted': ofArticle,
  'article.restored': ofArticle,
  'episode.published': { project, channel, episode },
  'episode.removed': { project, channel, episode },
  'playlist.changed': { project, playlist: { id: 9, name: 'Morning news' }, change: 'updated' },
  'deployment.started': deployment('starting', 'The skill is being created.'),
  'deployment.finished': deployment('finished', 'The skill is ready to test.'),
  'deployment.failed': deployment('failed', 'Amazon can’t be reached.'),
  'review.findings': { ...ofArticle, findings: 2, weight: 4 },
  'review.completed': { ...ofArticle, rating: 5 },
  'balance.low': { organization, balance: 9_812, threshold: 10_000 },
  'webhook.test': { project },
};

/** Returns the data of an example, as triggers would write it. */
export const exampleData = (kind: string): object => examples[kind]!;
