import type { RequestedSounds } from './provider.ts';

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

/** Markup that goes into a text: where, in UTF-16 units, and what. */
export interface Tag {
  at: number;
  tag: string;
}

/** The text for an XML document, with tags in it; those of one place in their order. */
export function withTags(text: string, tags: readonly Tag[]): string {
  let markup = '';
  let from = 0;
  for (const { at, tag } of tags) {
    markup += escapeXml(text.slice(from, at)) + tag;
    from = at;
  }
  return markup + escapeXml(text.slice(from));
}

/** What asks for sounds in SSML (Speech Synthesis Markup Language 1.1, 3.1.10), in order. */
export const phonemeTags = (sounds: readonly RequestedSounds[] = []): Tag[] =>
  sounds.flatMap(({ start, length, ipa }) => [
    { at: start, tag: `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">` },
    { at: start + length, tag: '</phoneme>' },
  ]);

/** Bytes of a text in UTF-8. */
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * Maps a UTF-8 offset in `prefix + escapeXml(text)` to the UTF-16 offset in `text`, for services that count
 * bytes of their input. `escaped` false: the text was sent as it is. Both sides of a tag map to the same
 * position in the text.
 */
export function offsetsFromBytes(
  text: string,
  options: { prefix: string; escaped: boolean; tags?: readonly Tag[] },
): (byte: number) => number {
  const byteOf = new Map<number, number>();
  let byte = utf8Length(options.prefix);
  let index = 0;
  const tags = [...(options.tags ?? [])];
  const pass = (): void => {
    byteOf.set(byte, index);
    while (tags[0] && tags[0].at <= index) byte += utf8Length(tags.shift()!.tag);
    byteOf.set(byte, index);
  };
  for (const character of text) {
    pass();
    byte += utf8Length(options.escaped ? escapeXml(character) : character.toWellFormed());
    index += character.length;
  }
  pass();
  return (wanted) => byteOf.get(wanted) ?? -1;
}
