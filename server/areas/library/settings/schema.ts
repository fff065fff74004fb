import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { settingFields, settingsObject } from '../../../graphql/expose-settings.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import type { NamedGroup } from '../../../kernel/settings.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { ImageType } from '../sounds/types.ts';
import { coversByTag } from './cover.ts';
import { general } from './groups/general-settings.ts';
import { projectSettings } from './groups/project-settings.ts';
import { reports, reportSettings } from './groups/report-settings.ts';
import { sound } from './groups/sound-settings.ts';
import {
  ExtractorIpType,
  ExtractorRuleInputType,
  ExtractorRuleType,
  ruleOf,
  RuleEffectType,
  PageParagraphType,
  UrlReplacementInputType,
  UrlReplacementType,
} from './types.ts';
import { tryExtraction, type ExtractionTrial } from './try-extraction.ts';
import { readExtractorRules } from './extractor-rules.ts';
import { listExtractorIps, readUrlReplacements, tryUrlReplacements } from './url-replacements.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';

refetchable(ExtractorRuleType, ({ app, actor }, ids, query) => readExtractorRules(app, actor, ids, query));
refetchable(UrlReplacementType, ({ app, actor }, ids, query) => readUrlReplacements(app, actor, ids, query));

const inOrder: { orderBy: { position?: 'asc'; id?: 'asc' }[] } = {
  orderBy: [{ position: 'asc' }, { id: 'asc' }],
};

const byTag = ({ tag }: { tag: string }): string => tag;

const groups = [...projectSettings.groups, ...reportSettings.groups].filter(
  (group): group is NamedGroup => group.place !== undefined,
);
const groupTypes = Object.fromEntries(
  groups.map((group) => [group.place.name, settingsObject('Project', group)]),
);

builder.prismaObjectFields(ProjectType, (t) => ({
  ...settingFields(t, general.settings),
  ...Object.fromEntries(
    groups.map(({ place: { name, description } }) => [name, t.variant(groupTypes[name]!, { description })]),
  ),
  extractorRules: t.relation('extractorRules', {
    description: 'Extractor rules, in the order in which they are applied.',
    query: inOrder,
  }),
  urlReplacements: t.relation('urlReplacements', {
    description: 'URL replacement rules, in the order in which they are applied.',
    query: inOrder,
  }),
}));

builder.prismaObjectField(groupTypes[reports.place.name]!, 'notice', (t) =>
  t.string({
    nullable: true,
    description:
      'Why no reports arrive although they are turned on, in a sentence to show beside the ' +
      'settings. Null if they do arrive.',
    resolve: (_, __, { app }) =>
      app.mail.outbox === null
        ? null
        : 'This server has no mail server (SMTP_URL): reports are written to its outbox and reach nobody.',
  }),
);

builder.prismaObjectField(groupTypes[sound.place.name]!, 'cover', (t) =>
  t.field({
    type: ImageType,
    nullable: true,
    description: "Cover image of the project's audio files. Null if there is none.",
    select: { cover: true },
    resolve: async ({ cover }, _, context) =>
      cover === null ? null : ((await loadBatched(context, coversByTag, byTag, cover))[0] ?? null),
  }),
);

builder.queryFields((t) => ({
  extractorIps: t.field({
    type: [ExtractorIpType],
    description:
      'IP addresses of the server that the caller can choose for fetching pages. Only ' +
      'administrators can choose.',
    resolve: (_, __, { app, actor }) => listExtractorIps(app, actor),
  }),
}));

const TryExtractionInputType = builder.inputType('TryExtractionInput', {
  description: 'A page, and the rules for reading it.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project.' }),
    url: t.field({ type: 'URL', description: 'URL of the page to try.' }),
    extractorRules: t.field({
      type: [ExtractorRuleInputType],
      required: false,
      description: "Extractor rules to try. They need not be saved. Defaults to the project's.",
    }),
    urlReplacements: t.field({
      type: [UrlReplacementInputType],
      required: false,
      description: "Replacement rules to try. They need not be saved. Defaults to the project's.",
    }),
    ipAddress: t.string({
      required: false,
      description: 'IP address to fetch the page from. Administrators only.',
    }),
  }),
});

const TryExtractionSuccessType = builder
  .objectRef<ExtractionTrial>('TryExtractionSuccess')
  .implement({
    description: 'The page has been read.',
    fields: (t) => ({
      url: t.expose('url', {
        type: 'URL',
        description: 'URL of the page, after replacement rules and redirects.',
      }),
      title: t.exposeString('title', {
        nullable: true,
        description: 'Title of the article. Null if there is no article.',
      }),
      text: t.exposeString('text', {
        nullable: true,
        description: 'Text of the article. Null if there is no article.',
      }),
      publishedAt: t.exposeString('publishedAt', {
        nullable: true,
        description:
          "When it was published, in ISO 8601 with the page's UTC offset, such as " +
          '`2026-05-04T09:30:00+02:00`. Null if the page does not say.',
      }),
      language: t.exposeString('language', {
        nullable: true,
        description: 'BCP 47 language tag. Null if it is unknown.',
      }),
      rules: t.expose('rules', {
        type: [RuleEffectType],
        description:
          'What each extractor rule did, in order. Empty if there are none, or the page could not be read at all.',
      }),
      paragraphs: t.expose('paragraphs', {
        type: [PageParagraphType],
        description:
          'Paragraphs of the page, in order, and whether they are in the article. Others are listed ' +
          'only if they have content. Empty if the page could not be read at all.',
      }),
      failure: t.string({
        nullable: true,
        description: 'Why no article was found on the page, in a sentence. Null if one was found.',
        resolve: ({ failure }) => failure?.message ?? null,
      }),
      failureNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `failure`, as a message.',
        resolve: ({ failure }) => noticeOrNull(failure),
      }),
    }),
  });

const TryUrlReplacementsInputType = builder.inputType('TryUrlReplacementsInput', {
  description: 'A URL, and the rules to apply.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project.' }),
    url: t.field({ type: 'URL', description: 'URL to try.' }),
    urlReplacements: t.field({
      type: [UrlReplacementInputType],
      description: 'Replacement rules to try. They need not be saved.',
    }),
  }),
});

const TryUrlReplacementsSuccessType = builder
  .objectRef<{ url: string }>('TryUrlReplacementsSuccess')
  .implement({
    description: 'The rules have been applied.',
    fields: (t) => ({ url: t.expose('url', { type: 'URL', description: 'Resulting URL.' }) }),
  });

builder.queryField('tryExtraction', (t) =>
  t.field({
    type: TryExtractionSuccessType,
    complexity: 50,
    description:
      'Reads a page with these rules as the project would, and reports what each of them did. ' +
      "Nothing is stored. Requires permission to change the project's settings.",
    args: { input: t.arg({ type: TryExtractionInputType, description: 'The page, and the rules.' }) },
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, extractorRules, ...input } }, { app, actor }) =>
      tryExtraction(app, actor, {
        ...input,
        projectId: databaseId('Project', project),
        extractorRules: extractorRules?.map(ruleOf),
      }),
  }),
);

builder.queryField('tryUrlReplacements', (t) =>
  t.field({
    type: TryUrlReplacementsSuccessType,
    complexity: 50,
    description:
      "Applies replacement rules to a URL. Nothing is stored. Requires permission to change the project's settings.",
    args: { input: t.arg({ type: TryUrlReplacementsInputType, description: 'The URL, and the rules.' }) },
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { project, url, urlReplacements } }, { app, actor }) => ({
      url: await tryUrlReplacements(app, actor, {
        projectId: databaseId('Project', project),
        url,
        rules: urlReplacements,
      }),
    }),
  }),
);
