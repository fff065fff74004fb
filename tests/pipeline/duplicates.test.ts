import { beforeEach, describe, expect, test } from 'vitest';
import type { Article, Organization, Project } from '../../prisma/generated/client/client.ts';
import { deleteArticle, updateArticle } from '../../server/areas/articles/articles/articles.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { deleteArticles, labelArticles } from '../../server/areas/projects/selections/selections.ts';
import { duplicateArticle } from '../../server/areas/articles/duplicates/duplicate-article.ts';
import { system } from '../../server/kernel/actor.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { mortal, type Witness } from './mortal.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const context = { signal: new AbortController().signal, log: createLogger('silent') };
const pipeline = usePipeline({ worker: false });

let organization: Organization;
beforeEach(async () => {
  organization = await pipeline.make.organization({ features: ['article-duplicator'], balance: 1_000_000n });
});

const project = (given: Partial<Project> = {}): Promise<Project> =>
  pipeline.make.project({ organizationId: organization.id, ...given } as Parameters<
    typeof pipeline.make.project
  >[0]);

/** A link that is older than every article of the test. */
const link = (parentId: number, childId: number, createdAt = new Date('2020-01-01')) =>
  pipeline.app.db.prisma.projectChild.create({ data: { parentId, childId, createdAt } });

/** An article whose text is final. */
const finished = (projectId: number, given: Partial<Article> = {}): Promise<Article> =>
  pipeline.make.article(projectId, { step: 'parsed', status: 'processing', ...given } as Parameters<
    typeof pipeline.make.article
  >[1]);

const inProject = (projectId: number): Promise<Article[]> =>
  pipeline.app.db.prisma.article.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
const duplicate = (articleId: number) => duplicateArticle(pipeline.app, { articleId }, context);
const actions = async (articleId: number, kind = 'log') =>
  (await pipeline.log(articleId, kind)).map(({ action }) => action);

test('a duplicate uses the child’s voice, rules and balance, and is regenerated on changes', async () => {
  const { app, tools } = pipeline;
  const parent = await offlineProject(pipeline, { organizationId: organization.id });
  const child = await offlineProject(pipeline, {
    organizationId: organization.id,
    voiceLanguage: 'de-DE',
    limitEnabled: true,
  });
  await link(parent.id, child.id);
  await pipeline.make.rule(child.id, { predicates: [{ operator: 'always', subject: 'article', value: '' }] });
  const voice = async (id: number) => {
    const { run } = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    await voiceArticle(tools, { articleId: id, run }, { ...context, attempt: 1 });
    return app.db.prisma.article.findUniqueOrThrow({ where: { id }, include: { playable: true } });
  };
  const asked = async (id: number) =>
    (
      await app.db.pool.query(
        `SELECT 1 FROM pgboss.job WHERE name = 'article-duplicates' AND data->>'articleId' = $1`,
        [String(id)],
      )
    ).rows.length;

  const original = await pipeline.make.article(parent.id, { title: 'Heading', text: 'One sentence.' });
  await pipeline.begin(original.id);
  await voice(original.id);
  expect(await asked(original.id)).toBe(1);
  await duplicate(original.id);
  const [made] = await inProject(child.id);
  expect((await voice(made!.id)).playable!.text).toBe('One sentence.');
  expect(await pipeline.charged(child.id)).toEqual({ sounds: 1, characters: 'One sentence.'.length });

  await updateArticle(app, system, { id: original.id, text: 'One sentence. And one more.' });
  await voice(original.id);
  expect(await asked(original.id)).toBe(2);
  await duplicate(original.id);
  expect((await voice(made!.id)).playable!.text).toBe('One sentence. And one more.');
  expect((await pipeline.charged(child.id)).sounds).toBe(2);
  // It has a duplicate itself if its project has a child.
  expect(await asked(made!.id)).toBe(0);
});

describe('a duplicate', () => {
  test('exists once in the child, with its origin', async () => {
    const [parent, child] = [await project({ name: 'Daily' }), await project({ name: 'Weekly' })];
    await link(parent.id, child.id);
    const original = await finished(parent.id, {
      labels: ['sport'],
      title: 'Goal',
      text: 'Ball in. Crowd out.',
    });
    expect(await duplicate(original.id)).toBe('done');
    expect(await duplicate(original.id)).toBe('skipped');
    const [made, ...others] = await inProject(child.id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      title: 'Goal',
      text: 'Ball in. Crowd out.',
      labels: ['sport'],
      duplicateOfId: original.id,
      run: 1,
    });
    expect(await pipeline.log(made!.id)).toContainEqual(
      expect.objectContaining({
        action: 'duplicated',
        text: `From article ${original.id} of the project “Daily”.`,
      }),
    );
    expect(await pipeline.log(original.id)).toContainEqual(
      expect.objectContaining({
        action: 'duplicated',
        text: `To article ${made!.id} of the project “Weekly”.`,
      }),
    );
  });

  test('follows its original until it is edited', async () => {
    const [parent, child] = [await project(), await project()];
    await link(parent.id, child.id);
    const original = await finished(parent.id);
    await duplicate(original.id);
    const [made] = await inProject(child.id);
    await pipeline.app.db.prisma.article.update({
      where: { id: original.id },
      data: { text: 'Another text.', labels: ['new'] },
    });
    await duplicate(original.id);
    expect((await inProject(child.id))[0]).toMatchObject({
      text: 'Another text.',
      labels: ['new'],
      run: 2,
      followsOriginal: true,
    });
    expect(await actions(made!.id, 'update')).toEqual(
      expect.arrayContaining(['text changed in the original', 'labels changed in the original']),
    );

    await updateArticle(pipeline.app, system, { id: made!.id, text: 'A text of its own.' });
    expect(await actions(made!.id, 'log')).toContain('no longer follows its original');
    await pipeline.app.db.prisma.article.update({
      where: { id: original.id },
      data: { text: 'A third text.' },
    });
    expect(await duplicate(original.id)).toBe('skipped');
    expect((await inProject(child.id))[0]).toMatchObject({
      text: 'A text of its own.',
      followsOriginal: false,
    });
    // Nor does it go with it.
    await deleteArticle(pipeline.app, system, original.id);
    await duplicate(original.id);
    expect((await inProject(child.id))[0]!.deletedAt).toBeNull();
  });

  test('follows author and date of its original without a run', async () => {
    const [parent, child] = [await project(), await project()];
    await link(parent.id, child.id);
    const original = await finished(parent.id, { author: 'Ada Reed' });
    await duplicate(original.id);
    const [made] = await inProject(child.id);
    expect(made).toMatchObject({ author: 'Ada Reed', run: 1 });
    // Its own rules have labelled it.
    await pipeline.app.db.prisma.article.update({ where: { id: made!.id }, data: { labels: ['ruled'] } });
    const publishedAt = new Date('2026-03-01T06:00:00Z');
    await updateArticle(pipeline.app, system, { id: original.id, author: 'Ben Hale', publishedAt });
    expect(await duplicate(original.id)).toBe('done');
    expect(await duplicate(original.id)).toBe('skipped');
    expect((await inProject(child.id))[0]).toMatchObject({
      author: 'Ben Hale',
      publishedAt,
      labels: ['ruled'],
      run: 1,
      followsOriginal: true,
    });
    expect(await actions(made!.id, 'update')).toEqual([
      'author changed in the original',
      'date of publication changed in the original',
    ]);
  });

  test('is deleted with its original, and is not restored if a user deleted it', async () => {
    const [parent, child, other] = [await project(), await project(), await project()];
    await link(parent.id, child.id);
    await link(parent.id, other.id);
    const original = await finished(parent.id);
    await duplicate(original.id);
    await deleteArticle(pipeline.app, system, (await inProject(other.id))[0]!.id);
    await duplicate(original.id);
    expect(await inProject(other.id)).toMatchObject([{ deletedAt: expect.any(Date) }]);
    await deleteArticle(pipeline.app, system, original.id);
    await duplicate(original.id);
    const [gone] = await inProject(child.id);
    expect(gone!.deletedAt).not.toBeNull();
    expect(await pipeline.log(gone!.id)).toContainEqual(
      expect.objectContaining({ action: 'deleted', text: 'Its original was deleted.' }),
    );
    // It is restored with its original, unless a person deleted it.
    await restoreArticle(pipeline.app, system, original.id);
    await duplicate(original.id);
    expect(await inProject(child.id)).toMatchObject([{ deletedAt: null, followsOriginal: true }]);
    expect(await inProject(other.id)).toMatchObject([{ deletedAt: expect.any(Date) }]);
    expect(await duplicate(original.id)).toBe('skipped');
  });

  test('restored while its original is deleted becomes an independent article', async () => {
    const [parent, child] = [await project(), await project()];
    await link(parent.id, child.id);
    const original = await finished(parent.id);
    await duplicate(original.id);
    await deleteArticle(pipeline.app, system, original.id);
    await duplicate(original.id);
    const [gone] = await inProject(child.id);
    await restoreArticle(pipeline.app, system, gone!.id);
    await duplicate(original.id);
    expect(await inProject(child.id)).toMatchObject([{ deletedAt: null, followsOriginal: false }]);
  });

  test('follows changes and deletion when many originals change at once', async () => {
    const [parent, child] = [await project(), await project()];
    await link(parent.id, child.id);
    const originals = [await finished(parent.id), await finished(parent.id), await finished(parent.id)];
    for (const { id } of originals) await duplicate(id);
    const ids = originals.map(({ id }) => id);
    /** Runs the jobs queued since, as the worker would. */
    const work = async (): Promise<number[]> => {
      const { rows } = await pipeline.app.db.pool.query<{ id: number }>(
        `DELETE FROM pgboss.job WHERE name = 'article-duplicates' AND state = 'created' RETURNING (data->>'articleId')::int AS id`,
      );
      for (const { id } of rows) await duplicate(id);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    };
    await work();
    await labelArticles(pipeline.app, system, { projectId: parent.id, articles: ids, add: ['sport'] });
    expect(await work()).toEqual(ids);
    const copies = await inProject(child.id);
    expect(copies.map(({ labels, followsOriginal }) => ({ labels, followsOriginal }))).toEqual(
      ids.map(() => ({ labels: ['sport'], followsOriginal: true })),
    );

    // A copy with its own labels no longer follows its original, however it got them.
    await labelArticles(pipeline.app, system, {
      projectId: child.id,
      articles: [copies[0]!.id],
      add: ['local'],
    });
    expect(await actions(copies[0]!.id)).toContain('no longer follows its original');
    await labelArticles(pipeline.app, system, { projectId: parent.id, articles: ids, remove: ['sport'] });
    await work();
    expect((await inProject(child.id)).map(({ labels }) => labels)).toEqual([['sport', 'local'], [], []]);

    await deleteArticles(pipeline.app, system, { projectId: parent.id, articles: ids });
    expect(await work()).toEqual(ids);
    expect((await inProject(child.id)).map(({ deletedAt }) => deletedAt === null)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is made of articles added later, with final text, with the feature, within one organization', async () => {
    const [parent, child, stranger] = [await project(), await project(), await pipeline.make.project()];
    await link(parent.id, child.id, new Date());
    await link(parent.id, stranger.id);
    const old = await finished(parent.id, { addedAt: new Date(Date.now() - 3_600_000) });
    const unread = await pipeline.make.article(parent.id, {
      fetchPage: true,
      addedAt: new Date(Date.now() + 1_000),
    });
    expect(await duplicate(old.id)).toBe('skipped');
    expect(await duplicate(unread.id)).toBe('skipped');
    const article = await finished(parent.id, { addedAt: new Date(Date.now() + 1_000) });
    await pipeline.app.db.prisma.organization.update({
      where: { id: organization.id },
      data: { features: [] },
    });
    expect(await duplicate(article.id)).toBe('skipped');
    // Given to the parent alone.
    await pipeline.app.db.prisma.project.update({
      where: { id: parent.id },
      data: { features: ['article-duplicator'] },
    });
    expect(await duplicate(article.id)).toBe('done');
    expect(await inProject(stranger.id)).toEqual([]);
    expect(await inProject(child.id)).toHaveLength(1);
    // Without the link it is the child's own.
    await pipeline.app.db.prisma.projectChild.deleteMany();
    await deleteArticle(pipeline.app, system, article.id);
    await duplicate(article.id);
    expect((await inProject(child.id))[0]!.deletedAt).toBeNull();
  });

  test('reaches grandchild projects, once even over two paths', async () => {
    const [parent, one, other, grandchild] = [
      await project(),
      await project(),
      await project(),
      await project(),
    ];
    for (const [from, to] of [
      [parent, one],
      [parent, other],
      [one, grandchild],
      [other, grandchild],
    ] as const)
      await link(from!.id, to!.id);
    const original = await finished(parent.id);
    await duplicate(original.id);
    for (const between of [one, other]) {
      const [made] = await inProject(between.id);
      await pipeline.app.db.prisma.article.update({ where: { id: made!.id }, data: { step: 'parsed' } });
      await duplicate(made!.id);
    }
    expect(await inProject(grandchild.id)).toMatchObject([
      { duplicateRootId: original.id, duplicateOfId: (await inProject(one.id))[0]!.id },
    ]);
  });
});

test('is made once in each of fifty children, with any concurrency', async () => {
  const parent = await project();
  const children = await Promise.all(Array.from({ length: 50 }, () => project({ ownerId: parent.ownerId })));
  for (const child of children) await link(parent.id, child.id);
  const original = await finished(parent.id);
  await Promise.all(Array.from({ length: 4 }, () => duplicate(original.id)));
  const made = await pipeline.app.db.prisma.article.findMany({ where: { duplicateOfId: original.id } });
  expect(made.map(({ projectId }) => projectId).sort((a, b) => a - b)).toEqual(
    children.map(({ id }) => id).sort((a, b) => a - b),
  );
  expect(new Set(made.map(({ run }) => run))).toEqual(new Set([1]));
});

test('is made and started once in each child, even if killed at every step', async () => {
  const { app } = pipeline;
  const parent = await project();
  const children = [await project(), await project()];
  for (const child of children) await link(parent.id, child.id);
  let points = 0;
  for (const when of ['before', 'after'] as const) {
    for (let dieAt = 1; ; dieAt++) {
      const original = await finished(parent.id, { title: `Title ${points}` });
      const witness: Witness = { spoken: [], deaths: [] };
      const { app: mortalApp, died } = mortal(app, dieAt, when, witness);
      const ended = duplicateArticle(mortalApp, { articleId: original.id }, context).then(
        () => 'ended' as const,
      );
      const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
      await duplicate(original.id);
      const where = `${witness.deaths[0] ?? 'nowhere'} (${dieAt})`;
      const made = await app.db.prisma.article.findMany({
        where: { duplicateOfId: original.id },
        orderBy: { projectId: 'asc' },
      });
      expect(
        made.map(({ projectId, run, title }) => ({ projectId, run, title })),
        where,
      ).toEqual(children.map(({ id }) => ({ projectId: id, run: 1, title: original.title })));
      const { rows } = await app.db.pool.query(
        `SELECT 1 FROM pgboss.job WHERE name = 'article' AND (data->>'articleId')::int = ANY ($1)`,
        [made.map(({ id }) => id)],
      );
      expect(rows, where).toHaveLength(2);
      if (outcome === 'ended') break;
      points++;
    }
  }
  expect(points).toBeGreaterThanOrEqual(6);
});
