const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Text for an XML document: markup escaped, and what XML 1.0 cannot carry (controls, lone surrogates) made a
 * space.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Bytes of a text in UTF-8. */
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * From a UTF-8 offset in `prefix + escapeXml(text)` to the UTF-16 offset in `text`, for services that count
 * bytes of what they were sent. `escaped` false: the text was sent as it is.
 */
export function offsetsFromBytes(
  text: string,
  options: { prefix: string; escaped: boolean },
): (byte: number) => number {
  const byteOf = new Map<number, number>();
  let byte = utf8Length(options.prefix);
  let index = 0;
  for (const character of text) {
    byteOf.set(byte, index);
    byte += utf8Length(options.escaped ? escapeXml(character) : character.toWellFormed());
    index += character.length;
  }
  byteOf.set(byte, index);
  return (wanted) => byteOf.get(wanted) ?? -1;
}
