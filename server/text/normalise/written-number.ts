/** A number as it is written, without what groups its digits. */
export interface WrittenNumber {
  /** Digits before the decimal mark, without leading zeros; "0" for none. */
  whole: string;
  /** Digits after it; empty: it has none. */
  decimals: string;
}

/** How a language writes its numbers. */
export interface NumberMarks {
  /** What groups thousands: a character class's inside. */
  group: string;
  decimal: string;
}

/** More digits than this are read one by one. */
export const mostDigits = 15;

/** The source of a pattern for a number with thousands and decimals, in one capturing group or none. */
export const numberSource = ({ group, decimal }: NumberMarks): string =>
  `(?:${foreignSource(decimal)}|(?:\\d{1,3}(?:[${group}]\\d{3}){1,4}(?!\\d|[${group.replace(/\s/g, '')}]\\d)|\\d{1,${mostDigits}}(?!\\d))(?:[${decimal}]\\d{1,12}(?!\\d))?)`;

/**
 * Numbers as others group them: "1'250.50" as in Switzerland, "1,250.50" where the comma is the decimal mark,
 * and millions with that mark, which two groups tell apart.
 */
const foreignSource = (decimal: string): string =>
  `\\d{1,3}(?:['’]\\d{3}){1,4}\\.\\d{1,12}(?!\\d)|\\d{1,3}(?:[${decimal}]\\d{3}){2,4}(?![\\d${decimal}]|[.,]\\d)|\\d{1,3}(?:[${decimal}]\\d{3}){1,4}${decimal === ',' ? '\\.' : ','}\\d{1,12}(?!\\d|[.,]\\d)`;

/** With amounts and units also "12.50" where the mark is a comma: Swiss papers write so. */
export const amountSource = (marks: NumberMarks): string =>
  marks.decimal === ','
    ? `(?:\\d{1,6}\\.\\d{1,2}(?![\\d.,]\\d|\\d)|${numberSource(marks)})`
    : numberSource(marks);

export function parseNumber(written: string, { decimal }: NumberMarks): WrittenNumber {
  // "34,366.78" where the comma is the decimal mark, and the other way round: the last mark decides.
  const other = /^(\d{1,3}(?:([.,])\d{3})+)([.,])(\d+)$/.exec(written);
  if (other && other[2] === decimal && other[3] !== decimal)
    return { whole: other[1]!.replace(/\D/g, ''), decimals: other[4]! };
  if (isGroupedBy(decimal).test(written)) return { whole: written.replace(/\D/g, ''), decimals: '' };
  const apostrophe = written.search(/['’]/);
  const isSwiss = apostrophe !== -1 && written.lastIndexOf('.') > apostrophe;
  const pointed = decimal === ',' && (isSwiss || /\.\d{1,2}$/.test(written));
  const [before = '', decimals = ''] = written.split(pointed ? '.' : decimal);
  const whole = before.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return { whole: whole || '0', decimals };
}

const isGroupedBy = (decimal: string): RegExp =>
  decimal === ',' ? /^\d{1,3}(?:,\d{3}){2,}$/ : /^\d{1,3}(?:\.\d{3}){2,}$/;

export const isOne = ({ whole, decimals }: WrittenNumber): boolean => whole === '1' && decimals === '';
