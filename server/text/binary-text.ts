/** Control characters that no text has: all but tab, line feed, form feed and carriage return. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000e-\u001f]/;

/**
 * Returns the line, counted from 1, in which a text that was read from a file shows that the file holds
 * something else: its first control character. Null: it has none.
 */
export function binaryLine(text: string): number | null {
  const at = text.search(control);
  if (at === -1) return null;
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}
