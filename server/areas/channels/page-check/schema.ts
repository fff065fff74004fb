import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { NoticeType, noticeOrNull } from '../../../graphql/notice-type.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { findingLevels, findingTopics, pageVerdicts, type PageFinding } from './findings.ts';
import { checkPage, type PageCheck } from './page-check.ts';

const TopicType = builder.enumType('PageFindingTopic', {
  description: "What a finding of a publisher's page is about.",
  values: findingTopics,
});

const LevelType = builder.enumType('PageFindingLevel', {
  description: 'What a finding means for readers, from nothing to worst.',
  values: findingLevels,
});

const VerdictType = builder.enumType('PageVerdict', {
  description: 'Whether a player finds its article on a page.',
  values: pageVerdicts,
});

const FindingType = builder
  .objectRef<PageFinding>('PageFinding')
  .implement({
    description: "Something that was found on a publisher's page.",
    fields: (t) => ({
      topic: t.expose('topic', { type: TopicType, description: 'What it is about.' }),
      level: t.expose('level', { type: LevelType, description: 'What it means for readers.' }),
      message: t.string({
        description: 'What was found, in an English sentence.',
        resolve: ({ found }) => found.message,
      }),
      code: t.string({ description: codeDescription, resolve: ({ found }) => found.code }),
      parameters: t.field({
        type: 'MessageParameters',
        description: parametersDescription,
        resolve: ({ found }) => found.parameters,
      }),
      advice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'What it means and what to do. Null if there is nothing to do.',
        resolve: ({ advice }) => noticeOrNull(advice),
      }),
    }),
  });

const CheckType = builder
  .objectRef<PageCheck>('CheckPlayerPageSuccess')
  .implement({
    description: 'The page has been checked.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'URL of the page, after redirects.' }),
      verdict: t.expose('verdict', {
        type: VerdictType,
        description: 'Whether the player finds its article: the worst of the findings.',
      }),
      findings: t.expose('findings', {
        type: [FindingType],
        description: 'What was found, in the order in which a player gets to an article.',
      }),
      article: t.field({
        type: ArticleType,
        nullable: true,
        description: 'The article that the player finds, public or not. Null if none.',
        resolve: ({ articleId }) => (articleId === null ? null : { id: articleId }),
      }),
    }),
  });

const InputType = builder.inputType('CheckPlayerPageInput', {
  description: 'A page, and the player to look for.',
  fields: (t) => ({
    channel: t.id({ description: 'Global ID or database ID of a channel that is a player.' }),
    url: t.string({ description: 'URL of the page. `https://` may be left out.' }),
  }),
});

builder.queryField('checkPlayerPage', (t) =>
  t.field({
    type: CheckType,
    complexity: 50,
    description:
      "Fetches a publisher's page and reports whether the channel's player would find its article, and why " +
      'not. Sees the HTML that the site sends, not what scripts add to it. Nothing is stored or generated. ' +
      "The number of calls is limited. Requires permission to change the project's settings.",
    args: { input: t.arg({ type: InputType, description: 'The page, and the player.' }) },
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { channel, url } }, { app, actor, remoteAddress }) =>
      checkPage(app, actor, { channelId: databaseId('Channel', channel), url }, remoteAddress),
  }),
);
