import { describe, expect, test } from 'vitest';
import {
  day,
  flag,
  InputError,
  integer,
  json,
  list,
  oneOf,
  optionalText,
  read,
  record,
  text,
  type Reader,
} from './request-input.ts';

describe('a value from JSON or a form', () => {
  test.each<[string, Reader, unknown, unknown]>([
    ['a text', text, 'x', 'x'],
    ['a number as a text', text, 7, '7'],
    ['an empty text that is unset', optionalText, '', null],
    ['true', flag, true, true],
    ['a ticked box', flag, 'on', true],
    ['a cleared box', flag, '0', false],
    ['a number', integer, 12, 12],
    ['digits', integer, '12', 12],
    ['an emptied number', integer, '', null],
    ['a day', day, '2026-11-20', '2026-11-20'],
    [
      'the object form of responses',
      day,
      { date: '2026-11-20 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
      '2026-11-20',
    ],
    ['an emptied day', day, '', null],
    ['JSON in a form', json, '{"a":1}', { a: 1 }],
    ['a list', list(text), ['a', 'b'], ['a', 'b']],
    ['an emptied list', list(text), '', []],
  ])('%s', (_, reader, given, expected) => {
    expect(reader(given)).toEqual(expected);
  });

  test.each<[string, Reader, unknown]>([
    ['an object as a text', text, {}],
    ['a word as a flag', flag, 'maybe'],
    ['a fraction as a whole number', integer, '1.5'],
    ['a number beyond the database', integer, 3_000_000_000],
    ['a day that does not exist', day, '2026-02-30'],
    ['an unknown option', oneOf('rss', 'api'), 'atom'],
    ['a text as a list', list(text), 'a'],
    ['broken JSON', json, '{'],
  ])('%s is refused', (_, reader, given) => {
    expect(() => reader(given)).toThrow(InputError);
  });
});

test('every invalid field is named, nested ones by their index', () => {
  const rules = list(record({ rule: text }));
  try {
    read(
      { limitPerDay: 'many', rules: [{ rule: 'title' }, { rule: {} }], other: {} },
      { limitPerDay: integer, rules },
    );
    expect.unreachable();
  } catch (error) {
    expect((error as InputError).fieldErrors.map(({ field }) => field)).toEqual([
      'limitPerDay',
      'rules.1.rule',
    ]);
  }
});

test('omits fields that were not sent, and ignores unknown fields', () => {
  expect(read({ title: 'x', isAdmin: true, __proto__: { text: 'y' } }, { title: text, text })).toEqual({
    title: 'x',
  });
});
