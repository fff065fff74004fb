/** Texts, and groups of a match with how they are written. */
export type GroupTemplate = (string | { group: number; token: string })[];

/**
 * Parses a replacement template: `$1`, `$0`, `$&`, `\1` are groups, `$$` is a dollar; a group that the
 * pattern lacks stays as written.
 */
export function groupTemplate(destination: string): GroupTemplate {
  const parts: GroupTemplate = [];
  let end = 0;
  for (const { 0: token, 1: digits, index } of destination.matchAll(/\$\$|\$&|[$\\](\d{1,2})/g)) {
    parts.push(destination.slice(end, index));
    parts.push(token === '$$' ? '$' : { group: token === '$&' ? 0 : Number(digits), token });
    end = index + token.length;
  }
  return [...parts, destination.slice(end)];
}
