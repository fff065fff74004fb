import { expect, it } from 'vitest';
import type { DeclaredKind } from '../channel-kinds.ts';
import { valueProblems } from './value-problems.ts';

const kind: DeclaredKind = {
  type: 'JSON',
  field: 'ninth',
  path: 'ninth',
  feature: null,
  nameSetting: 'title',
  categories: [],
  publicPath: null,
  rank: 9,
  isRetired: false,
  refusedTo: 'chooser',
  settings: {
    title: { kind: 'text', min: 2, max: 5, default: '' },
    amount: { kind: 'whole', min: 1, max: 9, default: 5 },
    note: { kind: 'text', min: 2, default: null },
    on: { kind: 'flag', default: false },
  },
};
const right = { title: 'News', amount: 5, note: null, on: true };

it.each([
  [{}, {}],
  [{ title: ' ' }, { title: 'Field is required and cannot be empty' }],
  [{ title: 'a' }, { title: 'Enter at least 2 characters.' }],
  [{ title: 'abcdef' }, { title: 'Enter at most 5 characters.' }],
  [{ title: ' abcde ' }, {}],
  [{ amount: '' }, { amount: 'Enter a whole number from 1 to 9.' }],
  [{ amount: 10 }, { amount: 'Enter a whole number from 1 to 9.' }],
  [{ amount: 1.5 }, { amount: 'Enter a whole number from 1 to 9.' }],
  [{ note: '' }, {}],
])('%j: %j', (changes, problems) => expect(valueProblems(kind, { ...right, ...changes })).toEqual(problems));
