/** Tests that every endpoint with a body responds to any input. */
import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import type { Newsroom } from '../support/factories.ts';
import { isFull } from '../support/full.ts';
import { useServer } from '../support/server.ts';
import { patience } from '../../scripts/patience.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const bodies: Record<string, string> = {
  nothing: '',
  'no JSON': '{',
  'an empty object': '{}',
  'an empty list': '[]',
  null: 'null',
  'a number': '1',
  true: 'true',
  'a text': '"text"',
  'a list of nothing': '[null]',
  'a list of lists': '[[]]',
  'an object of nothing': '{"query":null,"email":null,"title":null,"fileContent":null}',
  'an object of wrong things': '{"query":1,"email":[],"title":{"toString":1},"labels":true,"active":{}}',
  'brackets that do not end': '['.repeat(20_000),
  'brackets in brackets': deep(20_000),
  'brackets in a field': `{"query":"{ __typename }","variables":{"a":${deep(5_000)}},"labels":${deep(5_000)},"fileContent":${deep(5_000)}}`,
  'more than anybody reads': `{"query":"{ __typename }","labels":[${'0,'.repeat(30_000)}0]}`,
};
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/graphql-response+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  undefined,
];

/** Paths that take bodies, without those of REST, which are in `rows`. */
const doors = [
  '/graphql',
  '/auth/sign-in',
  '/auth/token',
  '/alexa/nothing',
  '/connect/nothing/back-channel-logout',
  '/ev',
  '/enhance/uc',
  '/enhance/done',
  '/player/nothing/reports',
  '/podcast/nothing',
  '/unsubscribe/nothing',
  '/stripe/webhook',
  '/mail/bounces',
  '/nothing',
];

interface Answered {
  door: string;
  sent: string;
  status: number;
}

async function post(door: string, body: string, type: string | undefined, method = 'POST'): Promise<number> {
  const request: RequestInit = {
    method,
    body: new TextEncoder().encode(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience.condition),
    headers: {
      authorization: `Bearer ${token}`,
      'x-parlance-upload': '1',
      ...(type !== undefined && { 'content-type': type }),
    },
  };
  const response = await fetch(server.url + door, request);
  await response.arrayBuffer();
  return response.status;
}

/** What was not answered, or as if it were the server's fault. */
async function badAnswers(door: string, kinds: typeof types, method?: string): Promise<Answered[]> {
  const bad: Answered[] = [];
  for (const type of kinds) {
    for (const [sent, body] of Object.entries(bodies)) {
      const status = await post(door, body, type, method).catch(() => 0);
      if (status === 0 || status >= 500) bad.push({ door: `${door} ${type}`, sent, status });
    }
  }
  return bad;
}

test.each(doors)('%s responds to every body with every content type', async (door) => {
  expect(await badAnswers(door, types)).toEqual([]);
});

const taking = rows.filter(({ method }) => method === 'POST' || method === 'PUT');
const uploads = taking.filter(({ upload }) => upload);
const others = taking.filter(({ upload }) => !upload);
const tried = isFull ? taking : [...uploads, ...others.filter((_, index) => index % 6 === 0)];

test.each(tried.map((row) => [row.method, row.path] as const))(
  '%s %s responds to every body',
  async (method, path) => {
    const door = path.replace('{id}', String(room.project.id)).replaceAll(/\{\w+\}/g, '1');
    expect(await badAnswers(door, isFull ? types : ['application/json'], method)).toEqual([]);
  },
);

describe('invalid operations are refused by GraphQL with a message', () => {
  test.each(['{}', '[]', 'null', '1', 'true', '"text"', '[null]'])('%s', async (body) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(patience.condition),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [expect.objectContaining({ message: expect.any(String) })],
    });
  });
});

test('every endpoint is tested', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const found = globSync('server/{http,alexa,feeds}/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(root + file, 'utf8').matchAll(/\.(?:post|put|patch|all)(?:<[^(]*>)?\(\s*'([^']+)'/g),
    ])
    .map(([, path]) => path!.replace(/:\w+|\*/, 'nothing'));
  expect(found).toContain('/auth/sign-in');
  expect(found.filter((path) => !doors.includes(path))).toEqual([]);
});
