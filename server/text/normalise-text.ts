/**
 * Brings an article's text into the one form that everything after it (chunks, cache keys, offsets) is
 * computed on.
 */

/** Line ends of every system and of Unicode. U+2029 ends a paragraph, hence two. */
const lineEnd = /\r\n?|[\v\f\u0085\u2028]/g;

/**
 * Silent and unneeded characters: controls, bidirectional marks, soft hyphens, word joiners, annotation and
 * interlinear marks, object placeholders, private use (icon fonts), noncharacters. Variation selectors stay:
 * they belong to emoji and Han characters.
 */
const silent =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\p{Co}]/gu;

/**
 * Tag characters spell the flags of England, Scotland and Wales after a black flag; anywhere else they hide
 * text.
 */
const tagCharacters = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]+/gu;

/**
 * Zero-width space and joiners, each with the character before it. They carry meaning in scripts that join or
 * that write no spaces: the joiners in Indic and Arabic writing and inside emoji, the space in Thai, Lao,
 * Khmer and Burmese.
 */
const zeroWidth = /([^\u200b-\u200d])?([\u200b-\u200d]+)(?=(.)?)/gsu;
const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]/u;
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;

const keepsZeroWidth = (mark: string, before: string, after: string): boolean =>
  mark === '\u200b'
    ? unspaced.test(before) && unspaced.test(after)
    : joining.test(before) || (mark === '\u200d' && pictograph.test(before) && pictograph.test(after));

/**
 * The text in NFC, with `\n` between lines, one blank line between paragraphs, single spaces inside lines,
 * and without control and invisible characters. Line breaks inside a paragraph are kept, since lists and
 * headings live on them. Idempotent; linear in the length.
 */
export function normaliseText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\u2029/g, '\n\n')
    .replace(lineEnd, '\n')
    .replace(silent, '')
    .replace(tagCharacters, '$1')
    .replace(zeroWidth, (_, before: string | undefined, marks: string, after: string | undefined) => {
      const mark = marks[0]!;
      return (before ?? '') + (before && keepsZeroWidth(mark, before, after ?? '') ? mark : '');
    })
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Whether an engine would say anything at all: a letter or a digit of any script. Emoji and punctuation alone
 * are silence.
 */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
