import { readFileSync } from 'node:fs';
import { buildSchema, isUnionType } from 'graphql';
import { expect, test } from 'vitest';
import { knowingSources, resultFields } from './support/thrown-errors.ts';

const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'));
const fields = resultFields(knowingSources());

test.each(fields.map((field) => [field.name, field] as const))(
  '%s lists the errors that it can throw, and no others',
  (_, { declared, thrown }) => {
    const unlisted = [...thrown].filter(([error]) => !declared.includes(error));
    expect(unlisted.map(([error, way]) => `${error}, by ${way}`)).toEqual([]);
    expect(declared.filter((error) => !thrown.has(error))).toEqual([]);
  },
);

test('every union of results is known', () => {
  const results = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
    Object.values(root.getFields()).filter(({ type }) => /Result!?$/.test(String(type))),
  );
  expect(results.map(({ name }) => name).sort()).toEqual(fields.map(({ name }) => name).sort());
});

test('every mutation returns such a union', () => {
  const others = Object.values(schema.getMutationType()!.getFields()).filter(
    ({ type }) => !isUnionType(schema.getType(String(type).replace('!', ''))),
  );
  expect(others).toEqual([]);
});

test('errors thrown at any depth are found, but not checks, or types', () => {
  const sources = new Map([
    [
      'server/areas/a/schema.ts',
      `import { change } from './change.ts';
       import { ConflictError, NotFoundError } from '../../kernel/errors.ts';
       builder.relayMutationField('change', { inputFields: () => ({}) }, {
         errors: { types: [NotFoundError, ConflictError] },
         resolve: (_, { input }) => change(input),
       });
       for (const { verb, act } of [{ verb: 'make', act: change }])
         builder.queryField(\`\${verb}Change\`, (t) => t.field({ errors: {}, resolve: () => act() }));`,
    ],
    [
      'server/areas/a/change.ts',
      `import { find } from '../b/find.ts';
       import { LimitReachedError, type ConflictError } from '../../kernel/errors.ts';
       export async function change(error: ConflictError) {
         if (error instanceof LimitReachedError) return null;
         return [1].map(find);
       }`,
    ],
    [
      'server/areas/b/find.ts',
      `import { NotFoundError } from '../../kernel/errors.ts';
       const missing = { find: () => new NotFoundError('…') };
       export const find = (): number => { throw missing.find(); };
       export const other = () => new ConflictError();`,
    ],
  ]);
  const ways = new Map([['NotFoundError', 'change → find → missing → NotFoundError']]);
  expect(resultFields(sources)).toEqual([
    {
      name: 'change',
      file: 'server/areas/a/schema.ts',
      declared: ['ConflictError', 'NotFoundError'],
      thrown: ways,
    },
    { name: 'makeChange', file: 'server/areas/a/schema.ts', declared: [], thrown: ways },
  ]);
});
