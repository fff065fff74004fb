/** Two lists of numbers added up, one by one, as SQL; the shorter goes on with zeros. */
export const sumArraysSql = (one: string, other: string): string =>
  `ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(${one}, ${other}) WITH ORDINALITY AS r(a, b, n) ORDER BY n)`;
