import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../server/kernel/actor.ts';
import { ValidationError } from '../../server/kernel/errors.ts';
import { ruleTemplates } from '../../server/areas/rules/catalogue.ts';
import type { RuleInput } from '../../server/areas/rules/check.ts';
import { loadRules } from '../../server/areas/rules/load.ts';
import { createRule, deleteRule, moveRule, replaceRules, updateRule, type ListedRule } from '../../server/areas/rules/rules.ts';
import { findAction } from '../../server/areas/rules/actions/registry.ts';
import { findCondition } from '../../server/areas/rules/conditions/registry.ts';
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

const otto = 'offline:en-US-Otto';
const titled = (value: string) => ({ operator: 'contains', subject: 'title', value });
const skip = { action: 'skip_title', values: [] as string[] };
const input = (over: Partial<RuleInput> = {}): RuleInput => ({ name: 'A rule', predicates: [titled('Sport')], actions: [skip], ...over });
const act = (action: string, ...values: string[]) => input({ actions: [{ action, values }] });
const create = async (over: Partial<RuleInput> = {}) => (await createRule(server.app, actor, { projectId, ...input(over) })).rule;
const list = () => loadRules(server.app.db.sql, projectId);
const names = async () => (await list()).map(({ name }) => name);
const replace = (rules: ListedRule[]) => replaceRules(server.app, actor, { projectId, rules });
const log = () => server.app.db.prisma.projectLog.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
const sound = (file: string, over: object = {}) => server.app.db.prisma.sound.create({ data: { projectId, name: 'music.mp3', file, durationMs: 1_000, bytes: 16_000, ...over } });

async function problems(work: Promise<unknown>): Promise<Record<string, string>> {
  const error = await work.then(() => null, (reason: unknown) => reason);
  if (!(error instanceof ValidationError)) throw new Error(`Not refused: ${String(error)}`);
  return Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]));
}

describe('a rule', () => {
  test('is kept in one spelling, with voices by their full names', async () => {
    await sound('upload-1');
    const given = input({
      name: '  A  rule\n',
      predicates: [titled('  Sport '), { operator: 'is', subject: 'label', value: 'a,,b , A' }, { operator: 'less_than', subject: 'length', value: '0500' }, { operator: 'equals', subject: 'voice', value: 'en-US-Otto' }],
      actions: [{ action: 'say_as', values: ['en-US-Otto', otto] }, { action: 'volume_boost', values: ['+20'] }, { action: 'background_music', values: ['upload-1'] }, { action: 'skip_title', values: [''] }],
    });
    const rule = await create(given);
    expect(rule).toMatchObject({
      name: 'A rule',
      predicates: [titled('Sport'), { operator: 'is', subject: 'label', value: 'A, b' }, { operator: 'less_than', subject: 'length', value: '500' }, { operator: 'equals', subject: 'voice', value: otto }],
      actions: [{ action: 'say_as', values: [otto] }, { action: 'volume_boost', values: ['20'] }, { action: 'background_music', values: ['upload-1'] }, skip],
    });
    expect(await loadRules(server.app.db.sql, projectId)).toEqual([rule]);
  });

  test.each([
    [{ name: '' }, 'Title contains "Sport" → Skip title'],
    [{ name: ' \n' }, 'Title contains "Sport" → Skip title'],
    [{ name: 'Title' }, 'Title contains "Sport" → Skip title'],
    [{ name: '', predicates: [{ operator: 'always', subject: 'article', value: '' }], actions: [{ action: 'say_as', values: [otto] }] }, 'Always → Say as another voice'],
    [{ name: '', predicates: [{ operator: 'greater_than', subject: 'length', value: '5000' }], actions: [{ action: 'set_status', values: ['rejected'] }] }, 'Length greater than 5000 → Set status'],
    [{ name: '', predicates: [titled('ä'.repeat(400))] }, `Title contains "${'ä'.repeat(238)}…`],
    [{ name: 'title' }, 'title'],
  ])('%j is called %j', async (over, name) => {
    expect((await create(over)).name).toBe(name);
  });

  test('that every template fills in can be saved', async () => {
    await sound('upload-1');
    for (const { title, predicates, actions } of ruleTemplates) {
      await create({
        name: title,
        predicates: predicates.map((one) => ({ ...one, value: one.value || (findCondition(one)!.valueKind === 'none' ? '' : 'Sport') })),
        actions: actions.map(({ action, values }) => ({ action, values: values.length || findAction({ action })!.valueKind === 'none' ? values : [otto] })),
      });
    }
    expect(await names()).toEqual(ruleTemplates.map(({ title }) => title));
  });
});

describe('what is wrong is told where it is wrong', () => {
  const sentences = { both: 'Fields IF and THEN is required and cannot be empty', noCondition: 'Field IF is required and cannot be empty', noAction: 'Field THEN is required and cannot be empty' };

  test.each<[string, Partial<RuleInput>, Record<string, string>]>([
    ['no condition and no action', { predicates: [], actions: [] }, { predicates: sentences.both }],
    ['no condition', { predicates: [] }, { predicates: sentences.noCondition }],
    ['no action', { actions: [] }, { actions: sentences.noAction }],
    ['an unknown condition', { predicates: [titled('a'), { operator: 'contains', subject: 'moon', value: 'a' }] }, { 'predicates.1': 'Unknown condition.' }],
    ['an unknown action', { actions: [skip, { action: 'dance', values: [] }] }, { 'actions.1': 'Unknown action.' }],
    ['an empty value', { predicates: [titled(' ')] }, { 'predicates.0': '“Title contains” needs a value.' }],
    ['no number', { predicates: [{ operator: 'greater_than', subject: 'length', value: 'long' }] }, { 'predicates.0': '“Length greater than” needs a whole number from 0 to 10000000.' }],
    ['no labels', { predicates: [{ operator: 'is', subject: 'label', value: ' , ' }] }, { 'predicates.0': '“Label is” needs a value.' }],
    ['an unknown voice to compare with', { predicates: [{ operator: 'equals', subject: 'voice', value: 'offline:nobody' }] }, { 'predicates.0': '“Voice equals” refers to an unknown voice.' }],
    ['a status that never is', { predicates: [{ operator: 'equals', subject: 'status', value: 'deleted' }] }, { 'predicates.0': '“Status equals” takes one of parsed, ready, errored.' }],
    ['no voice', act('say_as'), { 'actions.0': '“Say as another voice” needs a value.' }],
    ['an unknown voice', act('say_as', otto, 'offline:nobody'), { 'actions.0': '“Say as another voice” refers to an unknown voice.' }],
    ['a boost beyond the range', act('volume_boost', '110'), { 'actions.0': '“Volume boost” needs a whole number from -100 to 100.' }],
    ['a boost between the steps', act('volume_boost', '15'), { 'actions.0': '“Volume boost” needs a multiple of 10.' }],
    ['two values where one is taken', act('volume_boost', '10', '20'), { 'actions.0': '“Volume boost” takes one value.' }],
    ['an unknown sound', act('background_music', 'upload-none'), { 'actions.0': '“Background music” refers to a sound that the project does not have.' }],
    ['a path for a sound', act('audio_logo', '../../etc/passwd'), { 'actions.0': '“Prepend music/audio logo” needs a sound.' }],
    ['an unknown strategy', act('chunk_strategy', 'words'), { 'actions.0': '“Chunk strategy” takes one of sentences, paragraphs, voice_tag_sentences, voice_tag_paragraphs.' }],
    ['too long a name', { name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
    ['too many conditions', { predicates: Array.from({ length: 21 }, () => titled('a')) }, { predicates: 'At most 20 conditions.' }],
    ['too many actions', { actions: Array.from({ length: 21 }, () => skip) }, { actions: 'At most 20 actions.' }],
    ['too many values', act('say_as', ...Array.from({ length: 21 }, () => otto)), { 'actions.0': 'There are too many values, or some are too long.' }],
    ['a value without end', { predicates: [titled('a'), titled('x'.repeat(1_000_000))] }, { 'predicates.1': 'This value is too long.' }],
    ['a name without end', { name: 'x'.repeat(1_000_000) }, { name: 'At most 255 characters.' }],
    ['several things', { predicates: [titled(''), titled('a')], actions: [{ action: 'volume_boost', values: ['5'] }, { action: 'dance', values: [] }] }, {
      'predicates.0': '“Title contains” needs a value.', 'actions.0': '“Volume boost” needs a multiple of 10.', 'actions.1': 'Unknown action.',
    }],
  ])('%s', async (_, over, expected) => {
    expect(await problems(create(over))).toEqual(expected);
    expect(await list()).toEqual([]);
    expect(await log()).toEqual([]);
  });

  test('a sound of another project, and one that was deleted', async () => {
    const other = await server.make.project({ organizationId: room.organization.id });
    await sound('upload-theirs', { projectId: other.id });
    await sound('upload-gone', { deletedAt: new Date() });
    for (const file of ['upload-theirs', 'upload-gone']) expect(await problems(create(act('audio_logo', file)))).toHaveProperty(['actions.0']);
  });

  test('in a list with the place of the rule, and nothing of it is stored', async () => {
    const stored = await create();
    const found = await problems(replace([{ ...stored, name: 'Renamed' }, input({ predicates: [] }), { ...input(), id: 999_999 }, { ...stored }, { ...input(), id: room.rule.id }, input({ actions: [{ action: 'dance', values: [] }] })]));
    expect(found).toEqual({
      'rules.1.predicates': sentences.noCondition,
      'rules.2.id': 'The project has no rule with this ID.',
      'rules.3.id': 'This rule is already in the list.',
      'rules.4.id': 'The project has no rule with this ID.', // there is one, of another project
      'rules.5.actions.0': 'Unknown action.',
    });
    expect(await list()).toEqual([stored]);
  });

  test('but not endlessly', async () => {
    const nonsense = input({ predicates: Array.from({ length: 20 }, () => titled('')) });
    expect(Object.keys(await problems(replace(Array.from({ length: 100 }, () => nonsense)))).length).toBeLessThanOrEqual(70);
  });
});

test('a project has at most 100 rules', async () => {
  await replace(Array.from({ length: 100 }, (_, index) => input({ name: `Rule ${index}` })));
  expect(await problems(create())).toEqual({ rules: 'At most 100 rules.' });
  expect(await problems(replace(Array.from({ length: 101 }, () => input())))).toEqual({ rules: 'At most 100 rules.' });
  expect(await list()).toHaveLength(100);
});

describe('what a rule has', () => {
  test('may stay though voice and sound have gone, and what is new must be there', async () => {
    const gone = await server.make.rule(projectId, {
      name: 'Old',
      predicates: [{ operator: 'equals', subject: 'voice', value: 'google:gone' }, { operator: 'contains', subject: 'moon', value: '' }],
      actions: [{ action: 'say_as', values: ['google:gone', otto] }, { action: 'audio_logo', values: ['upload-gone'] }, { action: 'normalise_by', values: ['a model'] }],
    });
    const [stored] = await list();
    expect(await updateRule(server.app, actor, stored!)).toEqual(stored);
    expect(await log()).toEqual([]);
    expect(await updateRule(server.app, actor, { ...stored!, name: 'Renamed' })).toMatchObject({ name: 'Renamed', actions: stored!.actions });
    const another = { ...stored!, actions: [{ action: 'say_as', values: ['google:gone'] }, ...stored!.actions.slice(1)] };
    expect(await updateRule(server.app, actor, another)).toMatchObject({ actions: another.actions });
    expect(await problems(updateRule(server.app, actor, { ...another, actions: [{ action: 'say_as', values: ['google:gone', 'google:lost'] }] }))).toHaveProperty(['actions.0']);
    expect(await problems(updateRule(server.app, actor, { ...another, actions: [{ action: 'background_music', values: ['upload-gone'] }] }))).toHaveProperty(['actions.0']);
    expect(await problems(create({ actions: another.actions }))).toEqual({
      'actions.0': '“Say as another voice” refers to an unknown voice.',
      'actions.1': '“Prepend music/audio logo” refers to a sound that the project does not have.',
      'actions.2': 'Unknown action.',
    });
    await replace([{ ...another, id: gone.id, name: 'In a list' }]);
    expect(await names()).toEqual(['In a list']);
  });

  test('changes its time only when it changes', async () => {
    const rule = await create();
    expect((await updateRule(server.app, actor, rule)).updatedAt).toEqual(rule.updatedAt);
    await create({ name: 'Other' });
    await moveRule(server.app, actor, { id: rule.id, position: 1 });
    expect((await list())[1]!.updatedAt).toEqual(rule.updatedAt);
    expect((await updateRule(server.app, actor, { ...rule, name: 'New' })).updatedAt.getTime()).toBeGreaterThan(rule.updatedAt.getTime());
  });
});

describe('the order', () => {
  const fill = async () => {
    for (const name of ['a', 'b', 'c', 'd']) await create({ name });
    return Object.fromEntries((await list()).map(({ id, name }) => [name, id]));
  };

  test('is that in which rules were added', async () => {
    await fill();
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([['a', 2, 'bcad'], ['d', 0, 'dabc'], ['b', 99, 'acdb'], ['c', -5, 'cabd'], ['b', 1, 'abcd']])('%s to %d gives %s', async (name, position, expected) => {
    const ids = await fill();
    await moveRule(server.app, actor, { id: ids[name]!, position });
    expect((await names()).join('')).toBe(expected);
    expect((await list()).map((rule) => rule.position)).toEqual([0, 1, 2, 3]);
  });

  test('has no gaps after a rule was taken away', async () => {
    const ids = await fill();
    await deleteRule(server.app, actor, ids['b']!);
    expect((await list()).map(({ name, position }) => [name, position])).toEqual([['a', 0], ['c', 1], ['d', 2]]);
  });

  test('of a list is that of the list, and rules keep their ids', async () => {
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

describe('at the same time', () => {
  const sorted = async () => (await names()).toSorted();

  test('rules that are added are all there, in some order', async () => {
    const added = Array.from({ length: 8 }, (_, index) => `Rule ${index}`);
    await Promise.all(added.map((name) => create({ name })));
    expect(await sorted()).toEqual(added);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('rules that are moved, changed and deleted get lost no more than was asked for', async () => {
    const rules = [];
    for (let index = 0; index < 8; index++) rules.push(await create({ name: `Rule ${index}` }));
    await Promise.all([
      ...rules.map(({ id }, index) => moveRule(server.app, actor, { id, position: (index * 5) % 8 })),
      updateRule(server.app, actor, { ...rules[3]!, name: 'Changed' }),
      deleteRule(server.app, actor, rules[7]!.id).catch((error: Error) => error),
      create({ name: 'Added' }),
    ].map((work) => Promise.resolve(work).catch((error: Error) => expect(error.message).toBe('This rule does not exist.'))));
    expect(await sorted()).toEqual(['Added', 'Changed', 'Rule 0', 'Rule 1', 'Rule 2', 'Rule 4', 'Rule 5', 'Rule 6']);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('no more than 100 rules are added', async () => {
    await replace(Array.from({ length: 97 }, (_, index) => input({ name: `Rule ${index}` })));
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => create()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await list()).toHaveLength(100);
  });

  test('a list and a rule of its own make what one after the other would', async () => {
    const rule = await create({ name: 'First' });
    await Promise.all([replace([rule, input({ name: 'Second' })]), create({ name: 'Third' })]);
    expect([['First', 'Second'], ['First', 'Second', 'Third']]).toContainEqual(await names());
  });
});

test('the log says who changed what, in words', async () => {
  const rule = await create({ actions: [{ action: 'set_status', values: ['rejected'] }] });
  await updateRule(server.app, actor, { ...rule, predicates: [titled('Politik')] });
  const second = await create({ name: 'Second' });
  await moveRule(server.app, actor, { id: second.id, position: 0 });
  await replace([{ ...second, actions: [skip, { action: 'volume_boost', values: ['-20'] }] }]);
  await deleteRule(server.app, actor, second.id);
  const entries = await log();
  expect(entries.every(({ userId }) => userId === room.editor.id)).toBe(true);
  expect(entries.map(({ action, body }) => [action, body])).toEqual([
    ['rule created', { rule: rule.id, name: 'A rule', predicates: ['Title contains "Sport"'], actions: ['Set status: rejected'] }],
    ['rule updated', { rule: rule.id, name: 'A rule', changes: { predicates: { from: ['Title contains "Sport"'], to: ['Title contains "Politik"'] } } }],
    ['rule created', { rule: second.id, name: 'Second', predicates: ['Title contains "Sport"'], actions: ['Skip title'] }],
    ['rules moved', { changes: { processingRules: { from: ['A rule', 'Second'], to: ['Second', 'A rule'] } } }],
    ['rules replaced', { changes: { processingRules: {
      from: ['Second: if Title contains "Sport" then Skip title', 'A rule: if Title contains "Politik" then Set status: rejected'],
      to: ['Second: if Title contains "Sport" then Skip title; Volume boost: -20'],
    } } }],
    ['rule deleted', { rule: second.id, name: 'Second', predicates: ['Title contains "Sport"'], actions: ['Skip title', 'Volume boost: -20'] }],
  ]);
});

describe('over GraphQL', () => {
  const fields = 'id databaseId name predicates { operator subject value } actions { action values }';
  const failed = '__typename ... on Error { message } ... on ValidationError { fieldErrors { field message } }';
  const run = async (document: string, variables: object) => server.graphql(document, variables, await server.signIn(room.editor));

  test('rules are added, changed, moved, deleted and read', async () => {
    const { data: created } = await run(`mutation ($input: CreateProcessingRuleInput!) { createProcessingRule(input: $input) { ${failed} ... on CreateProcessingRuleSuccess { rule { ${fields} } project { processingRules { name } } } } }`, {
      input: { projectId: globalId('Project', projectId), predicates: [titled('Sport')], actions: [{ action: 'skip_title' }] },
    });
    const { rule, project } = created!['createProcessingRule'];
    expect(rule).toMatchObject({ name: 'Title contains "Sport" → Skip title', predicates: [titled('Sport')], actions: [skip] });
    expect(project.processingRules).toHaveLength(1);
    const other = await create({ name: 'Other' });

    const { data: updated } = await run(`mutation ($input: UpdateProcessingRuleInput!) { updateProcessingRule(input: $input) { ${failed} ... on UpdateProcessingRuleSuccess { rule { ${fields} updatedAt } } } }`, {
      input: { id: rule.id, name: 'Mine', predicates: [titled('Kultur')], actions: [skip] },
    });
    expect(updated!['updateProcessingRule'].rule).toMatchObject({ id: rule.id, name: 'Mine', predicates: [titled('Kultur')] });

    const { data: moved } = await run(`mutation ($input: MoveProcessingRuleInput!) { moveProcessingRule(input: $input) { ${failed} ... on MoveProcessingRuleSuccess { project { processingRules { name } } } } }`, { input: { id: rule.id, position: 1 } });
    expect(moved!['moveProcessingRule'].project.processingRules).toEqual([{ name: 'Other' }, { name: 'Mine' }]);

    const { data: deleted } = await run(`mutation ($input: DeleteProcessingRuleInput!) { deleteProcessingRule(input: $input) { ${failed} ... on DeleteProcessingRuleSuccess { deletedId project { processingRules { name } } } } }`, { input: { id: other.id } });
    expect(deleted!['deleteProcessingRule']).toMatchObject({ deletedId: globalId('ProcessingRule', other.id), project: { processingRules: [{ name: 'Mine' }] } });
  });

  test('a list is put in place with ids of either kind, and nonsense for an id refused', async () => {
    const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two' })];
    const replacing = `mutation ($input: ReplaceProcessingRulesInput!) { replaceProcessingRules(input: $input) { ${failed} ... on ReplaceProcessingRulesSuccess { project { processingRules { databaseId name } } } } }`;
    const { predicates, actions } = input();
    const { data } = await run(replacing, { input: { projectId, rules: [{ id: String(two.id), name: 'Two', predicates, actions }, { id: globalId('ProcessingRule', one.id), name: 'Uno', predicates, actions }] } });
    expect(data!['replaceProcessingRules'].project.processingRules).toEqual([{ databaseId: two.id, name: 'Two' }, { databaseId: one.id, name: 'Uno' }]);
    const { data: refused } = await run(replacing, { input: { projectId, rules: [{ id: 'nonsense', predicates, actions }] } });
    expect(refused!['replaceProcessingRules']).toMatchObject({ __typename: 'ValidationError', fieldErrors: [{ field: 'rules.0.id', message: 'The project has no rule with this ID.' }] });
  });

  test('the catalogue says all that a screen needs', async () => {
    const { data } = await run(`{ ruleCatalogue {
      conditions { operator subject title valueKind options { value title } min max defaultValue }
      actions { action title description valueKind multiple options { value title } min max step defaultValues }
      templates { key title description predicates { operator subject value } actions { action values } }
    } }`, {});
    const { conditions, actions, templates } = data!['ruleCatalogue'];
    expect(conditions.map((one: { title: string }) => one.title)).toEqual([
      'Always', 'Title contains', 'Text contains', 'Title or text contains', 'Label is', 'Length greater than', 'Length less than', 'URL contains', 'Voice equals', 'Status equals',
    ]);
    expect(conditions.at(-1)).toMatchObject({ valueKind: 'options', defaultValue: 'parsed', options: [{ value: 'parsed' }, { value: 'ready' }, { value: 'errored' }] });
    expect(actions.map((one: { title: string }) => one.title)).toEqual([
      'Skip title', 'Skip text', 'Say as another voice', 'Set label', 'Set status', 'Background music', 'Prepend music/audio logo', 'Volume boost', 'Chunk strategy',
    ]);
    expect(actions.filter((one: { multiple: boolean }) => one.multiple).map((one: { action: string }) => one.action)).toEqual(['say_as', 'background_music']);
    expect(actions).toContainEqual(expect.objectContaining({ action: 'volume_boost', valueKind: 'range', min: -100, max: 100, step: 10, defaultValues: ['0'] }));
    expect(templates.map((one: { title: string }) => one.title)).toEqual([
      'Reject by label', 'Reject by keyword', 'Reject longer than', 'Reject shorter than', 'Read in another voice', "Don't read title", 'Read category in another voice', 'Stop after parsed',
    ]);
  });
});
