import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../server/kernel/actor.ts';
import type { RuleInput } from '../../server/areas/library/rules/rule-check.ts';
import { loadRules } from '../../server/areas/library/rules/load-rules.ts';
import {
  createRule,
  deleteRule,
  moveRule,
  replaceRules,
  updateRule,
  type ListedRule,
} from '../../server/areas/library/rules/rules.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const server = useServer();
let room: Newsroom;
let actor: Actor;
let projectId: number;
beforeEach(async () => {
  room = await server.make.newsroom();
  actor = actorOf(room.editor);
  projectId = (await server.make.project({ organizationId: room.organization.id })).id;
});
const titled = (value: string) => ({ operator: 'contains', subject: 'title', value });
const skip = { action: 'skip_title', values: [] as string[] };
const input = (over: Partial<RuleInput> = {}): RuleInput => ({
  name: 'A rule',
  predicates: [titled('Sport')],
  actions: [skip],
  ...over,
});
const create = async (over: Partial<RuleInput> = {}) =>
  (await createRule(server.app, actor, { projectId, ...input(over) })).rule;
const list = () => loadRules(server.app.db.sql, projectId);
const names = async () => (await list()).map(({ name }) => name);
const replace = (rules: ListedRule[]) => replaceRules(server.app, actor, { projectId, rules });

describe('the order of rules', () => {
  const fill = async () => {
    for (const name of ['a', 'b', 'c', 'd']) await create({ name });
    return Object.fromEntries((await list()).map(({ id, name }) => [name, id]));
  };

  test('is the order of creation', async () => {
    await fill();
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([
    ['a', 2, 'bcad'],
    ['d', 0, 'dabc'],
    ['b', 99, 'acdb'],
    ['c', -5, 'cabd'],
    ['b', 1, 'abcd'],
  ])('%s to %d gives %s', async (name, position, expected) => {
    const ids = await fill();
    await moveRule(server.app, actor, { id: ids[name]!, position });
    expect((await names()).join('')).toBe(expected);
    expect((await list()).map((rule) => rule.position)).toEqual([0, 1, 2, 3]);
  });

  test('has no gaps after a deletion', async () => {
    const ids = await fill();
    await deleteRule(server.app, actor, ids['b']!);
    expect((await list()).map(({ name, position }) => [name, position])).toEqual([
      ['a', 0],
      ['c', 1],
      ['d', 2],
    ]);
  });

  test('of a replaced list is that of the list, and rules keep their ids', async () => {
    const ids = await fill();
    const rules = Object.fromEntries((await list()).map((rule) => [rule.name, rule]));
    await replace([rules['d']!, { ...input({ name: 'new' }) }, { ...rules['a']!, name: 'A' }]);
    const after = await list();
    expect(after.map(({ name }) => name)).toEqual(['d', 'new', 'A']);
    expect([after[0]!.id, after[2]!.id]).toEqual([ids['d'], ids['a']]);
    expect(Object.values(ids)).not.toContain(after[1]!.id);
    expect(after[0]!.updatedAt).toEqual(rules['d']!.updatedAt);
    await replace([]);
    expect(await list()).toEqual([]);
  });
});

describe('concurrent changes of rules', () => {
  const sorted = async () => (await names()).toSorted();

  test('keep all added rules, in some order', async () => {
    const added = Array.from({ length: 8 }, (_, index) => `Rule ${index}`);
    await Promise.all(added.map((name) => create({ name })));
    expect(await sorted()).toEqual(added);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('lose no rules except the deleted ones', async () => {
    const rules = [];
    for (let index = 0; index < 8; index++) rules.push(await create({ name: `Rule ${index}` }));
    await Promise.all(
      [
        ...rules.map(({ id }, index) => moveRule(server.app, actor, { id, position: (index * 5) % 8 })),
        updateRule(server.app, actor, { ...rules[3]!, name: 'Changed' }),
        deleteRule(server.app, actor, rules[7]!.id).catch((error: Error) => error),
        create({ name: 'Added' }),
      ].map((work) =>
        Promise.resolve(work).catch((error: Error) =>
          expect(error.message).toBe('This rule does not exist.'),
        ),
      ),
    );
    expect(await sorted()).toEqual([
      'Added',
      'Changed',
      'Rule 0',
      'Rule 1',
      'Rule 2',
      'Rule 4',
      'Rule 5',
      'Rule 6',
    ]);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('create no more than 100 rules', async () => {
    await replace(Array.from({ length: 97 }, (_, index) => input({ name: `Rule ${index}` })));
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => create()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await list()).toHaveLength(100);
  });

  test('give the same result as some sequential order', async () => {
    const rule = await create({ name: 'First' });
    await Promise.all([replace([rule, input({ name: 'Second' })]), create({ name: 'Third' })]);
    expect([
      ['First', 'Second'],
      ['First', 'Second', 'Third'],
    ]).toContainEqual(await names());
  });
});

describe('rules over GraphQL', () => {
  const fields = 'id databaseId name predicates { operator subject value } actions { action values }';
  const failed =
    '__typename ... on Error { message ... on ValidationError { fieldErrors { field message } } }';
  const run = async (document: string, variables: object) =>
    server.graphql(document, variables, await server.signIn(room.editor));

  test('are added, changed, moved, deleted and read', async () => {
    const { data: created } = await run(
      `mutation ($input: CreateProcessingRuleInput!) { createProcessingRule(input: $input) { ${failed} ... on CreateProcessingRuleSuccess { rule { ${fields} } project { processingRules { name } } } } }`,
      {
        input: {
          project: globalId('Project', projectId),
          predicates: [titled('Sport')],
          actions: [{ action: 'skip_title' }],
        },
      },
    );
    const { rule, project } = created!['createProcessingRule'];
    expect(rule).toMatchObject({
      name: 'Title contains "Sport" → Skip title',
      predicates: [titled('Sport')],
      actions: [skip],
    });
    expect(project.processingRules).toHaveLength(1);
    const other = await create({ name: 'Other' });

    const { data: updated } = await run(
      `mutation ($input: UpdateProcessingRuleInput!) { updateProcessingRule(input: $input) { ${failed} ... on UpdateProcessingRuleSuccess { rule { ${fields} updatedAt } } } }`,
      { input: { id: rule.id, name: 'Mine', predicates: [titled('Kultur')], actions: [skip] } },
    );
    expect(updated!['updateProcessingRule'].rule).toMatchObject({
      id: rule.id,
      name: 'Mine',
      predicates: [titled('Kultur')],
    });

    const { data: moved } = await run(
      `mutation ($input: MoveProcessingRuleInput!) { moveProcessingRule(input: $input) { ${failed} ... on MoveProcessingRuleSuccess { project { processingRules { name } } } } }`,
      { input: { id: rule.id, position: 1 } },
    );
    expect(moved!['moveProcessingRule'].project.processingRules).toEqual([
      { name: 'Other' },
      { name: 'Mine' },
    ]);

    const { data: deleted } = await run(
      `mutation ($input: DeleteProcessingRuleInput!) { deleteProcessingRule(input: $input) { ${failed} ... on DeleteProcessingRuleSuccess { deletedId project { processingRules { name } } } } }`,
      { input: { id: other.id } },
    );
    expect(deleted!['deleteProcessingRule']).toMatchObject({
      deletedId: globalId('ProcessingRule', other.id),
      project: { processingRules: [{ name: 'Mine' }] },
    });
  });

  test('are replaced as a list with both kinds of id, and invalid ids are refused', async () => {
    const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two' })];
    const replacing = `mutation ($input: ReplaceProcessingRulesInput!) { replaceProcessingRules(input: $input) { ${failed} ... on ReplaceProcessingRulesSuccess { project { processingRules { databaseId name } } } } }`;
    const { predicates, actions } = input();
    const { data } = await run(replacing, {
      input: {
        project: projectId,
        rules: [
          { id: String(two.id), name: 'Two', predicates, actions },
          { id: globalId('ProcessingRule', one.id), name: 'Uno', predicates, actions },
        ],
      },
    });
    expect(data!['replaceProcessingRules'].project.processingRules).toEqual([
      { databaseId: two.id, name: 'Two' },
      { databaseId: one.id, name: 'Uno' },
    ]);
    const { data: refused } = await run(replacing, {
      input: { project: projectId, rules: [{ id: 'nonsense', predicates, actions }] },
    });
    expect(refused!['replaceProcessingRules']).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field: 'rules.0.id', message: 'This rule doesn’t belong to the project.' }],
    });
  });

  test('have a catalogue with everything that a screen needs', async () => {
    const { data } = await run(
      `{ ruleCatalogue {
      conditions { operator subject title valueKind options { value title } min max defaultValue }
      actions { action title description valueKind multiple options { value title } min max step defaultValues }
      templates { key title description predicates { operator subject value } actions { action values } }
    } }`,
      {},
    );
    const { conditions, actions, templates } = data!['ruleCatalogue'];
    expect(conditions.map((one: { title: string }) => one.title)).toEqual([
      'Always',
      'Title contains',
      'Text contains',
      'Title or text contains',
      'Label is',
      'Length greater than',
      'Length less than',
      'URL contains',
      'Voice equals',
      'Status equals',
    ]);
    expect(conditions.at(-1)).toMatchObject({
      valueKind: 'OPTIONS',
      defaultValue: 'parsed',
      options: [{ value: 'parsed' }, { value: 'ready' }, { value: 'errored' }],
    });
    expect(actions.map((one: { title: string }) => one.title)).toEqual([
      'Skip title',
      'Skip text',
      'Say as another voice',
      'Set label',
      'Set status',
      'Voice-to-voice model',
      'Background music',
      'Prepend music/audio logo',
      'Volume boost',
      'AI normalization model name',
      'Chunk strategy',
      'Leave as written',
    ]);
    expect(
      actions
        .filter((one: { multiple: boolean }) => one.multiple)
        .map((one: { action: string }) => one.action),
    ).toEqual(['say_as', 'background_music', 'leave_as_written']);
    expect(actions).toContainEqual(
      expect.objectContaining({
        action: 'volume_boost',
        valueKind: 'RANGE',
        min: -100,
        max: 100,
        step: 10,
        defaultValues: ['0'],
      }),
    );
    expect(templates.map((one: { title: string }) => one.title)).toEqual([
      'Reject by label',
      'Reject by keyword',
      'Reject longer than',
      'Reject shorter than',
      'Read in another voice',
      "Don't read title",
      'Read category in another voice',
      'Stop after parsed',
    ]);
  });
});
