import { expect, it } from 'vitest';
import { passwordProblems } from './new-password.ts';

const words = { short: 'short', different: 'different' };

it.each([
  ['a long password', 'a long password', {}],
  ['short', 'short', { newPassword: 'short' }],
  ['a long password', 'another', { again: 'different' }],
  ['short', 'another', { newPassword: 'short', again: 'different' }],
])('shows all problems of %j repeated as %j', (newPassword, again, problems) => {
  expect(passwordProblems({ newPassword, again }, words)).toEqual(problems);
});
