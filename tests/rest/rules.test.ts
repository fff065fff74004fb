import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let path: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  path = `/api/projects/${room.project.id}/audio-rules`;
});

const get = () => server.rest('GET', path, { token });
const post = (body: unknown) => server.rest('POST', path, { token, body });
const always = { operator: 'always', subject: 'article', value: '' };

test('rules are returned as stored', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    audioRules: [
      {
        id: room.rule.id,
        name: room.rule.name,
        predicates: [{ operator: 'contains', subject: 'title', value: 'Sport' }],
        actions: [{ action: 'skip_title', value: '' }],
      },
    ],
  });
});

test('a list replaces the rules; values may be lists, texts and numbers', async () => {
  const { status, body } = await post([
    {
      id: null,
      name: 'Title',
      predicates: [
        { operator: 'greater_than', subject: 'length', value: 200 },
        { operator: 'is', subject: 'label', value: ['Sport', 'Kultur'] },
      ],
      actions: [
        { action: 'say_as', value: 'offline:en-US-Otto' },
        { action: 'volume_boost', value: -20 },
        { action: 'set_label', value: 'a, b' },
      ],
    },
    {
      id: room.rule.id,
      name: 'Kept',
      predicates: [always],
      actions: [{ action: 'say_as', value: ['offline:en-US-Otto'] }, { action: 'skip_text' }],
    },
  ]);
  expect(status).toBe(200);
  expect(body).toEqual({
    result: 'ok',
    audioRules: [
      {
        id: expect.any(Number),
        name: 'Length greater than 200 → Say as another voice',
        predicates: [
          { operator: 'greater_than', subject: 'length', value: '200' },
          { operator: 'is', subject: 'label', value: 'Sport, Kultur' },
        ],
        actions: [
          { action: 'say_as', value: ['offline:en-US-Otto'] },
          { action: 'volume_boost', value: '-20' },
          { action: 'set_label', value: 'a, b' },
        ],
      },
      {
        id: room.rule.id,
        name: 'Kept',
        predicates: [always],
        actions: [
          { action: 'say_as', value: ['offline:en-US-Otto'] },
          { action: 'skip_text', value: '' },
        ],
      },
    ],
  });
  expect((await get()).body.audioRules).toEqual(body.audioRules);
});

test('a returned list can be sent back without changes', async () => {
  const { body } = await get();
  expect((await post(body.audioRules)).body).toEqual({ result: 'ok', audioRules: body.audioRules });
  expect(await server.app.db.prisma.projectLog.count({ where: { projectId: room.project.id } })).toBe(0);
});

test('a list without a rule deletes it', async () => {
  expect((await post([])).body).toEqual({ result: 'ok', audioRules: [] });
  expect((await get()).body).toEqual({ audioRules: [] });
});

describe('errors have an error status', () => {
  test.each<[string, unknown, string, Record<string, string[]>]>([
    ['no list', { audioRules: [] }, 'This must be a list.', { '[body]': ['This must be a list.'] }],
    [
      'an empty rule',
      [{ name: 'Empty' }],
      'Fields IF and THEN is required and cannot be empty',
      { '[0][predicates]': ['Fields IF and THEN is required and cannot be empty'] },
    ],
    [
      'no condition',
      [{ predicates: [], actions: [{ action: 'skip_title' }] }],
      'Field IF is required and cannot be empty',
      { '[0][predicates]': ['Field IF is required and cannot be empty'] },
    ],
    [
      'no action',
      [{ predicates: [always], actions: [] }],
      'Field THEN is required and cannot be empty',
      { '[0][actions]': ['Field THEN is required and cannot be empty'] },
    ],
    [
      'an unknown action',
      [{ predicates: [always], actions: [{ action: 'dance', value: 'a' }] }],
      'Unknown action.',
      { '[0][actions][0]': ['Unknown action.'] },
    ],
    [
      'an id of another project',
      [{ id: 999_999, predicates: [always], actions: [{ action: 'skip_title' }] }],
      'This rule doesn’t belong to the project.',
      { '[0][id]': ['This rule doesn’t belong to the project.'] },
    ],
    ['a list without a rule', ['rule'], 'This must be an object.', { '[0]': ['This must be an object.'] }],
    [
      'an object as value',
      [{ predicates: [{ ...always, value: { a: 1 } }], actions: [] }],
      'This must be a string.',
      { '[0][predicates][0][value][0]': ['This must be a string.'] },
    ],
  ])('%s', async (_, sent, message, errors) => {
    expect(await post(sent)).toMatchObject({ status: 422, body: { result: 'fail', message, errors } });
    expect((await get()).body.audioRules).toHaveLength(1);
  });
});

test('without the feature rules are refused', async () => {
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { features: [] },
  });
  const { status, body } = await post([{ predicates: [always], actions: [{ action: 'skip_title' }] }]);
  expect(status).toBe(403);
  expect(body).toEqual({
    result: 'fail',
    message: 'This feature is not enabled in your organization. Want to unlock it?',
  });
});

test('a project is not found for callers without access, and read-only programs can read it', async () => {
  const outsider = await server.signIn(room.outsider);
  for (const method of ['GET', 'POST'])
    expect(
      (await server.rest(method, path, { token: outsider, body: method === 'POST' ? [] : undefined })).status,
    ).toBe(404);
  const { apiKey } = await server.make.apiKey(room.project.id);
  expect((await server.rest('GET', path, { token: apiKey })).status).toBe(200);
  expect((await server.rest('POST', path, { token: apiKey, body: [] })).status).toBe(403);
  const { token: partner } = await server.make.partnerToken(room.organization.id);
  expect((await server.rest('POST', path, { token: partner, body: [] })).status).toBe(200);
});
