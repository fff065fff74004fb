import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parseValue,
  valueFromASTUntyped,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { schema } from '../../server/schema.ts';
import type { Newsroom } from '../support/factories.ts';

export interface RootField {
  operation: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
  /** `Mutation.createArticle` */
  name: string;
}

/** Every field at which an operation can begin. */
export const rootFields: RootField[] = (['query', 'mutation', 'subscription'] as const).flatMap(
  (operation) => {
    const type = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }[operation]!;
    return Object.values(type.getFields()).map((field) => ({
      operation,
      field,
      name: `${type.name}.${field.name}`,
    }));
  },
);

const withResults = new Set(
  rootFields.filter(({ field }) => isUnionType(getNamedType(field.type))).map(({ field }) => field.name),
);

/** An error beside a field whose result holds all failures: its field does not list it. */
export const errorBesideResult = <E extends { path?: readonly (string | number)[] }>(
  errors: readonly E[],
): E | undefined => errors.find(({ path }) => path?.length === 1 && withResults.has(String(path[0])));

/** What only the values of arguments can say; the rest is made up from their types. */
export interface Values {
  /** By field (`Query.project`) or by argument (`project`), in this order. */
  ids: Record<string, string | number>;
  texts: Record<string, string>;
}

/** The same id for several fields and arguments. */
const of = (id: number, ...fields: string[]) => Object.fromEntries(fields.map((field) => [field, id]));

/** Ids of a project and of what is made in it. */
const contentIds = ({ project, article, source, rule, channel, playlist }: Newsroom): Values['ids'] => ({
  ...of(
    project.id,
    'Query.project',
    'Mutation.updateProject',
    'Mutation.deleteProject',
    'Mutation.cloneConfiguration',
    'project',
    'children',
  ),
  ...of(
    article.id,
    'Query.article',
    'Mutation.updateArticle',
    'Mutation.deleteArticle',
    'Mutation.restoreArticle',
    'Mutation.recrawlArticle',
    'Mutation.retryArticle',
    'Mutation.releaseArticle',
    'Mutation.revoiceArticle',
    'Subscription.article',
    'article',
    'articles',
  ),
  ...of(source.id, 'Mutation.updateSource', 'Mutation.pollSource', 'source'),
  ...of(
    rule.id,
    'Mutation.updateProcessingRule',
    'Mutation.deleteProcessingRule',
    'Mutation.restoreProcessingRule',
    'Mutation.moveProcessingRule',
  ),
  ...of(
    channel.id,
    'Query.channel',
    'Query.checkPlayerPage',
    'Mutation.updateChannel',
    'Mutation.deleteChannel',
    'Mutation.restoreChannel',
  ),
  ...of(
    playlist.id,
    'Query.playlist',
    'Mutation.updatePlaylist',
    'Mutation.deletePlaylist',
    'Mutation.restorePlaylist',
    'Subscription.playlist',
  ),
});

/** Ids of organizations, people and what belongs to them. */
const otherIds = ({
  project,
  organization,
  viewer,
  partnerToken,
  mail,
  deployment,
  adUnit,
  dictionary,
  entry,
  resounding,
  statisticsShare,
  webhookDelivery,
}: Newsroom): Values['ids'] => ({
  ...of(organization.id, 'Query.organization', 'Mutation.updateOrganization', 'organization'),
  ...of(viewer.id, 'user'),
  ...of(adUnit.id, 'unit'),
  ...of(adUnit.campaignId, 'Mutation.updateAdCampaign', 'campaign'),
  ...of(partnerToken.id, 'Mutation.revokePartnerToken'),
  ...of(mail.id, 'Mutation.retryEmail', 'Mutation.dismissEmail'),
  ...of(deployment.id, 'Query.deployment', 'Subscription.deployment'),
  ...of(
    dictionary.id,
    'Query.dictionary',
    'Mutation.updateDictionary',
    'Mutation.deleteDictionary',
    'Mutation.restoreDictionary',
    'Subscription.dictionary',
    'dictionary',
  ),
  ...of(
    entry.id,
    'Query.dictionaryEntry',
    'Mutation.updateDictionaryEntry',
    'Mutation.deleteDictionaryEntry',
    'Mutation.restoreDictionaryEntry',
    'entry',
    'entries',
  ),
  ...of(resounding.id, 'Query.revoicingJob', 'Mutation.stopRevoicingJob', 'Subscription.revoicingJob'),
  ...of(statisticsShare.id, 'Mutation.revokeStatisticsShare'),
  ...of(
    webhookDelivery.endpointId,
    'Mutation.updateWebhook',
    'Mutation.deleteWebhook',
    'Mutation.rotateWebhookSecret',
    'Mutation.testWebhook',
    'Mutation.replayWebhook',
  ),
  ...of(Number(webhookDelivery.id), 'Mutation.resendWebhookDelivery'),
  'Query.node': globalId('Project', project.id),
  ids: globalId('Project', project.id),
});

/** Values that name the things of a newsroom. */
export function valuesOf(room: Newsroom): Values {
  const { deployment, statisticsShare } = room;
  return {
    // By field before by argument.
    ids: { ...contentIds(room), ...otherIds(room) },
    texts: {
      report: 'PlaysByDay',
      period: 'LAST_7_DAYS',
      token: statisticsShare.token,
      voice: 'offline:en-US-Otto',
      voiceName: 'offline:en-US-Otto',
      voiceLanguage: 'en-US',
      language: 'en-US',
      channel: `skill-${deployment.id}`,
      email: 'nobody@example.com',
      emails: 'new@example.com',
      password: 'wrong password',
      // Refused at once, without a request.
      url: 'http://127.0.0.1:9/',
    },
  };
}

export const globalId = (type: string, id: number | string): string =>
  Buffer.from(`${type}:${id}`).toString('base64');

/**
 * Builds an operation that calls a root field with its required arguments and a minimal selection. A file is
 * the variable `file`.
 */
export function callOf({ operation, field, name }: RootField, values: Values): string {
  const given = field.args
    .filter(({ type }) => isNonNullType(type))
    .map((arg) => `${arg.name}: ${literal(arg.type, name, arg.name, values)}`);
  const variables = given.some((argument) => argument.includes('$file')) ? '($file: File!)' : '';
  return `${operation} ${variables} { ${field.name}${given.length ? `(${given.join(', ')})` : ''} ${selection(field.type)} }`;
}

/** What to ask of a field's value: as little as it can be. */
export function selection(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (isUnionType(named))
    return named.getTypes().length > 1 ? '{ __typename ... on Error { message } }' : '{ __typename }';
  return isObjectType(named) || 'getFields' in named ? '{ __typename }' : '';
}

/** What a root field takes as `input`, with all that it requires, as a variable. A file is left out. */
export function inputOf({ field, name }: RootField, values: Values): unknown {
  const input = field.args.find((arg) => arg.name === 'input');
  return input && sampleOf(input.type, name, 'input', values);
}

/**
 * A value of a type, with all that it requires. @param field at which the operation begins @param argument
 * that it is for
 */
export const sampleOf = (type: GraphQLInputType, field: string, argument: string, values: Values): unknown =>
  valueFromASTUntyped(parseValue(literal(type, field, argument, values)));

function literal(type: GraphQLInputType, field: string, argument: string, values: Values): string {
  if (isNonNullType(type)) return literal(type.ofType, field, argument, values);
  if (isListType(type)) return `[${literal(type.ofType, field, argument, values)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((input) => isNonNullType(input.type));
    return `{ ${required.map((input) => `${input.name}: ${literal(input.type, field, input.name, values)}`).join(', ')} }`;
  }
  switch (type.name) {
    case 'ID': {
      const id = values.ids[field] ?? values.ids[argument];
      if (id === undefined) throw new Error(`Which id does ${field} take as ${argument}?`);
      return JSON.stringify(String(id));
    }
    case 'File':
      return '$file';
    case 'Boolean':
      return 'true';
    case 'Int':
    case 'Float':
      return '1';
    case 'Date':
      return '"2026-11-20"';
    case 'DateTime':
      return '"2026-11-20T12:00:00Z"';
    default:
      return JSON.stringify(values.texts[argument] ?? 'A text.');
  }
}
