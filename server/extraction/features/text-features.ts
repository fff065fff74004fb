import { featureIndex, tagCodes, themes, publisherWords, readerWords } from '../feature-names.ts';
import { isInvitation } from '../furniture.ts';
import { foldText } from './measured-paragraph.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';
import type { PageMeasures } from './page-measures.ts';
import { phraseWords, sharedPhrases } from './phrases.ts';

/** Sets what a paragraph's own text and element are like. */
export function setText(row: Float32Array, one: MeasuredParagraph): void {
  const { paragraph, length, words } = one;
  const { text, kind } = paragraph;
  row[featureIndex.length] = Math.log2(1 + length);
  row[featureIndex.links] = paragraph.links;
  row[featureIndex.linkDensity] = paragraph.linkDensity;
  row[featureIndex.words] = words.length;
  row[featureIndex.ends] = one.ends ? 1 : 0;
  row[featureIndex.colon] = text.endsWith(':') ? 1 : 0;
  row[featureIndex.question] = text.endsWith('?') ? 1 : 0;
  row[featureIndex.lowerStart] = /^\p{Ll}/u.test(text) ? 1 : 0;
  row[featureIndex.functionWords] = one.functionWords;
  row[featureIndex.heading] = kind === 'heading' ? Number(paragraph.element.name[1]) : 0;
  row[featureIndex.kind] = kind === 'item' ? 1 : kind === 'row' ? 2 : kind === 'heading' ? 3 : 0;
  row[featureIndex.tag] = tagCodes[paragraph.element.name] ?? 0;
  row[featureIndex.furniture] = one.isFurniture ? 1 : 0;
  row[featureIndex.foreign] = one.isForeign ? 1 : 0;
  row[featureIndex.invitation] = isInvitation(text) ? 1 : 0;
  row[featureIndex.dateLine] = one.isDate ? 1 : 0;
  row[featureIndex.year] = length < 150 && /\b(?:19|20)\d{2}\b|\d{1,2}\.\d{1,2}\.\d{2}/.test(text) ? 1 : 0;
  row[featureIndex.italic] = paragraph.italic;
  row[featureIndex.bold] = paragraph.bold;
  setCharacters(row, text.slice(0, 2_000), words.length);
  setSubject(row, one);
}

/** Sets which characters a text opens with, and how many. */
function setCharacters(row: Float32Array, opening: string, wordCount: number): void {
  row[featureIndex.sentences] = opening.match(/[.!?…。！？](?=\s|["”»)]|$)/g)?.length ?? 0;
  const letters = opening.match(/\p{L}/gu)?.length ?? 0;
  row[featureIndex.upper] = letters === 0 ? 0 : (opening.match(/\p{Lu}/gu)?.length ?? 0) / letters;
  row[featureIndex.digits] = (opening.match(/\d/g)?.length ?? 0) / Math.max(1, opening.length);
  row[featureIndex.commas] = (opening.match(/[,;、，]/g)?.length ?? 0) / Math.max(1, wordCount);
  row[featureIndex.wordLength] = letters / Math.max(1, wordCount);
  row[featureIndex.sign] = /©|\(c\)/i.test(opening) ? 2 : /@|https?:|www\./.test(opening) ? 1 : 0;
  row[featureIndex.separators] = (opening.match(/[|·•»›→/]/g)?.length ?? 0) / Math.max(1, wordCount);
}

/** Sets whom a paragraph addresses, and the themes that it speaks of. */
function setSubject(row: Float32Array, { paragraph: { text }, length, words }: MeasuredParagraph): void {
  let youCount = 0;
  let weCount = 0;
  for (const word of words.slice(0, 100)) {
    if (readerWords.has(word)) youCount++;
    if (publisherWords.has(word)) weCount++;
  }
  row[featureIndex.youWords] = youCount / Math.max(1, Math.min(100, words.length));
  row[featureIndex.weWords] = weCount / Math.max(1, Math.min(100, words.length));
  if (length < 900)
    themes.forEach(
      ([, pattern], themeAt) => (row[featureIndex.themes[themeAt] as number] = pattern.test(text) ? 1 : 0),
    );
}

/** Sets how a paragraph resembles what the page says of its article: title, description, structured data. */
export function setResemblance(
  row: Float32Array,
  { paragraph: { text }, words }: MeasuredParagraph,
  { titleWords, descriptionFolded, bodyPhrases, copies }: PageMeasures,
): void {
  const shared =
    titleWords.size === 0 ? 0 : words.slice(0, 100).filter((word) => titleWords.has(word)).length;
  row[featureIndex.titleShare] = words.length === 0 ? 0 : shared / Math.min(100, words.length);
  row[featureIndex.titleCover] = titleWords.size === 0 ? 0 : Math.min(1, shared / titleWords.size);
  const folded = text.length < 4_000 ? foldText(text.slice(0, 400)) : '';
  row[featureIndex.describes] =
    descriptionFolded.length > 30 &&
    folded.length > 30 &&
    (descriptionFolded.includes(folded.slice(0, 60)) || folded.includes(descriptionFolded.slice(0, 60)))
      ? 1
      : 0;
  row[featureIndex.inBody] =
    bodyPhrases === null || words.length < phraseWords ? 0 : 2 * sharedPhrases(words, bodyPhrases) - 1;
  row[featureIndex.copies] = copies.get(text.slice(0, 200)) ?? 1;
}
