import { readFileSync } from 'node:fs';
import type { Document, Element } from 'domhandler';
import type { ArticleModel } from './article-model.ts';
import { chancesOf, readModel } from './article-model.ts';
import { isWithin } from './dom.ts';
import { isControlLine, isDateLine, isForeignHeading, isFurnitureLine } from './furniture.ts';
import { likelyOf } from './likely-paragraphs.ts';
import { bitOf } from './names.ts';
import { paragraphsOfPage, shownParagraphs } from './page-paragraphs.ts';
import type { PageHints } from './paragraph-features.ts';
import { describe, lengthOf } from './paragraph-features.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { RuleFindings } from './extraction-rules.ts';

/** The text that was taken from a page. */
export interface Content {
  paragraphs: string[];
  /** How sure it is that this is the article, the whole of it and nothing else, 0 to 1. */
  confidence: number;
  /**
   * Where most of it stands: the names of the block elements from the body down. Pages of one template share
   * it.
   */
  path: string | null;
  /** The share of what the page says that this is. */
  share: number;
}

let model: ArticleModel | undefined;

/** Read when first needed. */
function articleModel(): ArticleModel {
  model ??= readModel(readFileSync(new URL('./article-model.bin', import.meta.url)));
  return model;
}

/** A box of at least this share of what a rule names is no box, whatever it is called. */
const largeShare = 0.2;

/** The paragraphs of a page that are its article, or of what rules name. */
export function articleContent(document: Document, hints: PageHints & PageKind, findings: RuleFindings): Content {
  const certain = [...findings.strict, ...findings.kept];
  const named = [...findings.content];
  const all = certain.length + named.length > 0 ? shownParagraphs(document) : paragraphsOfPage(document);
  if (all.length === 0) return { paragraphs: [], confidence: 0, path: null, share: 0 };
  const chances = chancesOf(articleModel(), describe(all, hints).rows, all);
  const isCertain = (element: Element): boolean => certain.some((one) => isWithin(element, one));
  const { threshold } = articleModel();
  const kept =
    named.length === 0
      ? articleParagraphs(all, chances, threshold, hints, isCertain)
      : tidied(
          all,
          merged(
            all.flatMap(({ element }, index) => (named.some((one) => isWithin(element, one)) ? [index] : [])),
            (indexes) => cleaned(all, indexes, (element) => findings.content.has(element)),
            (index) => isCertain((all[index] as Paragraph).element),
          ),
          hints.title,
          isCertain,
        );
  const total = all.reduce((sum, { text, linkDensity }) => sum + lengthOf(text) * (1 - linkDensity), 0);
  const own = kept.reduce((sum, index) => sum + lengthOf((all[index] as Paragraph).text), 0);
  return {
    paragraphs: kept.map((index) => (all[index] as Paragraph).text),
    confidence:
      findings.content.size > 0 ? 1 : confidenceOf(all, chances, new Set(kept), threshold),
    path: pathOf(all, kept),
    share: Math.min(1, own / Math.max(1, total)),
  };
}

/** Cleans some of all; the others stay as they are. */
function merged(
  indexes: readonly number[],
  clean: (indexes: readonly number[]) => number[],
  stays: (index: number) => boolean,
): number[] {
  const after = new Set(clean(indexes));
  return indexes.filter((index) => stays(index) || after.has(index));
}

/** What is known of a page beside the chances of its paragraphs. */
export interface PageKind {
  title: string | null;
  isDiscussion: boolean;
}

/** The paragraphs of an article, tidied, by their chances. */
export function articleParagraphs(
  all: readonly Paragraph[],
  chances: Float32Array,
  threshold: number,
  { title, isDiscussion }: PageKind,
  isCertain: (element: Element) => boolean = () => false,
): number[] {
  // On a page unlike all others nothing may be likely: then what is likeliest, with the confidence that it
  // deserves.
  const highest = chances.reduce((most, chance) => Math.max(most, chance), 0);
  const likely = new Set(
    likelyOf(all, chances, Math.min(threshold, Math.max(0.6 * highest, 0.02)), isDiscussion),
  );
  const chosen = all.flatMap(({ element }, index) =>
    likely.has(index) || isCertain(element) ? [index] : [],
  );
  return tidied(all, chosen, title, isCertain);
}

const boxes =
  bitOf('social') |
  bitOf('related') |
  bitOf('advertisement') |
  bitOf('newsletter') |
  bitOf('comment') |
  bitOf('navigation') |
  bitOf('caption') |
  bitOf('consent');

/**
 * The box, the picture's frame or the hidden part in which a paragraph stands, within something that is text
 * on the whole.
 */
function boxOf({ frame }: Paragraph, isWhole: (element: Element) => boolean): Frame | null {
  for (let level: Frame | null = frame; level && !isWhole(level.element); level = level.parent) {
    const { name } = level.element;
    if (
      level.isHidden ||
      name === 'aside' ||
      name === 'nav' ||
      name === 'figure' ||
      (level.names & boxes) !== 0
    )
      return level;
  }
  return null;
}

/** Paragraphs of what is text on the whole, without small boxes and lines that are links. */
function cleaned(
  all: readonly Paragraph[],
  indexes: readonly number[],
  isWhole: (element: Element) => boolean,
): number[] {
  const total = indexes.reduce((sum, index) => sum + (all[index] as Paragraph).text.length, 0);
  const lengths = new Map<Frame, number>();
  for (const index of indexes) {
    const box = boxOf(all[index] as Paragraph, isWhole);
    if (box) lengths.set(box, (lengths.get(box) ?? 0) + (all[index] as Paragraph).text.length);
  }
  return indexes.filter((index) => {
    const paragraph = all[index] as Paragraph;
    const box = boxOf(paragraph, isWhole);
    if (box && (lengths.get(box) ?? 0) < largeShare * total) return false;
    return !(paragraph.linkDensity > 0.8 && paragraph.kind === 'text' && paragraph.text.length < 160);
  });
}

/** The paragraphs of what is text on the whole: a feed's item. Furniture and captions go. */
export function paragraphsOfText(body: Element, title: string | null): string[] {
  const all = paragraphsOf(body);
  return tidied(
    all,
    cleaned(all, [...all.keys()], (element) => element === body),
    title,
  ).map((index) => (all[index] as Paragraph).text);
}

const consentWords =
  /\b(?:cookies?|einwilligung|datenschutzerklärung|verbindungsdaten|verarbeitungs\w{0,20}|consent|privacy policy|traceurs|consentement|consentimiento)\b/i;
/** Longer than any word or address: something encoded. */
const encoded = /[\w+/=%-]{120}/;

/** Asks for consent, in words and by the name of its place. */
function asksForConsent({ text, frame, names }: Paragraph): boolean {
  if (!consentWords.test(text)) return false;
  let found = names;
  for (let level: Frame | null = frame; level; level = level.parent) found |= level.names;
  return (found & bitOf('consent')) !== 0;
}

/** A label that stands so often is no part of a text: a rank in a forum, a button. */
const labelCharacters = 30;
const labelTimes = 4;

/**
 * Lines that nobody wants to hear wherever they stand: they are recognised by what they say. A date as a
 * heading structures a chronicle.
 */
function isSilent(paragraph: Paragraph): boolean {
  const { text, kind } = paragraph;
  return (
    isFurnitureLine(text) ||
    isControlLine(text) ||
    encoded.test(text) ||
    asksForConsent(paragraph) ||
    (kind !== 'heading' && isDateLine(text)) ||
    (text.length < 90 && isForeignHeading(text))
  );
}

/** Without the headline, buttons and credits, what is said twice, and headings that nothing follows. */
export function tidied(
  all: readonly Paragraph[],
  chosen: readonly number[],
  title: string | null,
  isCertain: (element: Element) => boolean = () => false,
): number[] {
  const seen = new Set<string>();
  const times = new Map<string, number>();
  for (const index of chosen) {
    const { text } = all[index] as Paragraph;
    if (text.length <= labelCharacters && !/[.!?:…"”»]$/.test(text))
      times.set(text, (times.get(text) ?? 0) + 1);
  }
  const kept = chosen.filter((index) => {
    const paragraph = all[index] as Paragraph;
    const { text } = paragraph;
    if (isCertain(paragraph.element)) return true;
    if (text === title || isSilent(paragraph)) return false;
    if (text.length < 60) return (times.get(text) ?? 0) < labelTimes;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  while (kept.length > 1 && isLabel(all[kept.at(-1) as number] as Paragraph)) kept.pop();
  return kept;
}

/** A heading of something: some pages set whole sentences as headings. */
function isLabel({ kind, text }: Paragraph): boolean {
  return kind === 'heading' && !(text.length > 90 && /[.!?…][”"“»)]?$/.test(text));
}

/** So short a text is the whole article less often the shorter it is. */
const shortLength = 400;

/**
 * The F1 that is to be expected of what was kept, by the model's own chances, less where little was found.
 */
function confidenceOf(
  all: readonly Paragraph[],
  chances: Float32Array,
  kept: ReadonlySet<number>,
  threshold: number,
): number {
  let right = 0;
  let taken = 0;
  let wanted = 0;
  all.forEach(({ text }, index) => {
    const length = lengthOf(text);
    const chance = chances[index] as number;
    if (kept.has(index)) {
      taken += length;
      right += length * chance;
      wanted += length * chance;
      // Hosts of unlikely paragraphs are not one likely one.
    } else if (chance > 0.2 * threshold) wanted += length * chance;
  });
  if (taken === 0) return 0;
  return (
    Math.round(100 * ((2 * right) / (taken + wanted)) * Math.min(1, 0.4 + (0.6 * taken) / shortLength)) / 100
  );
}

/**
 * `body>main.content>div.article-text`: the way to the innermost block element that holds most of the text,
 * without numbers, which differ from page to page.
 */
function pathOf(all: readonly Paragraph[], kept: readonly number[]): string | null {
  const lengths = new Map<Frame, number>();
  let total = 0;
  for (const index of kept) {
    const { frame, text } = all[index] as Paragraph;
    total += text.length;
    for (let level: Frame | null = frame; level; level = level.parent)
      lengths.set(level, (lengths.get(level) ?? 0) + text.length);
  }
  let innermost: Frame | null = null;
  for (const [frame, length] of lengths)
    if (length >= 0.7 * total && frame.depth > (innermost?.depth ?? -1)) innermost = frame;
  const names: string[] = [];
  for (let level = innermost; level && names.length < 8; level = level.parent) {
    const first =
      (level.element.attribs['class'] ?? '')
        .trim()
        .split(/\s+/)[0]
        ?.replace(/[^\w-]+/g, '') ?? '';
    names.unshift(
      level.element.name + (first === '' || /\d{3,}/.test(first) ? '' : `.${first.slice(0, 40)}`),
    );
  }
  return names.length === 0 ? null : names.join('>');
}
