import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callOf, rootFields, valuesOf } from '../graphql/calls.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite, type Site } from '../support/site.ts';
import { audiences, type Caller } from './callers.ts';
import { allBut, setStage, type Stage } from './permission-stage.ts';
import { succeedElsewhere, successfulCalls, type Scene } from './successful-calls.ts';
import { operations } from './table.ts';

// The matrix compares refusals. Here each mutation succeeds for a permitted caller, so that no row of the
// matrix passes because its call could never succeed.

let site: Site;
let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  const story = 'The harbour opened today, and everybody came to see it. A second sentence of the story.';
  site = await startSite({
    '/story.html': `<html><body><article><h1>Story</h1><p>${story}</p></article></body></html>`,
  });
  server = await startServer({
    env: { FETCH_ALLOW_HOSTS: site.host, EXTRACTOR_IPS: '192.0.2.1', SIGN_UP: '1' },
  });
  stage = await setStage(server, `${site.url}/story.html`);
  await stage.book(allBut());
});
afterEach(() => stage.restore());
afterAll(async () => {
  await server?.close();
  await site?.close();
});

const mutations = rootFields.filter(({ operation }) => operation === 'mutation');
/** Callers of mutations without a specified caller. */
const usual: Caller[] = ['organization maintainer', 'administrator'];

describe('each mutation succeeds for a permitted caller', () => {
  test.each(mutations.filter(({ field }) => !(field.name in succeedElsewhere)))('$name', async (root) => {
    const { name } = root.field;
    const { as, input, file }: (typeof successfulCalls)[string] = successfulCalls[name] ?? {};
    const may: readonly Caller[] = audiences[operations[root.name]!.may].may;
    const caller = as ?? usual.find((one) => may.includes(one))!;
    expect(may).toContain(caller);
    const world = stage.worldOf(caller);
    const token = stage.tokenOf(caller);
    const scene: Scene = {
      server,
      world,
      token,
      async ask(document) {
        const { data, errors } = await server.graphql(document, {}, token);
        expect(errors).toBeUndefined();
        return Object.values(data!)[0];
      },
    };
    const given = await input?.(scene);
    const document =
      given === undefined
        ? (operations[root.name]!.call?.(world) ?? callOf(root, valuesOf(world)))
        : `mutation ${file ? '($file: File!)' : ''} { ${name}(input: { ${given} }) { __typename ... on Error { message } } }`;
    const answer = file
      ? await server.upload(document, {}, await file(), token)
      : await server.graphql(document, {}, token);
    const value = answer.data?.[name] as { __typename?: string } | null | undefined;
    expect(answer.errors, document).toBeUndefined();
    expect(value?.__typename ?? 'nothing', `${document}\n${JSON.stringify(value)}`).toMatch(/Success$/);
  });

  test.each(Object.entries(succeedElsewhere))('%s, in %s', (name, path) => {
    const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(source).toContain(name);
  });
});

test('every row of successful calls belongs to a mutation', () => {
  const names = mutations.map(({ field }) => field.name);
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...successfulCalls, ...succeedElsewhere })));
});
