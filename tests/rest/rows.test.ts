import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import type { Row } from '../../server/rest/row.ts';
import { useServer } from '../support/server.ts';
import { startSite, type Site } from '../support/site.ts';
import { documented, elsewhere, examples, keyOf, later, type World } from './rest-calls.ts';

const site: Site = await startSite({
  '/story.html':
    '<html><head><title>Story</title></head><body><article><h1>Story</h1><p>The harbour opened today, and everybody came to see ' +
    'it.</p><p>A second paragraph of the story, long enough to be one.</p></article></body></html>',
});
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

let world: World;
let tokens: Record<'maintainer' | 'outsider', string>;
beforeEach(async () => {
  const newsroom = await server.make.newsroom();
  world = {
    ...newsroom,
    apiSource: await server.make.apiKey(newsroom.project.id),
    soundFile: (await server.make.sound(newsroom.project.id)).file,
    page: `${site.url}/story.html`,
  };
  tokens = {
    maintainer: await server.signIn(newsroom.maintainer),
    outsider: await server.signIn(newsroom.outsider),
  };
});

const call = (row: Row, token?: string) => {
  const { path, body, file } = examples[keyOf(row)]!(world);
  return server.rest(row.method, path, { token, body, file });
};

/** What partners are told of the calls, as they check it: with no more in an answer than is told. */
const openapi = JSON.parse(
  readFileSync(new URL('../../server/rest/generated/openapi.json', import.meta.url), 'utf8'),
  (_, value) =>
    value && typeof value === 'object' && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
);
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(openapi, 'openapi');
const pointer = (...keys: string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

function expectDescribed(row: Row, status: number, body: unknown): void {
  const place = pointer(
    'paths',
    row.path,
    row.method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  );
  const validate = ajv.getSchema(`openapi#${place}`);
  expect(validate, `${keyOf(row)} describes no ${status}`).toBeDefined();
  expect(validate!(body) ? [] : validate!.errors, JSON.stringify(body)).toEqual([]);
}

/** The value below dotted keys; throws where one is missing. */
function below(body: any, keys: string): unknown {
  return keys.split('.').reduce((value, key) => {
    if (typeof value !== 'object' || value === null || !(key in value))
      throw new Error(`The answer has no ${keys}: ${JSON.stringify(body)}`);
    return value[key];
  }, body);
}

test('every documented call of projects and distribution has its row, or is served elsewhere, or is known to come later', () => {
  const expected = documented
    .filter(({ doc }) => doc < 3)
    .map(keyOf)
    .filter((key) => !elsewhere.includes(key));
  const served = rows.map(keyOf);
  expect([...served.filter((key) => expected.includes(key)), ...later].sort()).toEqual(expected.sort());
  expect(served.filter((key) => !documented.some((known) => keyOf(known) === key))).toEqual([]);
  expect(new Set(served).size).toBe(served.length);
});

test('every row has an example here', () => {
  expect(Object.keys(examples).sort()).toEqual(rows.map(keyOf).sort());
});

describe.each(rows.map((row): [string, Row] => [keyOf(row), row]))('%s', (key, row) => {
  test('answers with the documented keys', async () => {
    const { status, body } = await call(row, tokens.maintainer);
    expect({ status, body }).toMatchObject({ status: row.reply ? 200 : 204 });
    for (const keys of documented.find((known) => keyOf(known) === key)!.answers) below(body, keys);
    if (body.result !== undefined) expect(body.result).toBe('ok');
    if (row.reply) expectDescribed(row, 200, body);
  });

  test("keeps another organization's things from being known", async () => {
    if (examples[key]!(world).global) {
      const { body } = await call(row, tokens.outsider);
      expect(JSON.stringify(body)).not.toContain(world.project.name);
      expect(JSON.stringify(body)).not.toContain(world.organization.name);
    } else {
      const { status, body } = await call(row, tokens.outsider);
      expect(status).toBe(404);
      expect(body).toMatchObject({ result: 'fail' });
      expect(JSON.stringify(body)).not.toContain(world.project.name);
      if (row.method !== 'POST' || !row.fail) expectDescribed(row, 404, body);
    }
  });
});

test('partners read what the calls are without signing in', async () => {
  const { status, headers } = await server.rest('GET', '/api/openapi.json', {});
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});

test('a call that nobody documented answers 404 as the others do', async () => {
  for (const path of ['/api/nothing', '/api/projects/1/nothing']) {
    const { status, body } = await server.rest('GET', path, { token: tokens.maintainer });
    expect([status, body.result]).toEqual([404, 'fail']);
  }
});
