import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';

const text = readFileSync(new URL('../../server/rest/generated/openapi.json', import.meta.url), 'utf8');

test('the OpenAPI document passes a linter', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Every operator serves it at another address, so none can be named.
    // The paths of adcampaign follow the specification.
    rules: { 'no-server-example.com': 'off', 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'error' },
  });
  const problems = await lintFromString({ source: text, config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

test('the OpenAPI document contains every row, with every field that is read', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { requestBody?: unknown }>> };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
  const changes = rows.filter(
    ({ method, path }) =>
      (method === 'POST' || method === 'PUT') && !/refresh$|recrawl$|invite\/\{userId\}$/.test(path),
  );
  expect(
    changes
      .filter(({ method, path }) => !paths[path]![method.toLowerCase()]!.requestBody)
      .map(({ path }) => path),
  ).toEqual([]);
});
