/**
 * A text without the characters at its ends that match. In time linear to the text, which an expression with
 * `+$` is not.
 * @param off matches a single character, by its code point
 */
export function trimEnds(text: string, off: RegExp): string {
  const characters = Array.from(text);
  const kept = (character: string) => !off.test(character);
  const start = characters.findIndex(kept);
  return start === -1 ? '' : characters.slice(start, characters.findLastIndex(kept) + 1).join('');
}
