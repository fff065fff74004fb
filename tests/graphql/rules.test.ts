import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../server/kernel/actor.ts';
import { ValidationError } from '../../server/kernel/errors.ts';
import { ruleTemplates } from '../../server/areas/library/rules/rule-catalogue.ts';
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
import { bodyInWords } from '../../server/areas/library/rules/rule-text-format.ts';
import { findAction } from '../../server/areas/library/rules/actions/registry.ts';
import { findCondition } from '../../server/areas/library/rules/conditions/registry.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

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
const input = (over: Partial<RuleInput> = {}): RuleInput => ({
  name: 'A rule',
  predicates: [titled('Sport')],
  actions: [skip],
  ...over,
});
const act = (action: string, ...values: string[]) => input({ actions: [{ action, values }] });
const create = async (over: Partial<RuleInput> = {}) =>
  (await createRule(server.app, actor, { projectId, ...input(over) })).rule;
const list = () => loadRules(server.app.db.sql, projectId);
const names = async () => (await list()).map(({ name }) => name);
const replace = (rules: ListedRule[]) => replaceRules(server.app, actor, { projectId, rules });
const log = () => server.app.db.prisma.projectLog.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
const sound = (file: string, over: object = {}) =>
  server.app.db.prisma.sound.create({
    data: { projectId, name: 'music.mp3', file, durationMs: 1_000, bytes: 16_000, ...over },
  });

async function problems(work: Promise<unknown>): Promise<Record<string, string>> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ValidationError)) throw new Error(`Not refused: ${String(error)}`);
  return Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]));
}

describe('a rule', () => {
  test('is normalized, with voices by their full names', async () => {
    await sound('upload-1');
    const given = input({
      name: '  A  rule\n',
      predicates: [
        titled('  Sport '),
        { operator: 'is', subject: 'label', value: 'a,,b , A' },
        { operator: 'less_than', subject: 'length', value: '0500' },
        { operator: 'equals', subject: 'voice', value: 'en-US-Otto' },
      ],
      actions: [
        { action: 'say_as', values: ['en-US-Otto', otto] },
        { action: 'volume_boost', values: ['+20'] },
        { action: 'background_music', values: ['upload-1'] },
        { action: 'skip_title', values: [''] },
      ],
    });
    const rule = await create(given);
    expect(rule).toMatchObject({
      name: 'A rule',
      predicates: [
        titled('Sport'),
        { operator: 'is', subject: 'label', value: 'A, b' },
        { operator: 'less_than', subject: 'length', value: '500' },
        { operator: 'equals', subject: 'voice', value: otto },
      ],
      actions: [
        { action: 'say_as', values: [otto] },
        { action: 'volume_boost', values: ['20'] },
        { action: 'background_music', values: ['upload-1'] },
        skip,
      ],
    });
    expect(await loadRules(server.app.db.sql, projectId)).toEqual([rule]);
  });

  test.each([
    [{ name: '' }, 'Title contains "Sport" → Skip title'],
    [{ name: ' \n' }, 'Title contains "Sport" → Skip title'],
    [{ name: 'Title' }, 'Title contains "Sport" → Skip title'],
    [
      {
        name: '',
        predicates: [{ operator: 'always', subject: 'article', value: '' }],
        actions: [{ action: 'say_as', values: [otto] }],
      },
      'Always → Say as another voice',
    ],
    [
      {
        name: '',
        predicates: [{ operator: 'greater_than', subject: 'length', value: '5000' }],
        actions: [{ action: 'set_status', values: ['rejected'] }],
      },
      'Length greater than 5000 → Set status',
    ],
    [{ name: '', predicates: [titled('ä'.repeat(400))] }, `Title contains "${'ä'.repeat(238)}…`],
    [{ name: 'title' }, 'title'],
  ])('%j gets the name %j', async (over, name) => {
    expect((await create(over)).name).toBe(name);
  });

  test('of every template can be saved', async () => {
    await sound('upload-1');
    for (const { title, predicates, actions } of ruleTemplates) {
      await create({
        name: title,
        predicates: predicates.map((one) => ({
          ...one,
          value: one.value || (findCondition(one)!.valueKind === 'none' ? '' : 'Sport'),
        })),
        actions: actions.map(({ action, values }) => ({
          action,
          values: values.length || findAction({ action })!.valueKind === 'none' ? values : [otto],
        })),
      });
    }
    expect(await names()).toEqual(ruleTemplates.map(({ title }) => title));
  });
});

describe('errors point to the invalid input', () => {
  const sentences = {
    both: 'Fields IF and THEN is required and cannot be empty',
    noCondition: 'Field IF is required and cannot be empty',
    noAction: 'Field THEN is required and cannot be empty',
  };

  test.each<[string, Partial<RuleInput>, Record<string, string>]>([
    ['no condition and no action', { predicates: [], actions: [] }, { predicates: sentences.both }],
    ['no condition', { predicates: [] }, { predicates: sentences.noCondition }],
    ['no action', { actions: [] }, { actions: sentences.noAction }],
    [
      'an unknown condition',
      { predicates: [titled('a'), { operator: 'contains', subject: 'moon', value: 'a' }] },
      { 'predicates.1': 'Unknown condition.' },
    ],
    [
      'an unknown action',
      { actions: [skip, { action: 'dance', values: [] }] },
      { 'actions.1': 'Unknown action.' },
    ],
    ['an empty value', { predicates: [titled(' ')] }, { 'predicates.0': '“Title contains” needs a value.' }],
    [
      'an invalid number',
      { predicates: [{ operator: 'greater_than', subject: 'length', value: 'long' }] },
      { 'predicates.0': '“Length greater than” needs a whole number from 0 to 10000000.' },
    ],
    [
      'no labels',
      { predicates: [{ operator: 'is', subject: 'label', value: ' , ' }] },
      { 'predicates.0': '“Label is” needs a value.' },
    ],
    [
      'an unknown voice to compare with',
      { predicates: [{ operator: 'equals', subject: 'voice', value: 'offline:nobody' }] },
      { 'predicates.0': '“Voice equals” refers to an unknown voice.' },
    ],
    [
      'an impossible status',
      { predicates: [{ operator: 'equals', subject: 'status', value: 'deleted' }] },
      { 'predicates.0': '“Status equals” accepts one of parsed, ready, errored.' },
    ],
    ['no voice', act('say_as'), { 'actions.0': '“Say as another voice” needs a value.' }],
    [
      'an unknown voice',
      act('say_as', otto, 'offline:nobody'),
      { 'actions.0': '“Say as another voice” refers to an unknown voice.' },
    ],
    [
      'a fallback voice without service',
      act('voice_to_voice', otto),
      {
        'actions.0':
          '“Voice-to-voice model” needs a speech service that can convert one voice to another, and none is set up.',
      },
    ],
    [
      'a language model without configuration',
      act('normalization_model', 'openai:gpt-5-mini'),
      { 'actions.0': '“AI normalization model name” needs a language model, and none is set up.' },
    ],
    [
      'a boost beyond the range',
      act('volume_boost', '110'),
      { 'actions.0': '“Volume boost” needs a whole number from -100 to 100.' },
    ],
    [
      'a boost between steps',
      act('volume_boost', '15'),
      { 'actions.0': '“Volume boost” needs a multiple of 10.' },
    ],
    [
      'two values for a single one',
      act('volume_boost', '10', '20'),
      { 'actions.0': '“Volume boost” accepts one value.' },
    ],
    [
      'an unknown sound',
      act('background_music', 'upload-none'),
      { 'actions.0': '“Background music” refers to a sound that doesn’t belong to the project.' },
    ],
    [
      'a path as sound',
      act('audio_logo', '../../etc/passwd'),
      { 'actions.0': '“Prepend music/audio logo” needs a sound.' },
    ],
    [
      'an unknown strategy',
      act('chunk_strategy', 'words'),
      {
        'actions.0':
          '“Chunk strategy” accepts one of sentences, paragraphs, voice_tag_sentences, voice_tag_paragraphs.',
      },
    ],
    ['a name that is too long', { name: 'x'.repeat(256) }, { name: 'Enter up to 255 characters.' }],
    [
      'too many conditions',
      { predicates: Array.from({ length: 21 }, () => titled('a')) },
      { predicates: 'Add up to 20 conditions.' },
    ],
    [
      'too many actions',
      { actions: Array.from({ length: 21 }, () => skip) },
      { actions: 'Add up to 20 actions.' },
    ],
    [
      'too many values',
      act('say_as', ...Array.from({ length: 21 }, () => otto)),
      { 'actions.0': 'There are too many values, or some are too long.' },
    ],
    [
      'an endless value',
      { predicates: [titled('a'), titled('x'.repeat(1_000_000))] },
      { 'predicates.1': 'This value is too long.' },
    ],
    ['an endless name', { name: 'x'.repeat(1_000_000) }, { name: 'Enter up to 255 characters.' }],
    [
      'several errors',
      {
        predicates: [titled(''), titled('a')],
        actions: [
          { action: 'volume_boost', values: ['5'] },
          { action: 'dance', values: [] },
        ],
      },
      {
        'predicates.0': '“Title contains” needs a value.',
        'actions.0': '“Volume boost” needs a multiple of 10.',
        'actions.1': 'Unknown action.',
      },
    ],
  ])('%s', async (_, over, expected) => {
    expect(await problems(create(over))).toEqual(expected);
    expect(await list()).toEqual([]);
    expect(await log()).toEqual([]);
  });

  test('for a sound of another project, or a deleted one', async () => {
    const other = await server.make.project({ organizationId: room.organization.id });
    await sound('upload-theirs', { projectId: other.id });
    await sound('upload-gone', { deletedAt: new Date() });
    for (const file of ['upload-theirs', 'upload-gone'])
      expect(await problems(create(act('audio_logo', file)))).toHaveProperty(['actions.0']);
  });

  test('in a list with the index of the rule, and nothing is stored', async () => {
    const stored = await create();
    const found = await problems(
      replace([
        { ...stored, name: 'Renamed' },
        input({ predicates: [] }),
        { ...input(), id: 999_999 },
        { ...stored },
        { ...input(), id: room.rule.id },
        input({ actions: [{ action: 'dance', values: [] }] }),
      ]),
    );
    expect(found).toEqual({
      'rules.1.predicates': sentences.noCondition,
      'rules.2.id': 'This rule doesn’t belong to the project.',
      'rules.3.id': 'This rule is already in the list.',
      'rules.4.id': 'This rule doesn’t belong to the project.', // there is one, of another project
      'rules.5.actions.0': 'Unknown action.',
    });
    expect(await list()).toEqual([stored]);
  });

  test('up to a maximum number', async () => {
    const nonsense = input({ predicates: Array.from({ length: 20 }, () => titled('')) });
    expect(
      Object.keys(await problems(replace(Array.from({ length: 100 }, () => nonsense)))).length,
    ).toBeLessThanOrEqual(70);
  });
});

test('a project has at most 100 rules', async () => {
  await replace(Array.from({ length: 100 }, (_, index) => input({ name: `Rule ${index}` })));
  expect(await problems(create())).toEqual({ rules: 'Add up to 100 rules.' });
  expect(await problems(replace(Array.from({ length: 101 }, () => input())))).toEqual({
    rules: 'Add up to 100 rules.',
  });
  expect(await list()).toHaveLength(100);
});

describe('references of a rule', () => {
  test('may stay if voice or sound are gone, but new ones must exist', async () => {
    const gone = await server.make.rule(projectId, {
      name: 'Old',
      predicates: [
        { operator: 'equals', subject: 'voice', value: 'google:gone' },
        { operator: 'contains', subject: 'moon', value: '' },
      ],
      actions: [
        { action: 'say_as', values: ['google:gone', otto] },
        { action: 'audio_logo', values: ['upload-gone'] },
        { action: 'normalise_by', values: ['a model'] },
      ],
    });
    const [stored] = await list();
    expect(await updateRule(server.app, actor, stored!)).toEqual(stored);
    expect(await log()).toEqual([]);
    expect(await updateRule(server.app, actor, { ...stored!, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      actions: stored!.actions,
    });
    const another = {
      ...stored!,
      actions: [{ action: 'say_as', values: ['google:gone'] }, ...stored!.actions.slice(1)],
    };
    expect(await updateRule(server.app, actor, another)).toMatchObject({ actions: another.actions });
    expect(
      await problems(
        updateRule(server.app, actor, {
          ...another,
          actions: [{ action: 'say_as', values: ['google:gone', 'google:lost'] }],
        }),
      ),
    ).toHaveProperty(['actions.0']);
    expect(
      await problems(
        updateRule(server.app, actor, {
          ...another,
          actions: [{ action: 'background_music', values: ['upload-gone'] }],
        }),
      ),
    ).toHaveProperty(['actions.0']);
    expect(await problems(create({ actions: another.actions }))).toEqual({
      'actions.0': '“Say as another voice” refers to an unknown voice.',
      'actions.1': '“Prepend music/audio logo” refers to a sound that doesn’t belong to the project.',
      'actions.2': 'Unknown action.',
    });
    await replace([{ ...another, id: gone.id, name: 'In a list' }]);
    expect(await names()).toEqual(['In a list']);
  });

  test('change its modification time only if they change', async () => {
    const rule = await create();
    expect((await updateRule(server.app, actor, rule)).updatedAt).toEqual(rule.updatedAt);
    await create({ name: 'Other' });
    await moveRule(server.app, actor, { id: rule.id, position: 1 });
    expect((await list())[1]!.updatedAt).toEqual(rule.updatedAt);
    expect(
      (await updateRule(server.app, actor, { ...rule, name: 'New' })).updatedAt.getTime(),
    ).toBeGreaterThan(rule.updatedAt.getTime());
  });
});

test('are stored in the log, and exports show them in words', async () => {
  const rule = await create({ actions: [{ action: 'set_status', values: ['rejected'] }] });
  await updateRule(server.app, actor, { ...rule, predicates: [titled('Politik')] });
  const second = await create({ name: 'Second' });
  await moveRule(server.app, actor, { id: second.id, position: 0 });
  await replace([{ ...second, actions: [skip, { action: 'volume_boost', values: ['-20'] }] }]);
  await deleteRule(server.app, actor, second.id);
  const entries = await log();
  expect(entries.every(({ userId }) => userId === room.editor.id)).toBe(true);
  const about = (value: string) => ({ operator: 'contains', subject: 'title', kind: 'text', value });
  expect(entries[1]!.body).toEqual({
    rule: rule.id,
    name: 'A rule',
    changes: { predicates: { from: [about('Sport')], to: [about('Politik')] } },
  });
  expect(entries[5]!.body).toEqual({
    rule: second.id,
    name: 'Second',
    predicates: [about('Sport')],
    actions: [
      { action: 'skip_title', kind: 'none', values: [] },
      { action: 'volume_boost', kind: 'range', values: ['-20'] },
    ],
  });
  expect(entries.map(({ action, body }) => [action, bodyInWords(body)])).toEqual([
    [
      'rule created',
      {
        rule: rule.id,
        name: 'A rule',
        predicates: ['Title contains "Sport"'],
        actions: ['Set status: rejected'],
      },
    ],
    [
      'rule updated',
      {
        rule: rule.id,
        name: 'A rule',
        changes: { predicates: { from: ['Title contains "Sport"'], to: ['Title contains "Politik"'] } },
      },
    ],
    [
      'rule created',
      { rule: second.id, name: 'Second', predicates: ['Title contains "Sport"'], actions: ['Skip title'] },
    ],
    [
      'rules moved',
      { changes: { processingRules: { from: ['A rule', 'Second'], to: ['Second', 'A rule'] } } },
    ],
    [
      'rules replaced',
      {
        changes: {
          processingRules: {
            from: [
              'Second: if Title contains "Sport" then Skip title',
              'A rule: if Title contains "Politik" then Set status: rejected',
            ],
            to: ['Second: if Title contains "Sport" then Skip title; Volume boost: -20'],
          },
        },
      },
    ],
    [
      'rule deleted',
      {
        rule: second.id,
        name: 'Second',
        predicates: ['Title contains "Sport"'],
        actions: ['Skip title', 'Volume boost: -20'],
      },
    ],
  ]);
});
