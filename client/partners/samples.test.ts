import { readFile } from 'node:fs/promises';
import { buildSchema, Kind, NoDeprecatedCustomRule, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { callerQuery } from './caller.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';
import { samples, sampleNames, variablesText, type Sample } from './samples.ts';

const schema = buildSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'));

test.each(sampleNames)('%s is valid, and has a value for each required variable', (name) => {
  const sample: Sample = samples[name];
  const document = parse(sample.query);
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A sample begins with its operation.');
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  for (const ids of [
    { project: 7, article: 9 },
    { project: null, article: null },
  ]) {
    const text = variablesText(sample, ids);
    expect(Object.keys(text ? (JSON.parse(text) as object) : {})).toEqual(declared);
  }
});

test.each(sampleNames)('%s uses nothing deprecated', (name) => {
  expect(validate(schema, parse(samples[name].query), [NoDeprecatedCustomRule])).toEqual([]);
});

test('every sample has a name and a description in each language', () => {
  for (const { samples: told } of [partnerWords.en, partnerWords.de])
    expect(Object.keys(told.list)).toEqual(sampleNames);
});

test('the query for the current user is valid, too', () => {
  expect(validate(schema, parse(callerQuery))).toEqual([]);
});
