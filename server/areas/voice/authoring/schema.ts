import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ArticleStatusType, ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { quoteArticle, type ArticleQuote, type QuotedRuling } from './quote-article.ts';
import { quoteChange, type ChangeQuote } from './quote-change.ts';
import { readPage, type PageArticle } from './read-page.ts';
import { suggestLabels } from './suggest-labels.ts';

const QuotedRulingType = builder
  .objectRef<QuotedRuling>('QuotedRuling')
  .implement({
    description: 'A rule that keeps an article from being voiced.',
    fields: (t) => ({
      status: t.expose('status', {
        type: ArticleStatusType,
        description:
          'Status that the article would get: rejected, waiting until someone releases it, errored, or ready without audio.',
      }),
      rule: t.exposeString('rule', { description: 'Name of the rule.' }),
    }),
  });

const ArticleQuoteType = builder
  .objectRef<ArticleQuote>('ArticleQuote')
  .implement({
    description:
      'Length and cost of an article before it is voiced. Sentences that were voiced before cost nothing.',
    fields: (t) => ({
      characters: t.exposeInt('characters', {
        description:
          'Number of characters to voice, at most: those that are spoken, after rules and normalization.',
      }),
      charactersCharged: t.exposeInt('charged', {
        description: 'Characters that voicing it takes from the balance and the daily limit, at most.',
      }),
      durationMs: t.exposeFloat('durationMs', {
        description:
          "Approximate length of the audio in milliseconds, judged by the project's latest articles.",
      }),
      cost: t.exposeFloat('cost', { description: "Cost in EUR, at most, with the project's voice." }),
      isEstimate: t.exposeBoolean('isEstimate', {
        description:
          'Whether a language model spells out the text before it is voiced, so that the real number may be higher or lower. The model is not ' +
          'asked for a quote.',
      }),
      charactersLeftToday: t.exposeInt('leftToday', {
        nullable: true,
        description: 'Characters left of the daily limit today (UTC). Null if the project has no limit.',
      }),
      ruling: t.expose('ruling', {
        type: QuotedRulingType,
        nullable: true,
        description:
          'What a rule would do instead of having the article voiced. Null if none would. The numbers are 0 then, unless the article is only ' +
          'held: they tell what its release would cost.',
      }),
    }),
  });

builder.prismaObjectFields(ProjectType, (t) => ({
  articleQuote: t.field({
    type: ArticleQuoteType,
    complexity: 50,
    description: 'Length and cost of an article before it is voiced. Requires write access to the project.',
    args: {
      title: t.arg.string({ description: 'Title of the article.' }),
      text: t.arg.string({ description: 'Text of the article.' }),
      url: t.arg.string({
        required: false,
        description: 'URL of the article, for rules that look at it. One that is incomplete is ignored.',
      }),
      labels: t.arg.stringList({
        required: false,
        description: 'Labels of the article, for rules that look at them.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, input, { app, actor }) => quoteArticle(app, actor, { ...input, projectId: id }),
  }),
  labels: t.stringList({
    complexity: 50,
    description: 'Labels of the newest articles, most used first; at most 20.',
    args: { search: t.arg.string({ required: false, description: 'Only labels that contain this text.' }) },
    select: { id: true },
    resolve: ({ id }, { search }, { app, actor }) =>
      suggestLabels(app, actor, { projectId: id, search: search ?? '' }),
  }),
}));

const VoiceChangeType = builder
  .objectRef<NonNullable<ChangeQuote['voiceChange']>>('VoiceChange')
  .implement({
    description: 'An article that is heard in one voice, and would be voiced in another.',
    fields: (t) => ({
      before: t.exposeString('before', { description: 'Label of the voice that it is heard in.' }),
      after: t.exposeString('after', { description: 'Label of the voice that it would be voiced in.' }),
    }),
  });

const ArticleChangeQuoteType = builder
  .objectRef<ChangeQuote>('ArticleChangeQuote')
  .implement({
    description: 'What saving a changed article would have voiced, before it is saved.',
    fields: (t) => ({
      sentences: t.exposeInt('sentences', {
        description: 'Number of sentences, the title included, that would be voiced.',
      }),
      sentencesUnedited: t.exposeInt('unedited', {
        description:
          'How many of them are heard already as they are written, and would be voiced again only because the voice, its settings or the ' +
          'dictionaries have changed since.',
      }),
      characters: t.exposeInt('characters', {
        description: 'Number of characters to voice: those that are spoken, after rules and normalization.',
      }),
      charactersCharged: t.exposeInt('charged', {
        description: 'Characters that this takes from the balance and the daily limit.',
      }),
      charactersReused: t.exposeInt('reused', {
        description: 'Characters that have been voiced already and cost nothing.',
      }),
      cost: t.exposeFloat('cost', { description: 'Cost in EUR, with the voices that would be used.' }),
      isEstimate: t.exposeBoolean('isEstimate', {
        description:
          'Whether a language model has yet to spell out some of the text, so that the real number may be higher or lower. The model is not ' +
          'asked for a quote.',
      }),
      charactersLeftToday: t.exposeInt('leftToday', {
        nullable: true,
        description: 'Characters left of the daily limit today (UTC). Null if the project has no limit.',
      }),
      ruling: t.expose('ruling', {
        type: QuotedRulingType,
        nullable: true,
        description: 'What a rule would do instead of having the article voiced. Null if none would.',
      }),
      voiceChange: t.expose('voiceChange', {
        type: VoiceChangeType,
        nullable: true,
        description:
          'The voice that sentences are heard in although they would be voiced in another now. Null if there are none.',
      }),
    }),
  });

builder.prismaObjectFields(ArticleType, (t) => ({
  changeQuote: t.field({
    type: ArticleChangeQuoteType,
    nullable: true,
    complexity: 50,
    description:
      'What saving the article with this title and text would have voiced. Null where that cannot be told, as with a voice tag that is half ' +
      'written. Requires write access to the project.',
    args: {
      title: t.arg.string({ description: 'Title of the article.' }),
      text: t.arg.string({ description: 'Text of the article.' }),
      url: t.arg.string({
        required: false,
        description: 'URL of the article, for rules that look at it. One that is incomplete is ignored.',
      }),
      labels: t.arg.stringList({
        required: false,
        description: 'Labels of the article, for rules that look at them.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, input, { app, actor }) => quoteChange(app, actor, { ...input, id }),
  }),
}));

const PageArticleType = builder
  .objectRef<PageArticle>('PageArticle')
  .implement({
    description: 'The article that a page holds, as the project reads it.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'URL that was asked for.' }),
      title: t.exposeString('title', { description: 'Title. Empty if the page has none.' }),
      text: t.exposeString('text', { description: 'Text, with blank lines between paragraphs.' }),
      publishedAt: t.expose('publishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was published. Null if the page does not say.',
      }),
      confidence: t.exposeFloat('confidence', {
        description:
          'How confident Parlance is that the text is the complete article and nothing else, from 0 to 1.',
      }),
    }),
  });

const ReadPageInputType = builder.inputType('ReadPageInput', {
  description: 'A page, and the project whose rules it is read with.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project.' }),
    url: t.field({ type: 'URL', description: 'URL of the page.' }),
  }),
});

const ReadPageSuccessType = builder
  .objectRef<{ page: PageArticle }>('ReadPageSuccess')
  .implement({
    description: 'The page has been read.',
    fields: (t) => ({
      page: t.expose('page', { type: PageArticleType, description: 'What the page says.' }),
    }),
  });

builder.queryField('readPage', (t) =>
  t.field({
    type: ReadPageSuccessType,
    complexity: 50,
    description:
      'Reads a page as the project would, so that its article can be edited before it is added. Nothing is stored. Requires write access ' +
      'to the project.',
    args: { input: t.arg({ type: ReadPageInputType, description: 'The page, and the project.' }) },
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { project, url } }, { app, actor }) => ({
      page: await readPage(app, actor, { projectId: databaseId('Project', project), url }),
    }),
  }),
);
