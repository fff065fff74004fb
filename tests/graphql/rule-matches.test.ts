import { beforeEach, expect, test } from 'vitest';
import { createRule, updateRule } from '../../server/areas/library/rules/rules.ts';
import { examinedMax } from '../../server/areas/library/rules/count-matches.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let project: number;
beforeEach(async () => {
  room = await server.make.newsroom();
  project = (await server.make.project({ organizationId: room.organization.id })).id;
});

const document = `query ($id: ID!, $predicates: [RulePredicateInput!]!) {
  project(id: $id) { ruleMatches(predicates: $predicates) { matching examined isAll } } }`;
const ask = async (...predicates: object[]) =>
  server.graphql(document, { id: project, predicates }, await server.signIn(room.viewer));
async function count(...predicates: object[]): Promise<unknown> {
  const { data, errors } = await ask(...predicates);
  expect(errors).toBeUndefined();
  return data!['project'].ruleMatches;
}

const has = (subject: string, value: string) => ({ operator: 'contains', subject, value });
const status = (value: string) => ({ operator: 'equals', subject: 'status', value });
const fill = (articles: object[]) =>
  server.app.db.prisma.article.createMany({
    data: articles.map((given) => ({
      projectId: project,
      title: 'Weather',
      text: 'It rains.',
      status: 'ready' as const,
      ...given,
    })),
  });

test('a preview counts the articles that the rule would apply to', async () => {
  await fill([
    { title: 'Straße gesperrt', labels: ['Local'] },
    { text: 'Die STRASSE ist frei.', status: 'errored' },
    { labels: ['local'], deletedAt: new Date() },
    { labels: ['LOCAL'] },
  ]);
  expect(await count(has('title_or_text', 'strasse'))).toEqual({ matching: 2, examined: 3, isAll: true });
  expect(await count(has('title', 'strasse'))).toMatchObject({ matching: 1 });
  expect(
    await count(has('title_or_text', 'strasse'), { operator: 'is', subject: 'label', value: 'local, sport' }),
  ).toMatchObject({ matching: 1 });
  expect(await count({ operator: 'greater_than', subject: 'length', value: '10' })).toMatchObject({
    matching: 1,
  });
  // A rule comes to every article when its text is final; to one that is ready or has failed, only if it asks
  // for that.
  expect(await count(status('parsed'))).toMatchObject({ matching: 3 });
  expect(await count(status('errored'))).toMatchObject({ matching: 1 });
});

test('a preview checks only the newest articles, and shows it', async () => {
  const minutes = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000);
  await fill(
    Array.from({ length: examinedMax }, (_, index) => ({ title: 'New', addedAt: minutes(index + 1) })),
  );
  expect(await count(has('title', 'new'))).toEqual({
    matching: examinedMax,
    examined: examinedMax,
    isAll: true,
  });
  await fill([{ title: 'Old', addedAt: minutes(0) }]);
  expect(await count(has('title', 'old'))).toEqual({ matching: 0, examined: examinedMax, isAll: false });
});

test('a preview stops early if the articles are very long', async () => {
  await fill(Array.from({ length: 8 }, () => ({ text: 'a'.repeat(1_000_000) })));
  const found = (await count(has('text', 'aa'))) as { examined: number };
  expect(found).toMatchObject({ isAll: false });
  expect(found.examined).toBeLessThan(8);
});

test('a preview reports errors, but not to callers without access', async () => {
  expect((await ask()).errors?.[0]?.message).toBe('Add 1 to 20 conditions.');
  const { errors, data } = await server.graphql(
    document,
    { id: project, predicates: [has('title', 'a')] },
    await server.signIn(await server.make.user()),
  );
  expect([errors ?? [], data?.['project'] ?? null]).not.toContainEqual(
    expect.objectContaining({ ruleMatches: expect.anything() }),
  );
});

test('a disabled rule stays, and can be enabled only with the feature', async () => {
  const actor = actorOf(room.editor);
  const content = {
    name: 'Weather',
    predicates: [has('title', 'weather')],
    actions: [{ action: 'skip_title', values: [] }],
  };
  const { rule } = await createRule(server.app, actor, { projectId: project, ...content });
  expect(rule.enabled).toBe(true);
  expect(await updateRule(server.app, actor, { id: rule.id, ...content, enabled: false })).toMatchObject({
    enabled: false,
  });
  // What says nothing of it leaves it.
  expect(await updateRule(server.app, actor, { id: rule.id, ...content, name: 'Rain' })).toMatchObject({
    name: 'Rain',
    enabled: false,
  });
  expect(await updateRule(server.app, actor, { id: rule.id, ...content, enabled: true })).toMatchObject({
    enabled: true,
  });
});
