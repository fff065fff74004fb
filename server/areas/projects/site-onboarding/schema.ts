import { builder } from '../../../graphql/builder.ts';
import { SourceTypeType } from '../../articles/sources/types.ts';
import { VoiceType } from '../../library/voices/types.ts';
import { inspectSite, watchSite, type SiteOnboarding } from './site-onboarding.ts';
import { problemKinds, type SiteProblem } from './site-problems.ts';
import { excerptOf, openingOf, spokenMs } from './article-excerpt.ts';
import type { SeenArticle, SeenSite } from './seen-site.ts';

const ProblemKindType = builder.enumType('SiteOnboardingProblemKind', {
  description: 'Why Parlance cannot read a site or an article.',
  values: problemKinds,
});

const ProblemType = builder
  .objectRef<SiteProblem>('SiteOnboardingProblem')
  .implement({
    description: 'Why a site or an article cannot be read.',
    fields: (t) => ({
      kind: t.expose('kind', { type: ProblemKindType, description: 'Type of the problem, for API clients.' }),
      message: t.exposeString('message', { description: 'Description of the problem, in a sentence.' }),
      advice: t.exposeString('advice', { description: 'How to fix it, in a sentence.' }),
    }),
  });

const FeedType = builder
  .objectRef<SeenSite['feeds'][number]>('SiteOnboardingFeed')
  .implement({
    description: 'A feed of a site.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'URL of the feed.' }),
      title: t.exposeString('title', {
        nullable: true,
        description: 'Title of the feed. Null if neither the site nor the feed provides one.',
      }),
    }),
  });

const SourceType = builder
  .objectRef<NonNullable<SeenSite['source']>>('SiteOnboardingSource')
  .implement({
    description: 'A suggested source for a project of the site, for `createProject`.',
    fields: (t) => ({
      type: t.expose('type', {
        type: SourceTypeType,
        description: '`RSS` if the site has a readable feed, else `PARSER`.',
      }),
      url: t.expose('url', { type: 'URL', description: "URL of the feed, or of the site's front page." }),
    }),
  });

const ArticleType = builder
  .objectRef<SeenArticle>('SiteOnboardingArticle')
  .implement({
    description: 'An article of a site, as Parlance would read it.',
    fields: (t) => ({
      url: t.expose('url', {
        type: 'URL',
        nullable: true,
        description: 'URL of its page. Null if it is only in the feed.',
      }),
      title: t.exposeString('title', { description: 'Title, as plain text.' }),
      publishedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was published. Null if unknown.',
        resolve: ({ publishedAt }) => dateOf(publishedAt),
      }),
      text: t.exposeString('text', {
        nullable: true,
        description:
          'Text to generate audio from, with blank lines between paragraphs. Null if it is not read ' +
          'yet or cannot be read.',
      }),
      excerpt: t.string({
        nullable: true,
        description: 'Beginning of the text. At most 300 characters. Null if `text` is.',
        resolve: ({ text }) => text && excerptOf(text),
      }),
      opening: t.string({
        nullable: true,
        description:
          'Title and beginning of the text, for `previewVoice`. At most 300 characters. Null if `text` ' +
          'is.',
        resolve: (article) => article.text && openingOf(article),
      }),
      characters: t.int({
        nullable: true,
        description: 'Number of characters of title and text. Null if `text` is.',
        resolve: ({ title, text }) => (text === null ? null : title.length + text.length),
      }),
      durationMs: t.float({
        nullable: true,
        description: 'Estimated length of the audio in milliseconds. Null if `text` is.',
        resolve: ({ title, text }) => (text === null ? null : spokenMs(title.length + text.length)),
      }),
      isGiven: t.exposeBoolean('isGiven', {
        description: 'Whether the given URL is the URL of this article.',
      }),
      isInSource: t.exposeBoolean('isInSource', {
        description: 'Whether a project would add it from `source` automatically.',
      }),
      problem: t.expose('problem', {
        type: ProblemType,
        nullable: true,
        description: 'Why it cannot be read, or its audio not be generated. Null if there is no problem.',
      }),
    }),
  });

const dateOf = (iso: string | null): Date | null => {
  const date = iso === null ? null : new Date(iso);
  return date && !Number.isNaN(date.getTime()) ? date : null;
};

const SiteOnboardingType = builder
  .objectRef<SiteOnboarding>('SiteOnboarding')
  .implement({
    description: 'Information about a site, gathered from one of its URLs, for creating a project.',
    fields: (t) => ({
      address: t.exposeString('address', { description: 'URL that was examined, including its scheme.' }),
      site: t.expose('site', {
        type: 'URL',
        nullable: true,
        description: 'URL of the front page. Null if not known (yet).',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Name of the site. Null if not known (yet).',
      }),
      language: t.exposeString('language', {
        nullable: true,
        description:
          "Language, as a BCP 47 tag such as `en-US`: from the site, or from its texts if the site's " +
          'is clearly wrong. Null if not known (yet).',
      }),
      feeds: t.expose('feeds', { type: [FeedType], description: 'Feeds of the site, best first.' }),
      sitemap: t.expose('sitemap', {
        type: 'URL',
        nullable: true,
        description: 'URL of the sitemap. Null if not found (yet).',
      }),
      voice: t.expose('voice', {
        type: VoiceType,
        nullable: true,
        description:
          'A voice for the language that works on this server. Null if there is none, or until the ' +
          'site is known.',
      }),
      source: t.expose('source', {
        type: SourceType,
        nullable: true,
        description: 'Source for a project. Null if not known (yet).',
      }),
      articles: t.expose('articles', {
        type: [ArticleType],
        complexity: { multiplier: 5 },
        description: 'The newest articles, at most five. The one at the given URL comes first.',
      }),
      problem: t.expose('problem', {
        type: ProblemType,
        nullable: true,
        description:
          'Why the site cannot be read. Null if there is no problem. What was found is returned anyway.',
      }),
      done: t.exposeBoolean('done', {
        description: 'Whether the result is complete. Always true in a query.',
      }),
    }),
  });

const url = 'Address of a site, of one of its articles or of a feed. `https://` may be left out.';
const terms =
  'Takes 15 seconds at most. Requires permission to create projects. The number of calls is limited.';
/** A dozen pages may have to be fetched. */
const complexity = 500;

const deprecationReason = 'Use `siteOnboarding`. Dashboards of release 0.1 still send this name.';
type SiteOnboardingName = 'siteOnboarding' | 'firstLook';

const addQuery = (name: SiteOnboardingName, deprecated?: string) =>
  builder.queryField(name, (t) =>
    t.field({
      type: SiteOnboardingType,
      complexity,
      deprecationReason: deprecated,
      description: `Examines a site and its newest articles, and how they would sound. ${terms}`,
      args: { url: t.arg.string({ description: url }) },
      resolve: (_, args, { app, actor, remoteAddress }) => inspectSite(app, actor, args.url, remoteAddress),
    }),
  );

const addSubscription = (name: SiteOnboardingName, deprecated?: string) =>
  builder.subscriptionField(name, (t) =>
    t.field({
      type: SiteOnboardingType,
      complexity,
      deprecationReason: deprecated,
      description:
        'Sends the result of the query as it is determined. Each event has everything known so far; ' +
        `the last one is \`done\`. ${terms}`,
      args: { url: t.arg.string({ description: url }) },
      subscribe: (_, args, { app, actorNow, remoteAddress }) =>
        watchSite(app, actorNow, args.url, remoteAddress),
      resolve: (site) => site,
    }),
  );

addQuery('siteOnboarding');
addQuery('firstLook', deprecationReason);
addSubscription('siteOnboarding');
addSubscription('firstLook', deprecationReason);
