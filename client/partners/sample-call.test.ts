import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { callsOf, callsWith, failureSchema, kindOf, type OpenapiDocument } from './openapi-document.ts';
import { curlOf, exampleOf, shortBodyOf } from './sample-call.ts';

const document = JSON.parse(
  await readFile(new URL('../../server/rest/generated/openapi.json', import.meta.url), 'utf8'),
) as OpenapiDocument;
const calls = callsOf(document);
const call = (id: string) => calls.find((one) => one.id === id)!;
const ajv = new Ajv2020({
  strict: false,
  code: { optimize: false },
  formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': true, uri: true },
});

test('every call of the document is listed with its parameters', () => {
  const all = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(calls.map(({ id }) => id)).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
  expect(calls.every(({ group }) => document.tags.some(({ name }) => name === group))).toBe(true);
  expect(calls.filter(({ reply, method }) => !reply && method !== 'DELETE')).toEqual([]);
});

test('examples match the document', () => {
  const wrong = calls.flatMap(({ id, body, reply }) =>
    [
      body && { schema: body.schema, example: shortBodyOf(body.schema) },
      reply && { schema: reply.schema, example: exampleOf(reply.schema) },
    ]
      .filter((one) => one !== null)
      .flatMap(({ schema, example }) =>
        ajv.validate(schema, example) ? [] : [`${id}: ${ajv.errorsText()}`],
      ),
  );
  expect(wrong).toEqual([]);
});

test('a command contains method, token and a body that is safe in a shell', () => {
  expect(curlOf(call('articles'), 'https://audio.example.com')).toBe(
    `curl 'https://audio.example.com/api/projects/1/articles' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
  const create = curlOf(call('createArticle'), 'http://localhost:4000');
  expect(create).toMatch(/^curl -X POST 'http:\/\/localhost:4000\/api\/projects\/1\/articles' \\\n/);
  expect(JSON.parse(/-d '(.*)'$/.exec(create)![1]!)).toMatchObject({ title: 'Good morning' });
  expect(curlOf(call('uploadImage'), 'http://localhost:4000')).toMatch(/-F 'file=@file'$/);
  const quoting = { type: 'object', properties: { text: { type: 'string', enum: ["it's"] } } };
  expect(
    curlOf({ ...call('createArticle'), body: { media: ['application/json'], schema: quoting } }, ''),
  ).toContain(`-d '{"text":"it'\\''s"}'`);
});

test('a search finds calls by path, by field and by words, in any order', () => {
  const found = (text: string) => callsWith(calls, text).map(({ id }) => id);
  expect(found('')).toHaveLength(calls.length);
  expect(found('articles post')).toContain('createArticle');
  expect(found('qastatus')).toContain('articles');
  expect(found('no such call at all')).toEqual([]);
});

test('types are shown in their usual notation', () => {
  expect(kindOf({ type: ['string', 'null'], format: 'date' })).toBe('string (date) or null');
  expect(kindOf({ type: 'array', items: { type: 'integer' } })).toBe('array of integer');
  expect(kindOf({ type: 'string', enum: ['a', 'b'] })).toBe('"a" | "b"');
  expect(kindOf({ type: 'string', contentMediaType: 'application/octet-stream' })).toBe('file');
  expect(kindOf(document.components.schemas[failureSchema]!)).toBe('object');
});
