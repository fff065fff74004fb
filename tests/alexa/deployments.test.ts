import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Tables } from '../../prisma/generated/tables.ts';
import { deploySkill } from '../../server/areas/channels/deployments/deploy-skill.ts';
import {
  createDeployment,
  readDeployment,
  watchDeployment,
} from '../../server/areas/channels/deployments/deployments.ts';
import { purposeOf, sealedTokens } from '../../server/areas/projects/amazon/linked-account.ts';
import type { Wait } from '../../server/areas/projects/amazon/smapi.ts';
import { createLogger } from '../../server/lib/logger.ts';
import type { App } from '../../server/kernel/app.ts';
import { deaths, type Death } from '../pipeline/mortal.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { useServer } from '../support/server.ts';
import { useAmazon } from './amazon-server.ts';

const { amazon, env } = useAmazon();
const server = useServer({ env });
// Amazon refuses to reach a server by http.
beforeAll(() => void (server.app.config.publicUrl = 'https://parlance.example'));
const context = { signal: new AbortController().signal, log: createLogger('silent') };
const creating = /^\/v1\/skills$/;

/** A clock on which nothing takes long: it says what was waited for. */
function quickly(waited: number[] = []): Wait {
  return async (ms) => void waited.push(ms);
}

interface Room extends Newsroom {
  slug: string;
  channelId: number;
}

async function room(): Promise<Room> {
  const made = await server.make.newsroom();
  const { id, slug } = await server.app.db.prisma.channel.create({
    data: {
      projectId: made.project.id,
      type: 'alexaSkill',
      slug: `daily-${made.project.id}`,
      settings: { name: 'Daily Example', category: 'NEWS' },
    },
  });
  await link(made.organization.id);
  return { ...made, slug, channelId: id };
}

async function link(organizationId: number, vendorId = 'M2VENDOR'): Promise<void> {
  const { access, refresh } = amazon.issue();
  const tokens = sealedTokens(
    server.app,
    { access, refresh, accessEndsAt: new Date(Date.now() + 3_600_000) },
    purposeOf(organizationId),
  );
  const account = {
    organizationId,
    amazonUserId: 'amzn1.account.ADA',
    name: 'Ada Developer',
    vendorId,
    ...tokens,
  };
  await server.app.db.prisma.amazonAccount.upsert({
    where: { organizationId },
    create: account,
    update: { ...account, state: 'linked' },
  });
}

const begin = async ({ maintainer, slug }: Room): Promise<number> =>
  (await createDeployment(server.app, actorOf(maintainer), slug)).id;
const read = (made: Room, id: number) => readDeployment(server.app, actorOf(made.viewer), id);

async function deploy(made: Room, wait = quickly()) {
  const id = await begin(made);
  await deploySkill(server.app, { deploymentId: id }, context, wait);
  return read(made, id);
}

const failed = (words: string) => ({ status: 'failed', description: expect.stringContaining(words) });

test('a channel becomes a skill with a valid manifest and a model per language, and is updated later', async () => {
  const made = await room();
  expect(await deploy(made)).toMatchObject({
    status: 'finished',
    step: 'done',
    description: expect.stringContaining('developer console'),
  });
  const [skill] = amazon.skills.values();
  expect([...skill!.models.keys()]).toEqual(['en-US', 'en-GB', 'de-DE', 'fr-FR']);
  expect(skill!.manifest.value).toMatchObject({
    apis: { custom: { endpoint: { uri: `https://parlance.example/alexa/${made.slug}` } } },
    publishingInformation: { locales: { 'de-DE': { name: 'Daily Example' } }, category: 'NEWS' },
  });
  const said = (locale: string) =>
    (skill!.models.get(locale)!.value as { languageModel: { invocationName: string } }).languageModel
      .invocationName;
  expect(said('en-GB')).toBe('daily example');

  // What was added in Amazon's console stays there; what is ours follows the channel.
  const { manifest } = skill!;
  const information = manifest.value['publishingInformation'] as {
    locales: Record<string, Record<string, unknown>>;
    isAvailableWorldwide: boolean;
  };
  information.locales['en-US']!['smallIconUri'] = 'https://example.com/icon.png';
  information.isAvailableWorldwide = false;
  await server.app.db.prisma.channel.update({
    where: { id: made.channelId },
    data: { settings: { name: 'Zeitung 24', category: 'WEATHER' } },
  });
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
  expect(amazon.skills.size).toBe(1);
  expect(skill!.manifest.value).toMatchObject({
    publishingInformation: {
      category: 'WEATHER',
      isAvailableWorldwide: false,
      locales: { 'en-US': { name: 'Zeitung 24', smallIconUri: 'https://example.com/icon.png' } },
    },
  });
  expect(said('de-DE')).toBe('zeitung zwei vier');
  expect(amazon.count('POST', creating)).toBe(1);
});

test('a channel has one deployment at a time, regardless of how often it is requested', async () => {
  const made = await room();
  const ids = await Promise.all(Array.from({ length: 8 }, () => begin(made)));
  expect(new Set(ids).size).toBe(1);
  const jobs = await server.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'alexa-deployment'`);
  expect(jobs.rows).toHaveLength(1);
  await Promise.all(
    [1, 2, 3].map(() => deploySkill(server.app, { deploymentId: ids[0]! }, context, quickly())),
  );
  expect(amazon.skills.size).toBe(1);
  expect(amazon.count('POST', creating)).toBe(1);
  expect(await read(made, ids[0]!)).toMatchObject({ status: 'finished' });
  expect(await begin(made)).not.toBe(ids[0]);
});

test('deployment requires permission, a linked account, the feature and a skill channel', async () => {
  const made = await room();
  const { prisma } = server.app.db;
  const tried = (actor = actorOf(made.maintainer), slug = made.slug) =>
    createDeployment(server.app, actor, slug);
  await expect(tried(actorOf(made.viewer))).rejects.toThrow('permission');
  await expect(tried(actorOf(made.outsider))).rejects.toThrow('This channel does not exist.');
  await expect(tried(undefined, 'nothing')).rejects.toThrow('This channel does not exist.');
  const feed = await prisma.channel.create({
    data: { projectId: made.project.id, type: 'json', slug: 'feed' },
  });
  await expect(tried(undefined, feed.slug)).rejects.toThrow('Only Alexa skills');
  await prisma.amazonAccount.updateMany({ data: { state: 'revoked' } });
  await expect(tried()).rejects.toThrow('Connect the account again');
  await prisma.amazonAccount.deleteMany();
  await expect(tried()).rejects.toThrow('Connect an Alexa developer account first.');
  await link(made.organization.id);
  await prisma.channel.update({ where: { slug: made.slug }, data: { deletedAt: new Date() } });
  await expect(tried()).rejects.toThrow('This channel does not exist.');
  await prisma.channel.update({ where: { slug: made.slug }, data: { deletedAt: null } });
  await prisma.organization.update({ where: { id: made.organization.id }, data: { features: [] } });
  await expect(tried()).rejects.toThrow('not enabled');
  expect(await prisma.deployment.count({ where: { channelId: made.channelId } })).toBe(0);
});

test('REST and GraphQL start and read a deployment', async () => {
  const made = await room();
  const base = server.url;
  const call = async (method: string, path: string, body?: object, user = made.maintainer) => {
    const headers = {
      authorization: `Bearer ${await server.signIn(user)}`,
      'content-type': 'application/json',
    };
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  };
  const { body } = await call('POST', '/api/deployments', { channel: made.slug, type: 'alexa' });
  const id = body['id'] as number;
  expect(await call('GET', `/api/deployments/${id}`)).toMatchObject({
    status: 200,
    body: { deployment: { status: 'starting', description: 'Deployment is waiting to start' } },
  });
  expect((await call('GET', `/api/deployments/${id}`, undefined, made.outsider)).status).toBe(404);
  expect((await call('POST', '/api/deployments', { channel: made.slug, type: 'google' })).body).toMatchObject(
    { result: 'fail', errors: { '[type]': ['Must be alexa.'] } },
  );
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  const query = `{ deployment(id: ${id}) { databaseId status description } }`;
  const answer = await call('POST', '/graphql', { query }, made.viewer);
  expect(answer.body['data'].deployment).toMatchObject({ databaseId: id, status: 'FINISHED' });
});

test('a subscription reports each step and completes when the deployment ends', async () => {
  const made = await room();
  const id = await begin(made);
  const heard: string[] = [];
  const watching = (async () => {
    for await (const { status, description } of await watchDeployment(
      server.app,
      async () => actorOf(made.viewer),
      id,
    ))
      heard.push(`${status}: ${description}`);
  })();
  await expect.poll(() => heard).toHaveLength(1);
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  await watching;
  expect(heard[0]).toBe('starting: Deployment is waiting to start');
  expect(heard.at(-1)).toMatch(/^finished: /);
  expect(heard).toEqual([...new Set(heard)]);
});

test.each([
  ['manifestOutcome', 'Amazon rejected the skill. Amazon says: “The icon is missing.”'],
  ['modelOutcome', 'Amazon rejected the language English (US). Amazon says: “The icon is missing.”'],
] as const)('a later rejection by Amazon is reported in its words: %s', async (which, words) => {
  const made = await room();
  amazon[which] = { status: 'FAILED', errors: [{ code: 'INVALID', message: 'The icon is missing.' }] };
  expect(await deploy(made)).toMatchObject(failed(words));
  amazon[which] = { status: 'SUCCEEDED' };
  await server.app.db.prisma.channel.update({
    where: { id: made.channelId },
    data: { settings: { name: 'Another Name', category: 'NEWS' } },
  });
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
  expect(amazon.skills.size).toBe(1);
});

test('an immediate rejection by Amazon is reported in its words and ours', async () => {
  const made = await room();
  const { prisma } = server.app.db;
  await prisma.channel.update({
    where: { id: made.channelId },
    data: { settings: { name: 'Daily', category: 'NO SUCH' } },
  });
  expect(await deploy(made)).toMatchObject(
    failed('Amazon refused the skill (HTTP 400). Amazon says: “publishingInformation.category:'),
  );
  await prisma.channel.update({
    where: { id: made.channelId },
    data: { settings: { name: '***', category: 'NEWS' } },
  });
  expect(await deploy(made)).toMatchObject(failed('doesn’t understand any word in the skill’s name'));
  amazon.faults = [{ path: creating, status: 403, body: { message: 'User is not authorised.' } }];
  await prisma.channel.update({
    where: { id: made.channelId },
    data: { settings: { name: 'Daily', category: 'NEWS' } },
  });
  expect(await deploy(made)).toMatchObject(
    failed('needs an Alexa developer account. Amazon says: “User is not authorised.”'),
  );
  amazon.faults = [];
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
  expect(amazon.skills.size).toBe(1);
});

test('a revoked link ends the deployment with an error; expired tokens are refreshed', async () => {
  const made = await room();
  amazon.withdraw();
  expect(await deploy(made)).toMatchObject(failed('Connect the account again'));
  await link(made.organization.id);
  amazon.endAccessTokens();
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
});

test('a throttled deployment waits as long as Amazon asks, or with growing delays', async () => {
  const made = await room();
  const waited: number[] = [];
  amazon.faults = [
    {
      method: 'POST',
      path: creating,
      times: 2,
      status: 429,
      headers: { 'retry-after': '7' },
      body: { message: 'Too Many Requests' },
    },
    { method: 'PUT', path: /interactionModel/, times: 3, status: 429 },
  ];
  expect(await deploy(made, quickly(waited))).toMatchObject({ status: 'finished' });
  expect(waited.filter((ms) => ms === 7_000)).toHaveLength(2);
  expect(waited.join()).toContain('1000,2000,4000');
  expect(amazon.skills.size).toBe(1);
});

test('polling delays grow up to 15 seconds', async () => {
  const made = await room();
  const waited: number[] = [];
  amazon.polls = 7;
  expect(await deploy(made, quickly(waited))).toMatchObject({ status: 'finished' });
  expect(waited.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
});

test('a deployment is retried while Amazon is unavailable, and fails after an hour', async () => {
  const made = await room();
  amazon.faults = [{ path: /^\/v1/, status: 503, body: { message: 'Service Unavailable' } }];
  const id = await begin(made);
  const { prisma } = server.app.db;
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  expect(await read(made, id)).toMatchObject({
    status: 'starting',
    description: expect.stringContaining('Retrying.'),
  });
  const { rows } = await server.app.db.pool.query(
    `SELECT 1 FROM pgboss.job WHERE name = 'alexa-deployment' AND start_after > now() + interval '20 seconds'`,
  );
  expect(rows).toHaveLength(1);
  await prisma.deployment.update({ where: { id }, data: { createdAt: new Date(Date.now() - 3_700_000) } });
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  expect(await read(made, id)).toMatchObject(failed('within an hour'));
});

test('a lost response creates no second skill, even if Amazon does not list the first one yet', async () => {
  const made = await room();
  amazon.faults = [{ method: 'POST', path: creating, times: 1, status: 500, afterwards: true }];
  amazon.hideNewSkills = true;
  const id = await begin(made);
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  let looks = 0;
  const wait: Wait = async () => {
    looks += 1;
    if (looks === 3) amazon.hideNewSkills = false;
  };
  await deploySkill(server.app, { deploymentId: id }, context, wait);
  expect(await read(made, id)).toMatchObject({ status: 'finished' });
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(amazon.skills.size).toBe(1);
  expect(amazon.count('POST', creating)).toBe(1);
});

test.each([
  ['ahead', 180_000],
  ['behind', -180_000],
])('a clock that is minutes %s creates no second skill', async (_, off) => {
  const made = await room();
  amazon.faults = [{ method: 'POST', path: creating, times: 1, status: 500, afterwards: true }];
  amazon.hideNewSkills = true;
  const id = await begin(made);
  await deploySkill(server.app, { deploymentId: id }, context, quickly());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const wait: Wait = async () => {
    looks += 1;
    if (looks === 3) amazon.hideNewSkills = false;
  };
  await deploySkill(server.app, { deploymentId: id }, context, wait);
  expect(await read(made, id)).toMatchObject({ status: 'finished' });
  expect([amazon.skills.size, amazon.count('POST', creating)]).toEqual([1, 1]);
});

test('a skill deleted at Amazon is created again; another developer account gets its own', async () => {
  const made = await room();
  await deploy(made);
  amazon.skills.clear();
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
  expect(amazon.skills.size).toBe(1);
  amazon.vendors.push({ id: 'M3OTHER', name: 'Other', roles: [] });
  await link(made.organization.id, 'M3OTHER');
  expect(await deploy(made)).toMatchObject({ status: 'finished' });
  expect([...amazon.skills.values()].map(({ vendorId }) => vendorId)).toEqual(['M2VENDOR', 'M3OTHER']);
  expect(await server.app.db.prisma.alexaSkill.count()).toBe(2);
});

test('a deployment that lost its job is found and enqueued again', async () => {
  const made = await room();
  const id = await begin(made);
  const { pool, prisma } = server.app.db;
  // The newsroom's own deployment was made with the first test of the file.
  await prisma.deployment.updateMany({ data: { modifiedAt: new Date() } });
  expect(await sweep(server.app)).toMatchObject({ deployments: 0 });
  await pool.query('DELETE FROM pgboss.job');
  await prisma.deployment.update({ where: { id }, data: { modifiedAt: new Date(Date.now() - 60_000) } });
  expect(await sweep(server.app)).toMatchObject({ deployments: 1 });
  expect(await sweep(server.app)).toMatchObject({ deployments: 0 });
});

/**
 * A process that dies at its nth statement, or when it waits for the nth time: before it or right after. From
 * then on nothing comes back to it and nothing leaves it, as after SIGKILL.
 */
function mortal(app: App, dieAt: number, when: Death): { app: App; died: Promise<void> } {
  let step = 0;
  let dead = false;
  let die!: () => void;
  const died = new Promise<void>((resolve) => (die = resolve));
  const never = new Promise<never>(() => {});
  const perish = () => {
    dead = true;
    die();
    return never;
  };
  const through =
    <Args extends unknown[], Result>(door: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (dead) return never;
      const mine = ++step;
      if (mine === dieAt && when === 'before') return perish();
      const result = await door(...args);
      if (dead) return never;
      return mine === dieAt ? perish() : result;
    };
  const client = {
    query: through((text: string, values: unknown[]) => app.db.pool.query(text, values)),
    release() {},
  };
  const sql = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => client, end: async () => {}, options: {} } as never,
    }),
  });
  const mortalApp = {
    ...app,
    db: { ...app.db, sql, transaction: through(app.db.transaction) as typeof app.db.transaction },
  };
  // Each request asks for its token first, which is a statement: so it dies between any two requests, too.
  return { died, app: mortalApp };
}

test('a deployment that is killed after any step ends with exactly one skill', async () => {
  let points = 0;
  for (const when of deaths) {
    for (let dieAt = 1; ; dieAt++) {
      amazon.skills.clear();
      const made = await room();
      const id = await begin(made);
      const { app: mortalApp, died } = mortal(server.app, dieAt, when);
      const ended = deploySkill(mortalApp, { deploymentId: id }, context, quickly()).then(
        () => 'ended' as const,
      );
      const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
      // Another process takes the job, after more time than Amazon needs to tell of a skill.
      await server.app.db.prisma.alexaSkill.updateMany({
        where: { creatingSince: { not: null } },
        data: { creatingSince: new Date(Date.now() - 300_000) },
      });
      await deploySkill(server.app, { deploymentId: id }, context, quickly());
      const where = `${when} ${dieAt}`;
      expect(await read(made, id), where).toMatchObject({ status: 'finished' });
      expect(amazon.skills.size, where).toBe(1);
      const [skill] = amazon.skills.values();
      expect([...skill!.models.keys()].sort(), where).toEqual(['de-DE', 'en-GB', 'en-US', 'fr-FR']);
      expect(
        await server.app.db.prisma.alexaSkill.findMany({ where: { channelId: made.channelId } }),
        where,
      ).toMatchObject([{ skillId: skill!.skillId, creatingSince: null }]);
      if (outcome === 'ended') break;
      points++;
    }
  }
  console.log(`${points} points of death`);
  expect(points).toBeGreaterThan(20 * deaths.length);
});
