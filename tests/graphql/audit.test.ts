import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();
const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });

test('the suite contains the expected audits', () => {
  expect(audits.filter(({ name }) => name.startsWith('MUST')).length).toBeGreaterThan(10);
  expect(audits.filter(({ name }) => name.startsWith('SHOULD')).length).toBeGreaterThan(10);
});

describe('GraphQL over HTTP', () => {
  test.each(
    audits.filter(({ name }) => /^(MUST|SHOULD)/.test(name)).map((audit) => [audit.name, audit] as const),
  )('%s', async (_, audit) => {
    const result = await audit.fn();
    expect(result).toMatchObject({ status: 'ok' });
  });
});
