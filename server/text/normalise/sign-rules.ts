import type { SpellingRule } from './spelling.ts';

/** What signs beside numbers are called. */
export interface SignWords {
  /** "#1". */
  number: string;
  /** "100+", "2+3". */
  plus: string;
  /** "3·10". */
  times: string;
  /** "x=5". */
  equals: string;
  percent: string;
  /** "268/2.466". */
  slash: string;
}

/** Returns rules for signs that touch their operand or occur alone. Tried at the sign. */
export function signRules({ number, plus, times, equals, percent, slash }: SignWords): SpellingRule[] {
  return [
    {
      name: 'number sign',
      pattern: /#\s?(?=\d)/uy,
      say: (_, { before }) => (/[\p{L}\p{N}&#/]$/u.test(before) ? null : `${number} `),
    },
    {
      name: 'plus after a number or name',
      pattern: /\+(?![+\p{L}\p{N}])/uy,
      say: (_, { before, after }) =>
        /[\p{L}\p{N}]$/u.test(before) && /^(?:[\s.,;:!?)"”“»’]|-\p{L}|$)/u.test(after) ? ` ${plus}` : null,
    },
    {
      name: 'plus between numbers',
      pattern: /\s?\+\s?(?=\d)/uy,
      say: (_, { before }) => (/(?:^|[\s(=])\d+$/.test(before) ? ` ${plus} ` : null),
    },
    {
      name: 'dot between numbers',
      pattern: /[·⋅]\s?(?=\d)/uy,
      say: (_, { before }) => (/\d\s?$/.test(before) ? `${/\s$/.test(before) ? '' : ' '}${times} ` : null),
    },
    {
      name: 'equals sign',
      pattern: /=\s?(?=[\p{L}\p{N}])/uy,
      say: (_, { before, after }) =>
        /(?:^|[\s(+])(?:\p{L}|\d{1,6}|mc[²2]?)[²³]?$/u.test(before) &&
        /^(?:\p{L}{1,3}[²³]?|\d{1,6})(?![\p{L}])/u.test(after)
          ? ` ${equals} `
          : null,
    },
    {
      name: 'slash between numbers',
      pattern: /\/(?=\d)/uy,
      say: (_, { before }) => (/(?:^|[\s(/.,])\d[\d.,]*$/.test(before) ? ` ${slash} ` : null),
    },
    {
      name: 'percent alone',
      pattern: /%(?![\p{L}\p{N}])/uy,
      say: (_, { before }) => (/(?:^|\s)$/.test(before) ? percent : null),
    },
  ];
}
