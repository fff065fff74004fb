import { describe, expect, test } from 'vitest';
import type { Article, Project } from '../../prisma/generated/client/client.ts';
import { releaseArticle } from '../../server/areas/articles/articles/articles.ts';
import { release } from '../../server/areas/articles/articles/article-states.ts';
import { submitReview } from '../../server/areas/review/review/review.ts';
import { NotAllowedError } from '../../server/kernel/errors.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const always = { operator: 'always', subject: 'article', value: '' };
const status = (value: string) => ({ operator: 'equals', subject: 'status', value });

async function withRules(
  ...rules: [name: string, predicates: object[], actions: { action: string; values: string[] }[]][]
): Promise<{ project: Project; article: Article }> {
  const project = await offlineProject(pipeline);
  await pipeline.app.db.prisma.processingRule.createMany({
    data: rules.map(([name, predicates, actions], position) => ({
      projectId: project.id,
      position,
      name,
      predicates,
      actions,
    })),
  });
  return {
    project,
    article: await pipeline.make.article(project.id, { title: 'Football', text: 'The match ended late.' }),
  };
}

const set = (value: string) => [{ action: 'set_status', values: [value] }];
const letGo = (articleId: number) =>
  pipeline.app.db.transaction((sql) => release(pipeline.app, sql, { articleId }));

test('a rule labels an article, and does not stop it', async () => {
  const { article } = await withRules([
    'Sport',
    [{ operator: 'contains', subject: 'title', value: 'football' }],
    [{ action: 'set_label', values: ['Sport, Evening'] }],
  ]);
  expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready', labels: ['Sport', 'Evening'] });
  expect(await pipeline.log(article.id)).toContainEqual(
    expect.objectContaining({ action: 'rules', text: 'Sport; labels: Sport, Evening' }),
  );
  expect(await pipeline.voice(article.id, { text: 'It ended late.' })).toMatchObject({
    status: 'ready',
    labels: ['Sport', 'Evening'],
  });
});

test.each(['rejected', 'errored'] as const)(
  'an article that a rule sets to %s gets no audio, and names the rule',
  async (to) => {
    const { project, article } = await withRules(['No football', [always], set(to)]);
    expect(await pipeline.voice(article.id)).toMatchObject({
      status: to,
      error: 'Status set by the rule “No football”.',
      audio: null,
    });
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
  },
);

test('a disabled rule is not applied', async () => {
  const { project, article } = await withRules(['No football', [always], set('rejected')]);
  await pipeline.app.db.prisma.processingRule.updateMany({
    where: { projectId: project.id },
    data: { enabled: false },
  });
  expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready', error: null });
});

test('an article that a rule sets to ready has no new audio, and keeps the old one', async () => {
  const { project, article } = await withRules();
  const { audio } = await pipeline.voice(article.id);
  await pipeline.app.db.prisma.processingRule.create({
    data: { projectId: project.id, position: 0, name: 'Silent', predicates: [always], actions: set('ready') },
  });
  expect(await pipeline.voice(article.id, { text: 'Something else.' })).toMatchObject({
    status: 'ready',
    error: null,
    audio,
  });
});

describe('an article on hold', () => {
  test('keeps its final text through every sweep until a user releases it', async () => {
    const { project, article } = await withRules(['Stop after parsed', [status('parsed')], set('waiting')]);
    await pipeline.begin(article.id);
    await expect
      .poll(() => pipeline.app.db.prisma.article.findUnique({ where: { id: article.id } }))
      .toMatchObject({
        status: 'waiting',
        holdReason: 'rule',
        holdRuleId: (
          await pipeline.app.db.prisma.processingRule.findFirstOrThrow({ where: { projectId: project.id } })
        ).id,
        heldBy: 'Stop after parsed',
        step: 'parsed',
      });
    await pipeline.app.db.pool.query(`UPDATE "Article" SET "updatedAt" = now() - interval '1 day'`);
    expect(await sweep(pipeline.app)).toMatchObject({ stranded: 0 });
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
    // Its job runs once more when the process dies before it is known to be done.
    const context = { signal: new AbortController().signal, log: pipeline.app.log, attempt: 2 };
    expect(await voiceArticle(pipeline.tools, { articleId: article.id, run: 1 }, context)).toBe('skipped');
    expect(await pipeline.app.db.prisma.article.findUnique({ where: { id: article.id } })).toMatchObject({
      status: 'waiting',
      heldBy: 'Stop after parsed',
    });
    await letGo(article.id);
    expect(await pipeline.until(article.id, ['ready'])).toMatchObject({
      heldBy: null,
      audio: expect.any(String),
    });
    await expect(letGo(article.id)).rejects.toThrow('isn’t on hold');
  });

  test('is on hold again when it is edited', async () => {
    const { article } = await withRules(['Hold', [always], set('waiting')]);
    const held = () =>
      expect
        .poll(() => pipeline.app.db.prisma.article.findUnique({ where: { id: article.id } }))
        .toMatchObject({ status: 'waiting', heldBy: 'Hold' });
    await pipeline.begin(article.id);
    await held();
    await pipeline.begin(article.id, { text: 'Another text.' });
    await held();
    await letGo(article.id);
    expect(
      (await pipeline.chunks(article.id, (await pipeline.until(article.id, ['ready'])).audio)).map(
        ({ text }) => text,
      ),
    ).toEqual(['Football', 'Another text.']);
  });

  test('after audio generation is published only when a user releases it', async () => {
    const { project, article } = await withRules(['Listen first', [status('ready')], set('waiting')]);
    await pipeline.begin(article.id);
    await expect
      .poll(() => pipeline.app.db.prisma.article.findUnique({ where: { id: article.id } }))
      .toMatchObject({ status: 'waiting', heldBy: 'Listen first', step: 'assembled', audio: null });
    const before = await pipeline.charged(project.id);
    await letGo(article.id);
    const {
      version,
      audio,
      status: now,
      heldBy,
    } = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } });
    expect([now, heldBy, audio]).toEqual(['ready', null, version]);
    expect(await pipeline.charged(project.id)).toEqual(before);
  });
});

describe('a project that publishes after review', () => {
  async function gated(projectData: object) {
    const organization = await pipeline.make.organization();
    const project = await offlineProject(pipeline);
    await pipeline.app.db.prisma.project.update({
      where: { id: project.id },
      data: {
        organizationId: organization.id,
        qaBeforePublishing: true,
        features: ['smart-qa', 'qa'],
        ...projectData,
      },
    });
    const article = await pipeline.make.article(project.id, {
      title: 'Football',
      text: 'The match ended late.',
    });
    await pipeline.begin(article.id);
    return { project, article };
  }
  const read = (id: number) => pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });

  test('keeps a selected article on hold despite sweeps and releases until its review is finished', async () => {
    const { project, article } = await gated({ qaPercentArticles: 100 });
    await expect
      .poll(() => read(article.id))
      .toMatchObject({
        status: 'waiting',
        holdReason: 'review',
        heldBy: 'Quality review',
        awaitsReview: true,
        step: 'assembled',
        audio: null,
        qaStatus: 'sampled',
      });
    expect(await pipeline.log(article.id)).toContainEqual(
      expect.objectContaining({ action: 'held', text: 'It goes live after review.' }),
    );
    await pipeline.app.db.pool.query(`UPDATE "Article" SET "updatedAt" = now() - interval '1 day'`);
    expect(await sweep(pipeline.app)).toMatchObject({ stranded: 0 });
    const administrator = actorOf(await pipeline.make.user({ role: 'admin' }));
    await expect(releaseArticle(pipeline.app, administrator, article.id)).rejects.toThrow(NotAllowedError);
    // After another run it is on hold again.
    await pipeline.begin(article.id, { text: 'The match ended early.' });
    await expect.poll(() => read(article.id)).toMatchObject({ status: 'waiting', heldBy: 'Quality review' });
    expect(await pipeline.chunks(article.id, (await read(article.id)).version)).toHaveLength(2);

    const reviewer = await pipeline.make.user();
    await pipeline.make.grant(project.id, reviewer.id, 'qa');
    await submitReview(pipeline.app, actorOf(reviewer), { articleId: article.id, rating: 4 });
    const played = await read(article.id);
    expect(played).toMatchObject({
      status: 'ready',
      holdReason: null,
      heldBy: null,
      audio: played.version,
      qaStatus: 'reviewed',
    });
    const log = await pipeline.app.db.prisma.articleLog.findMany({
      where: { articleId: article.id, userId: reviewer.id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ action, text }) => [action, text])).toEqual([
      ['reviewed', '4/5'],
      ['released', null],
    ]);

    // An edit changes the audio: the previous version keeps playing until the new one is reviewed.
    await pipeline.begin(article.id, { text: 'The match was never played.' });
    await expect.poll(() => read(article.id)).toMatchObject({ status: 'waiting', holdReason: 'review' });
    const edited = await read(article.id);
    expect(edited).toMatchObject({ audio: played.audio, qaStatus: 'sampled' });
    expect(edited.version).not.toBe(played.version);
    await submitReview(pipeline.app, actorOf(reviewer), { articleId: article.id, rating: 5 });
    expect(await read(article.id)).toMatchObject({ status: 'ready', audio: edited.version, qaRating: 5 });
    const reviews = await pipeline.app.db.prisma.review.findMany({
      where: { articleId: article.id },
      orderBy: { id: 'asc' },
    });
    expect(reviews.map(({ rating, version }) => [rating, version])).toEqual([
      [4, played.version],
      [5, edited.version],
    ]);

    // A rule with this name is not mistaken for a pending review.
    await pipeline.app.db.prisma.article.update({
      where: { id: article.id },
      data: { status: 'waiting', heldBy: 'Quality review', step: 'assembled' },
    });
    expect(await releaseArticle(pipeline.app, administrator, article.id)).toMatchObject({ status: 'ready' });
  });

  test('publishes other articles immediately', async () => {
    const { article } = await gated({ qaPercentArticles: 0 });
    expect(await pipeline.until(article.id, ['ready'])).toMatchObject({
      audio: expect.any(String),
      qaStatus: null,
    });
  });
});

test('rules label ready articles, and reject failed ones', async () => {
  const { article } = await withRules(
    ['Done', [status('ready')], [{ action: 'set_label', values: ['Audio'] }]],
    ['Hide failures', [status('errored')], set('rejected')],
  );
  expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready', labels: ['Audio'] });
  expect(await pipeline.voice(article.id, { text: '<voice name="Nobody">Hello.</voice>' })).toMatchObject({
    status: 'rejected',
    error: 'Status set by the rule “Hide failures”.',
  });
});

test('a rule sees labels of earlier rules, and never those of later ones', async () => {
  const { article } = await withRules(
    ['Before', [{ operator: 'is', subject: 'label', value: 'Sport' }], [{ action: 'skip_text', values: [] }]],
    ['Label', [always], [{ action: 'set_label', values: ['Sport'] }]],
    ['After', [{ operator: 'is', subject: 'label', value: 'Sport' }], [{ action: 'skip_title', values: [] }]],
  );
  const { audio } = await pipeline.voice(article.id);
  expect((await pipeline.chunks(article.id, audio)).map(({ text }) => text)).toEqual([
    'The match ended late.',
  ]);
});

test('a rule that changes during a run applies from the next run on', async () => {
  const { project, article } = await withRules(['Stop', [always], set('waiting')]);
  await pipeline.begin(article.id);
  await expect
    .poll(() => pipeline.app.db.prisma.article.findUnique({ where: { id: article.id } }))
    .toMatchObject({ heldBy: 'Stop' });
  await pipeline.app.db.prisma.processingRule.updateMany({
    data: { projectId: project.id, actions: [{ action: 'skip_title', values: [] }] },
  });
  await letGo(article.id);
  const said = async ({ audio }: Article) =>
    (await pipeline.chunks(article.id, audio)).map(({ text }) => text);
  expect(await said(await pipeline.until(article.id, ['ready']))).toEqual([
    'Football',
    'The match ended late.',
  ]);
  expect(await said(await pipeline.voice(article.id))).toEqual(['The match ended late.']);
});
