import { expect, expectTypeOf, test } from 'vitest';
import {
  declareMessages,
  noticeOf,
  noticeSchema,
  sentenceOf,
  type Message,
  type ParametersOf,
} from './declare-messages.ts';

const testMessages = declareMessages({
  TEST_NOTHING: "The printer's tray is empty.",
  TEST_SHEETS: 'At most {limit, number, ::group-off} sheets of <b>{paper}</b>.',
});

test('a message consists of a code, parameters and a text', () => {
  const { code, parameters, message } = testMessages.TEST_SHEETS({ limit: 10_000, paper: 'A4' });
  expect({ code, parameters, message }).toEqual({
    code: 'TEST_SHEETS',
    parameters: { limit: 10_000, paper: 'A4' },
    message: 'At most 10000 sheets of <b>A4</b>.',
  });
  expect({ field: 'tray', ...testMessages.TEST_NOTHING() }).toEqual({
    field: 'tray',
    code: 'TEST_NOTHING',
    parameters: {},
    message: "The printer's tray is empty.",
  });
});

test('a stored message has the same text when it is read again', () => {
  const message = testMessages.TEST_SHEETS({ limit: 3, paper: 'A5' });
  const kept = noticeSchema.parse(JSON.parse(JSON.stringify(noticeOf(message))));
  expect(Object.keys(kept)).toEqual(['code', 'parameters']);
  expect(sentenceOf(kept)).toBe(message.message);
  expect(sentenceOf({ code: 'TEST_OF_ANOTHER_RELEASE', parameters: {} })).toBeNull();
  expect(sentenceOf({ code: 'TEST_SHEETS', parameters: {} })).toBeNull();
});

test('codes are unique, and in capitals', () => {
  expect(() => declareMessages({ TEST_NOTHING: 'Again.' })).toThrow('declared twice');
  expect(() => declareMessages({ testNothing: 'Small.' })).toThrow('no code');
});

test('parameter types are derived from the text', () => {
  expectTypeOf(testMessages.TEST_NOTHING).toEqualTypeOf<() => Message>();
  expectTypeOf(testMessages.TEST_SHEETS).parameters.toEqualTypeOf<
    [{ readonly limit: number; readonly paper: string | Message }]
  >();
  expectTypeOf<
    ParametersOf<'{a} {n, plural, one {one {b}} other {# of {m, number} {x, select, y {a y} other {{z}}}}} {c, date, short}'>
  >().toEqualTypeOf<{
    readonly a: string | Message;
    readonly n: number;
    readonly b: string | Message;
    readonly m: number;
    readonly x: string;
    readonly z: string | Message;
    readonly c: string;
  }>();
  // @ts-expect-error no such code
  expect(testMessages.TEST_SOMETHING).toBeUndefined();
  // @ts-expect-error no such parameter
  expect(() => testMessages.TEST_SHEETS({ limit: 1, paper: 'A4', colour: 'red' })).not.toThrow();
  // @ts-expect-error a parameter is missing
  expect(() => testMessages.TEST_SHEETS({ limit: 1 })).toThrow('paper');
  // @ts-expect-error a text is no number
  expect(testMessages.TEST_SHEETS({ limit: '1', paper: 'A4' }).code).toBe('TEST_SHEETS');
});

test('a nested message is stored as its text', () => {
  const within = testMessages.TEST_SHEETS({ limit: 2, paper: testMessages.TEST_NOTHING() });
  expect(within.message).toContain(testMessages.TEST_NOTHING().message);
  expect(noticeOf(within).parameters).toEqual({ limit: 2, paper: testMessages.TEST_NOTHING().message });
});
