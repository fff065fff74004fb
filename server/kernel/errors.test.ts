import { expect, expectTypeOf, test } from 'vitest';
import type { Message } from '../lib/declare-messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { persistMessages, type PersistedMessage } from '../lib/persisted-message.ts';
import { kernelMessages } from './messages.ts';
import { NotFoundError, UserError, userErrors, type FieldError } from './errors.ts';

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
    super(undeclared, kernelMessages.SERVER_BUSY());
  }
}

test('every error has a unique name, code and texts', () => {
  for (const property of ['name', 'code', 'description'] as const) {
    expect(new Set(userErrors.map(({ declared }) => declared[property])).size).toBe(userErrors.length);
  }
  for (const type of userErrors) expect(type.name).toBe(type.declared.name);
  expect(new OutOfPaperError().declared).toEqual(undeclared);
});

test('only declared messages can be thrown, stored or used as field errors', () => {
  class TestError extends ExpectedError {
    readonly onVoicing = 'fail';
  }
  const told = kernelMessages.NOT_A_FLAG();
  const bare = { code: 'NOT_A_FLAG', parameters: {}, message: 'Written by hand.' };
  expect(new TestError(told).message).toBe(told.message);
  expectTypeOf<{ field: string } & Pick<Message, 'code' | 'parameters' | 'message'>>().toExtend<FieldError>();
  // @ts-expect-error a sentence is no message
  const sentences = () => [new TestError('Written by hand.'), new NotFoundError('Written by hand.')];
  // @ts-expect-error nor is what only looks like one
  const lookalikes = () => [new TestError(bare), persistMessages([bare])];
  // @ts-expect-error a field's error says a declared message
  const fieldError: FieldError = { field: 'title', ...bare };
  // @ts-expect-error nor can its sentence be replaced
  const replaced: FieldError = { field: 'title', ...told, message: 'Written by hand.' };
  // @ts-expect-error what is kept is made of messages
  const kept: PersistedMessage = { text: 'Written by hand.', notices: [] };
  expect([sentences, lookalikes, fieldError, replaced, kept]).toHaveLength(5);
});
