import { expect, test } from 'vitest';
import { UserError, userErrors } from './errors.ts';

const undeclared = {
  name: 'OutOfPaperError',
  description: 'The printer is out of paper.',
  code: 'OUT_OF_PAPER',
  httpStatus: 409,
  restStatus: 200,
} as const;

class OutOfPaperError extends UserError {
  static readonly declared = undeclared;

  constructor() {
    // @ts-expect-error it is none of `userErrors`
    super(undeclared, 'Out of paper.');
  }
}

test('every failure has a name, a code and texts of its own', () => {
  for (const property of ['name', 'code', 'description'] as const) {
    expect(new Set(userErrors.map(({ declared }) => declared[property])).size).toBe(userErrors.length);
  }
  for (const type of userErrors) expect(type.name).toBe(type.declared.name);
  expect(new OutOfPaperError().declared).toEqual(undeclared);
});
