import { parse, subscribe } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type Actor } from '../../server/kernel/actor.ts';
import type { Context } from '../../server/graphql/context.ts';
import { schema } from '../../server/schema.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { callOf, rootFields, valuesOf, type RootField } from './calls.ts';

/**
 * Who may call a root field: `public` anybody; `credentials` whoever has shown any; `user` people, not programs; `admin`
 * administrators; `read` and `write` whoever may read or write the thing that is named.
 */
type Policy = 'public' | 'credentials' | 'user' | 'admin' | 'read' | 'write';

const policies: Record<string, Policy> = {
  'Query.viewer': 'public', // null for nobody: the sign-in page asks
  'Query.timezones': 'public',
  'Query.projects': 'credentials',
  'Query.voices': 'credentials',
  'Query.providers': 'admin',
  'Query.extractorIps': 'credentials',
  'Query.voicesConnection': 'credentials',
  'Query.search': 'credentials',
  'Query.node': 'read',
  'Query.nodes': 'read',
  'Query.project': 'read',
  'Query.article': 'read',
  'Query.organization': 'read',
  'Mutation.signIn': 'public',
  'Mutation.signOut': 'public',
  'Mutation.updateUser': 'user',
  'Mutation.signOutEverywhere': 'user',
  'Mutation.changePassword': 'user',
  'Mutation.changeUserRole': 'admin',
  'Query.organizations': 'admin',
  'Query.users': 'admin',
  'Query.platformFeatures': 'admin',
  'Query.administrationLog': 'admin',
  'Mutation.setOrganizationFeatures': 'admin',
  'Mutation.setProjectFeatures': 'admin',
  'Mutation.setPlatformFeatures': 'admin',
  'Mutation.grantBalance': 'admin',
  'Mutation.setVerified': 'admin',
  'Mutation.setProjectRole': 'admin',
  'Mutation.changeMemberRole': 'write',
  'Mutation.excludeMember': 'write',
  'Mutation.createPartnerToken': 'write',
  'Mutation.revokePartnerToken': 'write',
  'Mutation.setFavoriteVoice': 'user',
  'Mutation.previewNormalization': 'write',
  'Mutation.previewVoice': 'user', // or a program that may write: a service is paid
  'Mutation.requestHighRes': 'read',
  'Mutation.readPage': 'write',
  'Mutation.makeTeasers': 'write',
  'Mutation.createProject': 'user',
  'Mutation.updateProject': 'write',
  'Mutation.updateProjectReports': 'write',
  'Mutation.rotateSecurityKey': 'write', // maintainers only
  'Mutation.cloneConfiguration': 'write',
  'Mutation.tryExtraction': 'write',
  'Mutation.tryUrlReplacements': 'write',
  'Mutation.deleteProject': 'write',
  'Mutation.createSource': 'write',
  'Mutation.updateSource': 'write',
  'Mutation.refreshApiKey': 'write',
  'Mutation.pollSource': 'write',
  'Mutation.createArticle': 'write',
  'Mutation.updateArticle': 'write',
  'Mutation.deleteArticle': 'write',
  'Mutation.recrawlArticle': 'write',
  'Mutation.retryArticle': 'write',
  'Mutation.releaseArticle': 'write',
  'Mutation.revoiceArticle': 'write',
  'Mutation.deleteArticles': 'write',
  'Mutation.revoiceArticles': 'write',
  'Mutation.labelArticles': 'write',
  'Mutation.uploadSound': 'write',
  'Mutation.deleteSound': 'write',
  'Mutation.previewChannel': 'write',
  'Mutation.uploadImage': 'user', // or a program that may write
  'Query.ruleCatalogue': 'credentials',
  'Mutation.createProcessingRule': 'write',
  'Mutation.updateProcessingRule': 'write',
  'Mutation.deleteProcessingRule': 'write',
  'Mutation.moveProcessingRule': 'write',
  'Mutation.replaceProcessingRules': 'write',
  'Mutation.unlinkAmazonAccount': 'write',
  'Query.channel': 'read',
  'Mutation.createChannel': 'write',
  'Mutation.updateChannel': 'write',
  'Mutation.deleteChannel': 'write',
  'Subscription.projectChannels': 'read',
  'Mutation.updateOrganization': 'write',
  'Query.deployment': 'read',
  'Mutation.createDeployment': 'write',
  'Subscription.deployment': 'read',
  'Query.playlist': 'read',
  'Mutation.createPlaylist': 'write',
  'Mutation.updatePlaylist': 'write',
  'Mutation.deletePlaylist': 'write',
  'Mutation.processPlaylistAudio': 'write',
  'Mutation.previewPlaylistText': 'write',
  'Subscription.playlistStatus': 'read',
  'Mutation.createAdUnit': 'write',
  'Mutation.deleteAdUnit': 'write',
  'Mutation.updateAdCampaign': 'write',
  'Subscription.projectArticles': 'read',
  'Subscription.article': 'read',
  'Query.firstLook': 'user', // or a program that may create projects
  'Subscription.firstLook': 'user',
};

/** What a call came to: the type of a mutation's answer, the code of an error, `null` where the field is null, or `data`. */
type Outcome = string;

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

async function outcome(root: RootField, actor: Actor, token?: string): Promise<Outcome> {
  const document = callOf(root, valuesOf(room));
  if (root.operation === 'subscription') return subscriptionOutcome(document, actor);
  const { data, errors } = document.includes('$file')
    ? await server.upload(document, {}, new File(['text'], 'sound.mp3'), token)
    : await server.graphql(document, {}, token);
  if (errors) return String(errors[0]!.extensions?.['code'] ?? errors[0]!.message);
  const value = data![root.field.name];
  if (value === null || (Array.isArray(value) && value.every((item) => item === null) && value.length > 0)) return 'null';
  return root.operation === 'mutation' ? value.__typename : 'data';
}

async function subscriptionOutcome(document: string, actor: Actor): Promise<Outcome> {
  const contextValue: Context = { app: server.app, actor, actorNow: async () => actor, remoteAddress: '' };
  const result = await subscribe({ schema, document: parse(document), contextValue });
  if ('errors' in result) return result.errors![0]!.originalError?.name ?? result.errors![0]!.message;
  const events = result as AsyncGenerator<{ errors?: readonly { originalError?: Error | undefined }[] }>;
  // The first event says how things stand; one that may not be seen ends before it.
  const { value, done } = await events.next();
  await events.return(undefined);
  return value?.errors?.[0]?.originalError?.name ?? (done ? 'null' : 'data');
}

const refusedSignIn = ['UNAUTHENTICATED', 'NotSignedInError', 'null'];
const unknown = ['NOT_FOUND', 'NotFoundError', 'null'];
const refused = ['FORBIDDEN', 'NotAllowedError'];

test('every root field has a policy, and every policy a field', () => {
  expect(Object.keys(policies).sort()).toEqual(rootFields.map(({ name }) => name).sort());
});

describe.each(rootFields.map((root) => [root.name, root] as const))('%s', (name, root) => {
  const policy = policies[name]!;

  test(`${policy}: nobody`, async () => {
    const result = await outcome(root, anonymous);
    if (policy === 'public') expect(['UNAUTHENTICATED', 'null', 'data', 'SignOutSuccess', 'NotSignedInError']).toContain(result);
    else expect(refusedSignIn).toContain(result);
  });

  test(`${policy}: somebody of another organization`, async () => {
    const result = await outcome(root, actorOf(room.outsider), await server.signIn(room.outsider));
    if (policy === 'read' || policy === 'write') expect(unknown).toContain(result);
    if (policy === 'admin') expect(refused).toContain(result);
    if (policy === 'credentials' || policy === 'user') expect([...unknown, ...refused, 'UNAUTHENTICATED']).not.toContain(result);
  });

  test(`${policy}: a viewer of the organization`, async () => {
    const result = await outcome(root, actorOf(room.viewer), await server.signIn(room.viewer));
    if (policy === 'read') expect(result).toMatch(/^data$|Success$/);
    if (policy === 'write') expect(refused).toContain(result);
  });

  test(`${policy}: a maintainer of the organization`, async () => {
    const result = await outcome(root, actorOf(room.maintainer), await server.signIn(room.maintainer));
    if (policy === 'read') expect(result).toMatch(/^data$|Success$/);
    if (policy === 'write') expect([...refusedSignIn, ...unknown, ...refused]).not.toContain(result);
  });

  test(`${policy}: a program`, async () => {
    const { apiKey, source } = await server.make.apiKey(room.project.id, 'api_readonly');
    const key: Actor = { kind: 'key', projectId: room.project.id, readOnly: true, sourceId: source.id };
    const result = await outcome(root, key, apiKey);
    if (policy === 'user' || policy === 'admin' || policy === 'write') expect(refused).toContain(result);
    if (policy === 'read' && name !== 'Query.organization') expect(result).toMatch(/^data$|Success$/);
  });
});
