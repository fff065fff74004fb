import { describe, expect, test } from 'vitest';
import { anonymous, system, type Actor } from '../../server/kernel/actor.ts';
import {
  ConflictError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
} from '../../server/kernel/errors.ts';
import { ruleCatalogue } from '../../server/areas/library/rules/rule-catalogue.ts';
import { countMatches } from '../../server/areas/library/rules/count-matches.ts';
import { policy } from '../../server/areas/library/rules/policy.ts';
import {
  createRule,
  deleteRule,
  moveRule,
  readRule,
  replaceRules,
  updateRule,
} from '../../server/areas/library/rules/rules.ts';
import { restoreRule } from '../../server/areas/library/rules/restore-rule.ts';
import { loadRules } from '../../server/areas/library/rules/load-rules.ts';
import { actorOf } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { kernelMessages } from '../../server/kernel/messages.ts';

const server = useServer();
/** The server's, once it runs. */
const app = new Proxy({} as typeof server.app, {
  get: (_, part) => Reflect.get(server.app, part) as unknown,
});

interface World {
  actors: Record<string, Actor>;
  projectId: number;
  ruleId: number;
}

async function makeWorld({ features = ['audio-rules'], organized = true } = {}): Promise<World> {
  const { make } = server;
  const own = await make.organization({ features });
  const foreign = await make.organization();
  const owner = await make.user();
  const project = await make.project({ ownerId: owner.id, ...(organized && { organizationId: own.id }) });
  const other = await make.project({ organizationId: foreign.id });
  const granted = async (role: 'maintainer' | 'stats' | 'qa'): Promise<Actor> => {
    const user = await make.user();
    await make.grant(project.id, user.id, role);
    return actorOf(user);
  };
  const key = async (projectId: number, readOnly: boolean): Promise<Actor> => ({
    kind: 'key',
    projectId,
    readOnly,
    sourceId: (await make.apiKey(projectId, readOnly ? 'api_readonly' : 'api')).source.id,
  });
  const partner = (organizationId: number, readOnly: boolean): Actor => ({
    kind: 'partner',
    organizationId,
    readOnly,
    tokenId: 1,
    projectIds: null,
    callsPerMinute: null,
  });
  const first = await make.rule(project.id);
  await make.rule(project.id, { position: 1 });
  return {
    projectId: project.id,
    ruleId: first.id,
    actors: {
      anonymous,
      administrator: actorOf(await make.admin()),
      system,
      owner: actorOf(owner),
      maintainer: actorOf(await make.member(own.id, 'maintainer')),
      editor: actorOf(await make.member(own.id, 'editor')),
      viewer: actorOf(await make.member(own.id, 'viewer')),
      outsider: actorOf(await make.member(foreign.id, 'maintainer')),
      'project maintainer': await granted('maintainer'),
      'project stats': await granted('stats'),
      'project qa': await granted('qa'),
      partner: partner(own.id, false),
      'read-only partner': partner(own.id, true),
      "another organization's partner": partner(foreign.id, false),
      key: await key(project.id, false),
      'read-only key': await key(project.id, true),
      "another project's key": await key(other.id, false),
    },
  };
}

type Call = (actor: Actor, world: World) => Promise<unknown>;
const rule = (name: string) => ({
  name,
  predicates: [{ operator: 'always', subject: 'article', value: '' }],
  actions: [{ action: 'skip_text', values: [] }],
});

const calls: Record<keyof typeof policy, Call> = {
  readRule: (actor, { ruleId }) => readRule(app, actor, ruleId),
  countMatches: (actor, { projectId }) => countMatches(app, actor, projectId, rule('Any').predicates),
  createRule: (actor, { projectId }) => createRule(app, actor, { projectId, ...rule('New') }),
  updateRule: (actor, { ruleId }) => updateRule(app, actor, { id: ruleId, ...rule('Changed') }),
  deleteRule: (actor, { ruleId }) => deleteRule(app, actor, ruleId),
  // A caller who gets the error that it still exists has the right.
  restoreRule: (actor, { ruleId }) =>
    restoreRule(app, actor, ruleId).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
    }),
  moveRule: (actor, { ruleId }) => moveRule(app, actor, { id: ruleId, position: 1 }),
  replaceRules: (actor, { projectId }) => replaceRules(app, actor, { projectId, rules: [rule('Only')] }),
};

const reads = ['readRule', 'countMatches'];
const done = 'done';
const [unknown, refused] = [NotFoundError.name, NotAllowedError.name];

/** Results for callers who read, and for callers who write. */
const inOrganization: Record<string, [string, string]> = {
  anonymous: [NotSignedInError.name, NotSignedInError.name],
  administrator: [done, done],
  system: [done, done],
  owner: [unknown, unknown],
  maintainer: [done, done],
  editor: [done, done],
  viewer: [done, refused],
  outsider: [unknown, unknown],
  'project maintainer': [done, done],
  'project stats': [done, refused],
  'project qa': [done, refused],
  partner: [done, done],
  'read-only partner': [done, refused],
  "another organization's partner": [unknown, unknown],
  key: [done, refused],
  'read-only key': [done, refused],
  "another project's key": [unknown, unknown],
};

async function outcome(call: Call, actor: Actor, world: World): Promise<string> {
  try {
    await call(actor, world);
    return done;
  } catch (error) {
    return (error as Error).name;
  }
}

test.each(Object.entries(calls))('%s checks the permission of the policy', async (name, call) => {
  let world = await makeWorld();
  for (const who of Object.keys(world.actors)) {
    const found = await outcome(call, world.actors[who]!, world);
    expect([who, found]).toEqual([who, inOrganization[who]![reads.includes(name) ? 0 : 1]]);
    if (found === done && !reads.includes(name)) world = await makeWorld();
  }
});

test('a refused call changes nothing', async () => {
  const world = await makeWorld();
  const before = await loadRules(app.db.sql, world.projectId);
  for (const who of ['viewer', 'outsider', 'key', 'read-only partner']) {
    for (const call of Object.values(calls)) await outcome(call, world.actors[who]!, world);
  }
  expect(await loadRules(app.db.sql, world.projectId)).toEqual(before);
});

describe.each([
  ['an organization without the feature', 'editor', { features: [] as string[] }],
  ['a private project', 'owner', { organized: false }],
])('in %s', (_, who, options) => {
  const locked = kernelMessages.FEATURE_NOT_BOOKED();

  test.each(['createRule', 'updateRule', 'moveRule', 'replaceRules'] as const)(
    '%s is refused because the feature is not booked',
    async (name) => {
      const world = await makeWorld(options);
      await expect(calls[name](world.actors[who]!, world)).rejects.toThrow(new NotAllowedError(locked));
      await expect(calls[name](world.actors['administrator']!, world)).rejects.toThrow(
        new NotAllowedError(locked),
      );
    },
  );

  test('rules can still be read, sent back and deleted', async () => {
    const world = await makeWorld(options);
    const actor = world.actors[who]!;
    const [first, second] = await loadRules(app.db.sql, world.projectId);
    await updateRule(app, actor, first!);
    await moveRule(app, actor, { id: first!.id, position: 0 });
    await replaceRules(app, actor, { projectId: world.projectId, rules: [first!, second!] });
    await replaceRules(app, actor, { projectId: world.projectId, rules: [second!] });
    expect(await loadRules(app.db.sql, world.projectId)).toEqual([{ ...second!, position: 0 }]);
    await deleteRule(app, actor, second!.id);
    expect(await loadRules(app.db.sql, world.projectId)).toEqual([]);
  });
});

test('rules of a deleted project are not found', async () => {
  const world = await makeWorld();
  await app.db.prisma.project.update({ where: { id: world.projectId }, data: { deletedAt: new Date() } });
  for (const call of Object.values(calls))
    expect(await outcome(call, world.actors['administrator']!, world)).toBe(unknown);
});

test('every authenticated caller can read the catalog', async () => {
  const { actors } = await makeWorld();
  for (const [who, actor] of Object.entries(actors)) {
    if (who === 'anonymous') expect(() => ruleCatalogue(server.app, actor)).toThrow(NotSignedInError);
    else expect(ruleCatalogue(server.app, actor).templates).toHaveLength(8);
  }
});
