/** Returns SQL that adds two lists of numbers element by element; the shorter one is padded with zeros. */
export const sumArraysSql = (one: string, other: string): string =>
  `ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(${one}, ${other}) WITH ORDINALITY AS r(a, b, n) ORDER BY n)`;
