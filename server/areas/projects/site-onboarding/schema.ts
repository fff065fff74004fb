import { builder } from '../../../graphql/builder.ts';
import { SourceTypeType } from '../../articles/sources/types.ts';
import { VoiceType } from '../../library/voices/types.ts';
import { inspectSite, watchSite, type SiteOnboarding } from './site-onboarding.ts';
import { problemKinds, type SiteProblem } from './site-problems.ts';
import { excerptOf, openingOf, spokenMs } from './article-excerpt.ts';
import type { SeenArticle, SeenSite } from './seen-site.ts';

const ProblemKindType = builder.enumType('FirstLookProblemKind', {
  description: 'What keeps Parlance from reading a site or an article.',
  values: problemKinds,
});

const ProblemType = builder
  .objectRef<SiteProblem>('FirstLookProblem')
  .implement({
    description: 'Why a site or an article cannot be read.',
    fields: (t) => ({
      kind: t.expose('kind', { type: ProblemKindType, description: 'What it is, for programs.' }),
      message: t.exposeString('message', { description: 'What it is, in a sentence.' }),
      advice: t.exposeString('advice', { description: 'What to do, in a sentence.' }),
    }),
  });

const FeedType = builder
  .objectRef<SeenSite['feeds'][number]>('FirstLookFeed')
  .implement({
    description: 'A feed of a site.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'URL of the feed.' }),
      title: t.exposeString('title', {
        nullable: true,
        description: 'Title of the feed. Null when neither the site nor the feed tells.',
      }),
    }),
  });

const SourceType = builder
  .objectRef<NonNullable<SeenSite['source']>>('FirstLookSource')
  .implement({
    description:
      'A source that a project of the site would take its articles from, as `createProject` takes it.',
    fields: (t) => ({
      type: t.expose('type', {
        type: SourceTypeType,
        description: '`RSS` when the site has a feed that can be read, else `PARSER`.',
      }),
      url: t.expose('url', { type: 'URL', description: "URL of the feed, or of the site's front page." }),
    }),
  });

const ArticleType = builder
  .objectRef<SeenArticle>('FirstLookArticle')
  .implement({
    description: 'An article of a site as it would be read.',
    fields: (t) => ({
      url: t.expose('url', {
        type: 'URL',
        nullable: true,
        description: 'URL of its page. Null when only the feed has it.',
      }),
      title: t.exposeString('title', { description: 'Title, as plain text.' }),
      publishedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was published. Null when nothing tells.',
        resolve: ({ publishedAt }) => dateOf(publishedAt),
      }),
      text: t.exposeString('text', {
        nullable: true,
        description:
          'Text that would be voiced, in paragraphs separated by blank lines. Null while it is not read, and when it cannot be.',
      }),
      excerpt: t.string({
        nullable: true,
        description: 'How the text begins, at most 300 characters. Null like `text`.',
        resolve: ({ text }) => text && excerptOf(text),
      }),
      opening: t.string({
        nullable: true,
        description:
          'Title and beginning of the text, at most 300 characters, for `previewVoice`. Null like `text`.',
        resolve: (article) => article.text && openingOf(article),
      }),
      characters: t.int({
        nullable: true,
        description: 'Characters of title and text. Null like `text`.',
        resolve: ({ title, text }) => (text === null ? null : title.length + text.length),
      }),
      durationMs: t.float({
        nullable: true,
        description: 'How long reading it aloud takes, estimated, in milliseconds. Null like `text`.',
        resolve: ({ title, text }) => (text === null ? null : spokenMs(title.length + text.length)),
      }),
      isGiven: t.exposeBoolean('isGiven', {
        description: 'Whether the address that was looked at is that of this article.',
      }),
      isInSource: t.exposeBoolean('isInSource', {
        description: 'Whether a project would take it from `source` by itself.',
      }),
      problem: t.expose('problem', {
        type: ProblemType,
        nullable: true,
        description: 'Why it cannot be read, or not be voiced. Null when nothing is in the way.',
      }),
    }),
  });

const dateOf = (iso: string | null): Date | null => {
  const date = iso === null ? null : new Date(iso);
  return date && !Number.isNaN(date.getTime()) ? date : null;
};

const FirstLookType = builder
  .objectRef<SiteOnboarding>('FirstLook')
  .implement({
    description:
      'What is known of a site from one of its addresses: all that it takes to create a project for it.',
    fields: (t) => ({
      address: t.exposeString('address', { description: 'The address that was looked at, with its scheme.' }),
      site: t.expose('site', {
        type: 'URL',
        nullable: true,
        description: 'URL of the front page. Null when it is not known (yet).',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Name of the site. Null when it is not known (yet).',
      }),
      language: t.exposeString('language', {
        nullable: true,
        description:
          'Language, as a BCP 47 tag: as the site gives it, or of its texts where that is clearly wrong. Null when not known (yet).',
      }),
      feeds: t.expose('feeds', { type: [FeedType], description: 'Feeds of the site, best first.' }),
      sitemap: t.expose('sitemap', {
        type: 'URL',
        nullable: true,
        description: 'URL of the sitemap. Null when none was found (yet).',
      }),
      voice: t.expose('voice', {
        type: VoiceType,
        nullable: true,
        description:
          'A voice of the language that works on this server. Null when no voice speaks it, and while the site is not known.',
      }),
      source: t.expose('source', {
        type: SourceType,
        nullable: true,
        description: 'Source for a project. Null when it is not known (yet).',
      }),
      articles: t.expose('articles', {
        type: [ArticleType],
        complexity: { multiplier: 5 },
        description: 'The newest articles, at most five. The one whose address was given comes first.',
      }),
      problem: t.expose('problem', {
        type: ProblemType,
        nullable: true,
        description:
          'Why the site cannot be read. Null when nothing is in the way. What was found nevertheless is there.',
      }),
      done: t.exposeBoolean('done', { description: 'Whether nothing more follows. Always true in a query.' }),
    }),
  });

const url = 'Address of a site, of one of its articles or of a feed. `https://` may be left out.';
const terms =
  'Takes 15 seconds at most. Requires permission to create projects. The number of calls is limited.';
/** A dozen pages may have to be fetched. */
const complexity = 500;

builder.queryField('firstLook', (t) =>
  t.field({
    type: FirstLookType,
    complexity,
    description: `Finds out what a site is and how its newest articles would sound. ${terms}`,
    args: { url: t.arg.string({ description: url }) },
    resolve: (_, args, { app, actor, remoteAddress }) => inspectSite(app, actor, args.url, remoteAddress),
  }),
);

builder.subscriptionField('firstLook', (t) =>
  t.field({
    type: FirstLookType,
    complexity,
    description: `The same as the query, as it comes in: each event has all that is known by then, the last one is \`done\`. ${terms}`,
    args: { url: t.arg.string({ description: url }) },
    subscribe: (_, args, { app, actorNow, remoteAddress }) =>
      watchSite(app, actorNow, args.url, remoteAddress),
    resolve: (look) => look,
  }),
);
