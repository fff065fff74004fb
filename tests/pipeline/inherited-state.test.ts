import { beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest';
import type { Article, Project } from '../../prisma/generated/client/client.ts';
import {
  deleteArticle,
  updateArticle,
  type UpdateArticle,
} from '../../server/areas/articles/articles/articles.ts';
import { releaseDue } from '../../server/areas/articles/articles/schedule-embargo.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { duplicateArticle } from '../../server/areas/articles/duplicates/duplicate-article.ts';
import { system } from '../../server/kernel/actor.ts';
import { context, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });
const inHours = (hours: number): Date => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * 3_600_000);

let projects: Project[];
let original: Article;
beforeEach(async () => {
  const { id: organizationId } = await pipeline.make.organization({
    features: ['article-duplicator'],
    balance: 1_000_000n,
  });
  projects = [];
  for (let place = 0; place < 3; place++) projects.push(await pipeline.make.project({ organizationId }));
  for (const [parent, child] of [projects.slice(0, 2), projects.slice(1)])
    await pipeline.app.db.prisma.projectChild.create({
      data: { parentId: parent!.id, childId: child!.id, createdAt: new Date(0) },
    });
  original = await pipeline.make.article(projects[0]!.id, { step: 'assembled', status: 'ready' });
  await follow();
});

const inProject = (place: number): Promise<Article> =>
  pipeline.app.db.prisma.article.findFirstOrThrow({ where: { projectId: projects[place]!.id } });

/** Brings the duplicate and the duplicate of that up to date, as the jobs do. */
async function follow(): Promise<void> {
  const { article } = pipeline.app.db.prisma;
  for (const place of [0, 1]) {
    // Each project makes the audio at once.
    await article.updateMany({ data: { step: 'assembled', status: 'ready' } });
    const { id } = place === 0 ? original : await inProject(1);
    await duplicateArticle(pipeline.app, { articleId: id }, context);
  }
}

async function change(values: Omit<UpdateArticle, 'id'>, id = original.id): Promise<void> {
  await updateArticle(pipeline.app, system, { id, ...values });
  await follow();
}

describe('state that duplicates inherit from their original', () => {
  test.each<[keyof Article & keyof UpdateArticle, unknown[]]>([
    ['title', ['Another title', 'The first title again']],
    ['text', ['Longer than before. By a sentence.', 'Short.']],
    ['url', ['https://news.example/a', null]],
    ['labels', [['sport', 'world'], ['world'], []]],
    ['author', ['Ada', 'Ada, Grace', null]],
    ['imageUrl', ['https://news.example/a.jpg', null]],
    ['publishedAt', [inHours(-2), inHours(-50), null]],
    ['publishAt', [inHours(5), inHours(9), inHours(2)]],
  ])('%s is inherited in both directions', async (name, values) => {
    for (const value of values) {
      await change({ [name]: value });
      for (const place of [0, 1, 2]) expect((await inProject(place))[name], `${place}`).toEqual(value);
    }
  });

  test('deletion and restoration are inherited', async () => {
    await deleteArticle(pipeline.app, system, original.id);
    await follow();
    for (const place of [1, 2]) expect((await inProject(place)).deletedAt).not.toBeNull();
    await restoreArticle(pipeline.app, system, original.id);
    await follow();
    for (const place of [1, 2]) expect((await inProject(place)).deletedAt).toBeNull();
  });
});

describe('an embargo', () => {
  const isOpen = async (place: number): Promise<boolean> => {
    const { isEmbargoed, publishAt } = await inProject(place);
    return !isEmbargoed && (publishAt === null || publishAt.getTime() <= Date.now() + 1_000);
  };

  test('that ends with "Publish now" ends for duplicates, which are dated and logged as published', async () => {
    await change({ publishAt: inHours(168) });
    expect([await isOpen(1), await isOpen(2)]).toEqual([false, false]);
    await change({ publishAt: null });
    expect([await isOpen(0), await isOpen(1), await isOpen(2)]).toEqual([true, true, true]);
    const { id } = await inProject(1);
    expect((await pipeline.log(id)).map(({ action }) => action)).toContain('published');
    expect(await duplicateArticle(pipeline.app, { articleId: original.id }, context)).toBe('skipped');
  });

  test('that expires releases each article once', async () => {
    await change({ publishAt: inHours(1) });
    await pipeline.app.db.prisma.article.updateMany({ data: { publishAt: new Date(Date.now() - 1_000) } });
    expect(await releaseDue(pipeline.app)).toBe(3);
    await follow();
    expect([await isOpen(1), await isOpen(2)]).toEqual([true, true]);
  });

  test('that an editor set on a duplicate can extend its original’s, not shorten it', async () => {
    await change({ publishAt: inHours(5) });
    const { id } = await inProject(1);
    const own = inHours(9);
    await change({ publishAt: own }, id);
    await change({ publishAt: inHours(2) });
    expect((await inProject(1)).publishAt).toEqual(own);
    const later = inHours(20);
    await change({ publishAt: later });
    expect((await inProject(1)).publishAt).toEqual(later);
    await change({ publishAt: null });
    expect((await inProject(1)).publishAt).toEqual(own);
    expect((await inProject(2)).publishAt).toEqual(own);
  });

  test('that an editor ended on a duplicate does not return with the original’s next change', async () => {
    await change({ publishAt: inHours(5) });
    const { id } = await inProject(1);
    await change({ publishAt: null }, id);
    await change({ publishAt: inHours(7), author: 'Ada' });
    expect([await isOpen(0), await isOpen(1), await isOpen(2)]).toEqual([false, true, true]);
  });

  test('of an edited duplicate ends with its original’s', async () => {
    await change({ publishAt: inHours(5) });
    const { id } = await inProject(1);
    await updateArticle(pipeline.app, system, { id, author: 'A name of its own' });
    await change({ publishAt: null });
    expect(await inProject(1)).toMatchObject({ author: 'A name of its own', followsOriginal: false });
    expect(await isOpen(1)).toBe(true);
  });

  test('does not end early in a process whose clock is ahead', async () => {
    await change({ publishAt: inHours(1) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await pipeline.app.db.prisma.article.update({ where: { id: original.id }, data: { author: 'Ada' } });
    await follow();
    vi.useRealTimers();
    expect([await isOpen(1), await isOpen(2)]).toEqual([false, false]);
  });
});
