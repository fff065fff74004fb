import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../server/kernel/actor.ts';
import { anonymous, system } from '../../server/kernel/actor.ts';
import { requestHighRes } from '../../server/areas/articles/articles/high-res.ts';
import { readArticle } from '../../server/areas/articles/articles/article.ts';
import {
  createArticle,
  deleteArticle,
  recrawlArticle,
  releaseArticle,
  retryArticle,
  revoiceArticle,
  updateArticle,
} from '../../server/areas/articles/articles/articles.ts';
import {
  readChunkPage,
  readChunkSummary,
  readLog,
} from '../../server/areas/articles/article-record/detail.ts';
import { restoreArticleVersion } from '../../server/areas/articles/article-record/versions.ts';
import { rightsOf, type ArticleWithRights } from '../../server/areas/articles/articles/article-rights.ts';
import { policy as articlesPolicy } from '../../server/areas/articles/articles/policy.ts';
import { policy as paywallPolicy } from '../../server/areas/projects/paywall/policy.ts';
import { makeTeasers, readTeasers } from '../../server/areas/projects/paywall/teasers.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { watchArticle, watchProjectArticles } from '../../server/areas/articles/articles/watch.ts';
import {
  ConflictError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
} from '../../server/kernel/errors.ts';
import { listProjectLog } from '../../server/areas/access/project-log/log.ts';
import { policy as projectsPolicy } from '../../server/areas/access/project-access/policy.ts';
import { pageOfProjects } from '../../server/areas/projects/projects/project-pages.ts';
import { deleteProject, readProject } from '../../server/areas/projects/projects/projects.ts';
import { createProject } from '../../server/areas/projects/projects/create-project.ts';
import { updateProject, updateProjectReports } from '../../server/areas/projects/projects/update-project.ts';
import { tryUrlReplacements } from '../../server/areas/library/settings/url-replacements.ts';
import { cloneConfiguration } from '../../server/areas/projects/projects/clone-configuration.ts';
import { revealSecurityKey, rotateSecurityKey } from '../../server/areas/projects/projects/security-key.ts';
import { tryExtraction } from '../../server/areas/library/settings/try-extraction.ts';
import { readLimitQuote, readSavings } from '../../server/areas/projects/projects/project-usage.ts';
import { policy as sourcesPolicy } from '../../server/areas/articles/sources/policy.ts';
import { dismissBurst, releaseBurst } from '../../server/areas/articles/sources/burst-articles.ts';
import { pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import {
  createSource,
  readSource,
  refreshApiKey,
  updateSource,
} from '../../server/areas/articles/sources/sources.ts';
import { inOrganization, inPrivate, type Right } from './expected-project-rights.ts';
import { inSession } from '../support/actor-in-session.ts';
import { actorOf } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

const page =
  '<html><head><title>Story</title></head><body><article><p>The harbour opened today, and everybody came to see it, which took all ' +
  'day.</p></article></body></html>';
const feed = '<rss version="2.0"><channel><title>Feed</title></channel></rss>';
const site = await startSite({ '/story.html': page, '/feed.xml': feed });
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

interface World {
  actors: Record<string, Actor>;
  organizationId: number;
  foreignOrganizationId: number;
  projectId: number;
  articleId: number;
  sourceId: number;
  keySourceId: number;
}

async function makeWorld({ organized = true, features = [] as string[] } = {}): Promise<World> {
  const { make, app } = server;
  const own = await make.organization({ features });
  const [maintainer, editor, viewer, invited] = [
    await make.member(own.id, 'maintainer'),
    await make.member(own.id, 'editor'),
    await make.member(own.id, 'viewer'),
    await make.member(own.id, 'maintainer'),
  ];
  await app.db.prisma.member.update({ where: { id: invited.member.id }, data: { status: 'invited' } });
  const foreign = await make.organization();
  const outsider = await make.member(foreign.id, 'maintainer');
  // A user who created an organization's project and left the organization has no right to it.
  const owner = await make.user();
  const project = await make.project({ ownerId: owner.id, ...(organized && { organizationId: own.id }) });
  const other = await make.project({ organizationId: foreign.id, ownerId: outsider.id });
  const granted = async (role: 'maintainer' | 'stats' | 'qa'): Promise<Actor> => {
    const user = await make.user();
    await make.grant(project.id, user.id, role);
    return actorOf(user);
  };
  const [key, readKey, foreignKey] = [
    await make.apiKey(project.id),
    await make.apiKey(project.id, 'api_readonly'),
    await make.apiKey(other.id),
  ];
  const article = await make.article(project.id, { status: 'errored' });
  const source = await make.source(project.id, { type: 'rss', url: `${site.url}/feed.xml` });
  const keyActor = (projectId: number, sourceId: number, readOnly: boolean): Actor => ({
    kind: 'key',
    projectId,
    sourceId,
    readOnly,
  });
  const partner = (organizationId: number, readOnly: boolean): Actor => ({
    kind: 'partner',
    organizationId,
    readOnly,
    tokenId: 1,
    projectIds: null,
    callsPerMinute: null,
  });
  return {
    organizationId: own.id,
    foreignOrganizationId: foreign.id,
    projectId: project.id,
    articleId: article.id,
    sourceId: source.id,
    keySourceId: key.source.id,
    actors: {
      anonymous,
      administrator: actorOf(await make.admin()),
      system,
      owner: actorOf(owner),
      maintainer: actorOf(maintainer),
      editor: actorOf(editor),
      viewer: actorOf(viewer),
      invited: actorOf(invited),
      outsider: actorOf(outsider),
      'project maintainer': await granted('maintainer'),
      'project stats': await granted('stats'),
      'project qa': await granted('qa'),
      partner: partner(own.id, false),
      'read-only partner': partner(own.id, true),
      "another organization's partner": partner(foreign.id, false),
      key: keyActor(project.id, key.source.id, false),
      'read-only key': keyActor(project.id, readKey.source.id, true),
      "another project's key": keyActor(other.id, foreignKey.source.id, false),
    },
  };
}

interface Call {
  needs: Right;
  run: (actor: Actor, world: World) => unknown;
  /** What it is about is gone when it succeeds. */
  destroys?: boolean;
}

const drop = async (events: Promise<AsyncIterableIterator<unknown>>): Promise<void> =>
  void (await (await events).return?.());
const rules = [{ source: 'm.', destination: '', isRegex: false }];
/** The server's, once it runs. */
const app = new Proxy({} as typeof server.app, {
  get: (_, part) => Reflect.get(server.app, part) as unknown,
});

const projectCalls: Record<keyof typeof projectsPolicy, Call> = {
  readProject: { needs: 'read', run: (actor, { projectId }) => readProject(app, actor, projectId) },
  updateProject: {
    needs: 'configure',
    run: (actor, { projectId }) => updateProject(app, actor, { id: projectId, name: `By ${Math.random()}` }),
  },
  updateProjectReports: {
    needs: 'configure',
    run: (actor, { projectId }) =>
      updateProjectReports(app, actor, { id: projectId, emailReportsAddress: 'a@example.com' }),
  },
  deleteProject: {
    needs: 'delete',
    destroys: true,
    run: (actor, { projectId }) => deleteProject(app, actor, projectId),
  },
  moveProject: {
    needs: 'delete',
    destroys: true,
    run: async (actor, { projectId, organizationId }) => {
      const project = await readProject(app, actor, projectId);
      // Out of the organization, or into it; what else moving asks for is tested with the projects.
      await updateProject(app, actor, {
        id: projectId,
        organizationId: project.organizationId === null ? organizationId : null,
      }).catch((error: Error) => {
        if (error.name !== 'ValidationError') throw error;
      });
    },
  },
  readProjectLog: {
    needs: 'readLog',
    run: async (actor, { projectId }) => {
      // A user who may not read it gets null.
      if ((await listProjectLog(app, actor, projectId, {})) === null) throw new NotAllowedError();
    },
  },
  rotateSecurityKey: {
    needs: 'keepSecurityKey',
    run: async (actor, { projectId }) => rotateSecurityKey(app, await inSession(app.db, actor), projectId),
  },
  revealSecurityKey: {
    needs: 'keepSecurityKey',
    run: async (actor, { projectId }) => revealSecurityKey(app, await inSession(app.db, actor), projectId),
  },
  cloneConfiguration: {
    needs: 'configure',
    run: async (actor, { projectId }) => {
      // A permitted user gets the error that it is its own target.
      await cloneConfiguration(app, actor, { id: projectId, targets: [projectId], parts: ['sound'] }).catch(
        (error: Error) => {
          if (error.name !== 'ValidationError') throw error;
        },
      );
    },
  },
  readLimitQuote: { needs: 'read', run: (actor, { projectId }) => readLimitQuote(app, actor, { projectId }) },
  readSavings: { needs: 'read', run: (actor, { projectId }) => readSavings(app, actor, projectId) },
  tryUrlReplacements: {
    needs: 'configure',
    run: (actor, { projectId }) =>
      tryUrlReplacements(app, actor, { projectId, url: 'https://m.example.com/', rules }),
  },
  tryExtraction: {
    needs: 'configure',
    run: (actor, { projectId }) =>
      tryExtraction(app, actor, {
        projectId,
        url: `${site.url}/story.html`,
        urlReplacements: [],
        extractorRules: [],
      }),
  },
};

const sourceCalls: Record<keyof typeof sourcesPolicy, Call> = {
  readSource: { needs: 'read', run: (actor, { sourceId }) => readSource(app, actor, sourceId) },
  createSource: {
    needs: 'configure',
    run: (actor, { projectId }) => createSource(app, actor, { projectId, type: 'manual' }),
  },
  updateSource: {
    needs: 'configure',
    run: (actor, { sourceId }) =>
      updateSource(app, actor, { id: sourceId, url: `${site.url}/feed.xml?${Math.random()}` }),
  },
  refreshApiKey: {
    needs: 'configure',
    run: async (actor, { keySourceId }) => refreshApiKey(app, await inSession(app.db, actor), keySourceId),
  },
  pollSource: { needs: 'configure', run: (actor, { sourceId }) => pollSource(app, actor, sourceId) },
  releaseBurst: { needs: 'editArticles', run: (actor, { sourceId }) => releaseBurst(app, actor, sourceId) },
  dismissBurst: { needs: 'editArticles', run: (actor, { sourceId }) => dismissBurst(app, actor, sourceId) },
};

/** A private project has no features: a caller who gets this error has the right. */
const notBooked = (error: Error) => {
  if (!error.message.startsWith('This feature is not enabled in your organization.')) throw error;
};

/** A caller who gets the error that it still exists has the right. */
const notDeleted = (error: Error) => {
  if (!(error instanceof ConflictError)) throw error;
};

const articleCalls: Record<keyof typeof articlesPolicy, Call> = {
  readArticle: { needs: 'read', run: (actor, { articleId }) => readArticle(app, actor, articleId) },
  watchArticle: {
    needs: 'read',
    run: (actor, { articleId }) => drop(watchArticle(app, async () => actor, articleId)),
  },
  watchProjectArticles: {
    needs: 'read',
    run: (actor, { projectId }) => drop(watchProjectArticles(app, async () => actor, projectId)),
  },
  requestHighRes: {
    needs: 'read',
    run: (actor, { articleId }) => requestHighRes(app, actor, articleId).catch(notBooked),
  },
  createArticle: {
    needs: 'editArticles',
    run: (actor, { projectId }) =>
      createArticle(app, actor, { projectId, title: 'A title', text: 'A text.' }),
  },
  updateArticle: {
    needs: 'editArticles',
    run: (actor, { articleId }) => updateArticle(app, actor, { id: articleId, title: `By ${Math.random()}` }),
  },
  deleteArticle: {
    needs: 'editArticles',
    destroys: true,
    run: (actor, { articleId }) => deleteArticle(app, actor, articleId),
  },
  restoreArticle: {
    needs: 'editArticles',
    run: (actor, { articleId }) => restoreArticle(app, actor, articleId).catch(notDeleted),
  },
  restoreArticleVersion: {
    needs: 'editArticles',
    // There is no such version, and callers who may restore one learn that.
    run: (actor, { articleId }) =>
      restoreArticleVersion(app, actor, { id: articleId, version: 'none' }).catch((error: unknown) => {
        if (!(error instanceof NotFoundError && error.message.startsWith('This version'))) throw error;
      }),
  },
  recrawlArticle: {
    needs: 'editArticles',
    run: (actor, { articleId }) => recrawlArticle(app, actor, articleId),
  },
  retryArticle: { needs: 'editArticles', run: (actor, { articleId }) => retryArticle(app, actor, articleId) },
  releaseArticle: {
    needs: 'editArticles',
    run: (actor, { articleId }) => releaseArticle(app, actor, articleId),
  },
  revoiceArticle: {
    needs: 'editArticles',
    run: (actor, { articleId }) => revoiceArticle(app, actor, articleId),
  },
};

const paywallCalls: Record<keyof typeof paywallPolicy, Call> = {
  readTeasers: { needs: 'read', run: (actor, { projectId }) => readTeasers(app, actor, projectId) },
  makeTeasers: {
    needs: 'configure',
    run: (actor, { projectId }) => makeTeasers(app, actor, projectId).catch(notBooked),
  },
};

const calls = [projectCalls, sourceCalls, articleCalls, paywallCalls].flatMap((some): [string, Call][] =>
  Object.entries(some),
);

async function outcome(call: Call, actor: Actor, world: World): Promise<string> {
  try {
    await call.run(actor, world);
    return 'done';
  } catch (error) {
    return (error as Error).name;
  }
}

function expected(rights: Right[] | undefined, needs: Right): string {
  if (!rights) return NotSignedInError.name;
  if (rights.includes(needs)) return 'done';
  return rights.includes('read') ? NotAllowedError.name : NotFoundError.name;
}

describe.each([
  ['an organization', true, inOrganization],
  ['a private project', false, inPrivate],
] as const)('in %s', (_, organized, rights) => {
  test.each(calls)('%s', async (_name, call) => {
    let world = await makeWorld({ organized });
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const name of Object.keys(world.actors)) {
      found[name] = await outcome(call, world.actors[name]!, world);
      wanted[name] = expected(name === 'anonymous' ? undefined : rights[name], call.needs);
      // Only people may move what belongs to an account.
      if (call === projectCalls.moveProject && name === 'system') wanted[name] = NotAllowedError.name;
      if (call.destroys && found[name] === 'done') world = await makeWorld({ organized });
    }
    expect(found).toEqual(wanted);
  });
});

test('every function checks the permission in the policy table', () => {
  const needed = Object.fromEntries(calls.map(([name, { needs }]) => [name, needs]));
  expect(needed).toEqual({ ...projectsPolicy, ...sourcesPolicy, ...articlesPolicy, ...paywallPolicy });
});

const firstPage = { limit: 100, inverted: false };

test('projects are listed for callers who may read them', async () => {
  const world = await makeWorld();
  for (const [name, actor] of Object.entries(world.actors)) {
    if (actor.kind === 'anonymous') {
      await expect(pageOfProjects(app, actor, firstPage)).rejects.toBeInstanceOf(NotSignedInError);
      continue;
    }
    const ids = (await pageOfProjects(app, actor, firstPage)).map(({ id }) => id);
    expect([name, ids.includes(world.projectId)]).toEqual([name, inOrganization[name]!.includes('read')]);
  }
});

test('projects are created by editors and their tokens in organizations, and private ones by users', async () => {
  const world = await makeWorld();
  const attempt = async (actor: Actor, organizationId: number | null): Promise<string> => {
    try {
      const { project } = await createProject(app, actor, { name: 'New', organizationId });
      return project.organizationId === null ? 'private' : 'organization';
    } catch (error) {
      return (error as Error).name;
    }
  };
  const found: Record<string, [string, string]> = {};
  for (const [name, actor] of Object.entries(world.actors))
    found[name] = [await attempt(actor, world.organizationId), await attempt(actor, null)];
  const [refused, forbidden] = ['ValidationError', 'NotAllowedError'];
  expect(found).toEqual({
    anonymous: ['NotSignedInError', 'NotSignedInError'],
    administrator: ['organization', 'private'],
    system: [forbidden, forbidden],
    owner: [refused, 'private'],
    maintainer: ['organization', 'private'],
    editor: ['organization', 'private'],
    viewer: [refused, 'private'],
    invited: [refused, 'private'],
    outsider: [refused, 'private'],
    'project maintainer': [refused, 'private'],
    'project stats': [refused, 'private'],
    'project qa': [refused, 'private'],
    partner: ['organization', 'organization'],
    'read-only partner': [forbidden, forbidden],
    "another organization's partner": [refused, 'organization'],
    key: [forbidden, forbidden],
    'read-only key': [forbidden, forbidden],
    "another project's key": [forbidden, forbidden],
  });
});

test.each([
  ['without the feature article-log', [] as string[]],
  ['with it', ['article-log']],
])('access to the history of an article, %s', async (_, features) => {
  const world = await makeWorld({ features });
  await app.db.prisma.articleLog.create({ data: { articleId: world.articleId, action: 'created' } });
  await app.db.prisma.chunk.create({
    data: {
      articleId: world.articleId,
      version: 'v',
      position: 0,
      segmentKey: 'k',
      text: 'One.',
      start: 0,
      pauseMs: 0,
      charactersVoiced: 4,
    },
  });
  for (const [name, actor] of Object.entries(world.actors)) {
    if (!inOrganization[name]?.includes('read')) continue;
    const article = (await readArticle(app, actor, world.articleId, {
      select: { ...rightsOf(actor), audio: true },
    })) as unknown as ArticleWithRights & { audio: string | null };
    const seen = [
      (await readLog(app, actor, article, 'log'))?.length,
      (await readChunkPage(app, actor, article, firstPage))?.length,
      (await readChunkSummary(app, actor, article))?.totalCharactersVoiced,
    ];
    const may = features.length > 0 || name === 'administrator' || name === 'system';
    expect([name, seen]).toEqual([name, may ? [1, 1, 4] : [undefined, undefined, undefined]]);
  }
});

test('deleted objects are not found by anyone', async () => {
  const world = await makeWorld();
  const { administrator } = world.actors;
  await deleteArticle(app, administrator!, world.articleId);
  await expect(readArticle(app, administrator!, world.articleId)).rejects.toBeInstanceOf(NotFoundError);
  await deleteProject(app, administrator!, world.projectId);
  for (const actor of Object.values(world.actors)) {
    if (actor.kind !== 'anonymous')
      await expect(readProject(app, actor, world.projectId)).rejects.toBeInstanceOf(NotFoundError);
    if (actor.kind !== 'anonymous')
      await expect(readSource(app, actor, world.sourceId)).rejects.toBeInstanceOf(NotFoundError);
  }
});

test('ids that never existed are refused like those of other organizations', async () => {
  const world = await makeWorld();
  for (const id of [0, -1, 999_999, 2_147_483_647]) {
    await expect(readProject(app, world.actors['viewer']!, id)).rejects.toThrow(
      'This project does not exist.',
    );
    await expect(readArticle(app, world.actors['viewer']!, id)).rejects.toThrow(
      'This article does not exist.',
    );
    await expect(readSource(app, world.actors['viewer']!, id)).rejects.toThrow('This source does not exist.');
    await expect(readArticle(app, anonymous, id)).rejects.toBeInstanceOf(NotSignedInError);
  }
});
