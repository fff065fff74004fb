import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import { examples, keyOf, type Example, type World } from '../rest/rest-calls.ts';
import { isFull } from '../support/full.ts';
import { startServer, type RestAnswer, type TestServer } from '../support/server.ts';
import { startSite, type Site } from '../support/site.ts';
import { takeSnapshot, type Snapshot } from '../support/snapshot.ts';
import { hostile, sharedOut } from './hostile-values.ts';

/** A JSON Schema, as the documentation of REST has them. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Documented {
  parameters?: { name: string; in: 'path' | 'query' }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const { paths } = JSON.parse(
  readFileSync(new URL('../../server/rest/generated/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Documented>> };

let site: Site;
let server: TestServer;
let world: World;
let token: string;
let snapshot: Snapshot;
beforeAll(async () => {
  site = await startSite({
    '/story.html': '<html><body><h1>Story</h1><p>The harbour opened today.</p></body></html>',
  });
  server = await startServer({
    env: {
      FETCH_ALLOW_HOSTS: site.host,
      ARTICLE_MAX_CHARACTERS: '1000',
      // Four calls change the same rows at once, on a machine that may be busy.
      DATABASE_LOCK_MS: '60000',
    },
  });
  const room = await server.make.newsroom();
  const soundFile = (await server.make.sound(room.project.id)).file;
  world = {
    ...room,
    invited: await server.make.member(room.organization.id, 'viewer', { status: 'invited' }),
    apiSource: await server.make.apiKey(room.project.id),
    soundFile,
    studioAudio: await server.make.studioAudio(room.editor.id),
    page: `${site.url}/story.html`,
  };
  token = await server.signIn(room.maintainer);
  snapshot = await takeSnapshot(server.app.db);
});
afterAll(async () => {
  await server?.close();
  await site?.close();
});

const words = hostile.filter((value): value is string => typeof value === 'string');
const numbers = ['0', '-1', '1.5', '2147483648'];
/** Longer parts of a path belong to no row. */
const partMax = 100;
let asked = 0;

/** Bodies with each documented field in turn as it should not be, and without it. */
function* bodiesOf(schema: Schema, body: unknown, place: string): Generator<unknown> {
  if (schema.items) {
    yield* [[null], ['x'], [[]], [{}], Array<unknown>(300).fill({})];
    const first = Array.isArray(body) ? (body as unknown[])[0] : undefined;
    for (const item of bodiesOf(schema.items, first, `${place}[]`)) yield [item];
  }
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : {};
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    const { [name]: own, ...without } = given;
    yield without;
    const inside = `${place}.${name}`;
    for (const value of sharedOut(hostile, inside)) yield { ...given, [name]: value };
    for (const value of bodiesOf(below, own, inside)) yield { ...given, [name]: value };
  }
}

/** Calls of a row with one thing in each that should not be so. */
function* callsOf(
  key: string,
  path: string,
  { parameters = [], requestBody }: Documented,
): Generator<Example> {
  const example = examples[key]!(world);
  const [place, query = ''] = example.path.split('?') as [string, string?];
  const parts = place.split('/');
  for (const [index, part] of path.split('/').entries())
    if (part.startsWith('{'))
      for (const value of sharedOut(
        [...numbers, ...words.filter((word) => word !== '' && word.length <= partMax)],
        `${key} ${part}`,
      ))
        yield {
          ...example,
          path:
            parts.with(index, encodeURIComponent(value.toWellFormed())).join('/') + (query && `?${query}`),
        };
  for (const { name } of parameters.filter((parameter) => parameter.in === 'query'))
    for (const value of sharedOut(
      [...numbers, ...words.filter((word) => word.length < 2_000)],
      `${key} ${name}`,
    )) {
      const search = new URLSearchParams(query);
      search.set(name, value);
      yield { ...example, path: `${place}?${search}` };
    }
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return;
  for (const body of ['x', 5, true, [], {}, [null]]) yield { ...example, body };
  for (const body of bodiesOf(schema, example.body, key)) yield { ...example, body };
}

/** Why an answer is no answer to bad input; null: it is one. */
function problemOf({ status, body }: RestAnswer): string | null {
  if (status >= 500) return `HTTP ${status} ${JSON.stringify(body)}`;
  if (status < 400) return null;
  const { result, status: said, message, errors } = Object(body) as Record<string, unknown>;
  return (result === 'fail' || said !== undefined || errors !== undefined) &&
    (message !== undefined || errors !== undefined)
    ? null
    : `HTTP ${status} without a reason: ${JSON.stringify(body)}`;
}

const call = (method: string, { path, body, file }: Example) =>
  server.rest(method, path, { token, body, file });

describe.each(rows.map((row) => [keyOf(row), row] as const))('%s', (key, { method, path, upload }) => {
  test('refuses every invalid field with a reason', async () => {
    const problems: string[] = [];
    const left = callsOf(key, path, paths[path]![method.toLowerCase()]!);
    const next = async (): Promise<void> => {
      for (let { value, done } = left.next(); !done; { value, done } = left.next()) {
        asked++;
        const made = value as Example;
        const problem = problemOf(await call(method, made));
        if (problem)
          problems.push(
            `${decodeURIComponent(made.path).slice(0, 150)} ${JSON.stringify(made.body)?.slice(0, 200)}: ${problem}`,
          );
      }
    };
    await Promise.all([next(), next(), next(), next()]);
    await snapshot.restore();
    expect(problems).toEqual([]);
  });

  test.runIf(method !== 'GET' && !upload)('ignores unknown keys', async () => {
    const example = examples[key]!(world);
    if (typeof example.body !== 'object' || Array.isArray(example.body)) return;
    const known = await call(method, example);
    await snapshot.restore();
    // A prototype is refused wherever it is.
    const harmless = hostile.filter((value) => !Object.hasOwn(Object(value) as object, 'constructor'));
    const unknown = Object.fromEntries(harmless.map((value, index) => [`unknown ${index}`, value]));
    const answer = await call(method, { ...example, body: { ...unknown, ...(example.body as object) } });
    await snapshot.restore();
    expect([answer.status, Object.keys(Object(answer.body))]).toEqual([
      known.status,
      Object.keys(Object(known.body)),
    ]);
  });
});

afterAll(() => {
  console.log(`${asked} calls`);
  expect(asked).toBeGreaterThan(isFull ? 3_000 : 700);
});
