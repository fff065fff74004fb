import { readFileSync } from 'node:fs';
import type { Document, Element } from 'domhandler';
import type { ArticleModel } from './article-model.ts';
import { chancesOf, readModel } from './article-model.ts';
import { confidenceOf, rateChoice } from './confidence.ts';
import { isWithin } from './dom.ts';
import { withinEdges } from './article-edges.ts';
import { likelyOf } from './likely-paragraphs.ts';
import { chronicleOf } from './live-blog.ts';
import { bitOf } from './names.ts';
import { paragraphsOfPage, visibleParagraphs } from './page-paragraphs.ts';
import type { PageHints } from './features/page-measures.ts';
import { choiceOf } from './page-choice.ts';
import type { ChosenParagraph } from './page-choice.ts';
import { lengthOf } from './features/measured-paragraph.ts';
import { describe } from './paragraph-features.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { PageKind } from './page-kind.ts';
import { withoutSubtitles } from './subtitles.ts';
import { countDoubtful } from './suspicions.ts';
import { tidyParagraphs } from './tidy-paragraphs.ts';
import { withoutAgencyMarks, withoutPostSignature } from './tool-lines.ts';
import { withoutPostsBelow } from './comments-below.ts';
import type { RuleFindings } from './extraction-rules.ts';

/** The text that was taken from a page. */
export interface Content {
  paragraphs: string[];
  /** The probability that this is the article, nearly the whole of it and hardly anything else. */
  confidence: number;
  /** How much this looks like an article, 0 to 1. */
  resemblance: number;
  /**
   * Location of most of it: names of the block elements from the body down. Pages of one template share it.
   */
  path: string | null;
  /** The share of what the page says that this is. */
  share: number;
  /** Whether it is a live blog whose entries are in the order of their times. */
  isOrdered: boolean;
}

let model: ArticleModel | undefined;

/** Read when first needed. */
function articleModel(): ArticleModel {
  model ??= readModel(readFileSync(new URL('./article-model.bin', import.meta.url)));
  return model;
}

/** A box with at least this share of a rule's match is no box, whatever its name. */
const largeShare = 0.2;

/**
 * The paragraphs of a page that are its article, or of what rules name.
 * @param told receives the result of each paragraph
 */
export function articleContent(
  document: Document,
  hints: PageHints & PageKind & { withSubtitles: boolean },
  findings: RuleFindings,
  told?: ChosenParagraph[],
): Content {
  const certain = [...findings.strict, ...findings.kept];
  const named = [...findings.content];
  const all = certain.length + named.length > 0 ? visibleParagraphs(document) : paragraphsOfPage(document);
  if (all.length === 0)
    return { paragraphs: [], confidence: 0, resemblance: 0, path: null, share: 0, isOrdered: false };
  const chances = chancesOf(articleModel(), describe(all, hints).rows, all);
  const isCertain = (element: Element): boolean => certain.some((one) => isWithin(element, one));
  const { threshold } = articleModel();
  const whole =
    named.length === 0
      ? articleParagraphs(all, chances, threshold, hints, isCertain)
      : tidyParagraphs(
          all,
          merged(
            all.flatMap(({ element }, index) => (named.some((one) => isWithin(element, one)) ? [index] : [])),
            (indexes) => cleaned(all, indexes, (element) => findings.content.has(element)),
            (index) => isCertain((all[index] as Paragraph).element),
          ),
          hints,
          isCertain,
        );
  const kept = hints.withSubtitles
    ? whole
    : withoutSubtitles(all, whole, hints, (index) => isCertain((all[index] as Paragraph).element));
  const { order, isOrdered } = chronicleOf(all, kept);
  told?.push(...choiceOf(all, order));
  const total = all.reduce((sum, { text, linkDensity }) => sum + lengthOf(text) * (1 - linkDensity), 0);
  const own = kept.reduce((sum, index) => sum + lengthOf((all[index] as Paragraph).text), 0);
  const choice = rateChoice(all, chances, kept, threshold);
  const isNamed = findings.content.size > 0;
  return {
    paragraphs: textsOf(all, order),
    confidence: isNamed ? 1 : doubted(confidenceOf(choice, articleModel().confidence), all, kept),
    resemblance: isNamed ? 1 : choice.resemblance,
    path: pathOf(all, kept),
    share: Math.min(1, own / Math.max(1, total)),
    isOrdered,
  };
}

/** So sure it is at most where paragraphs look like no part of the text, or damaged. */
const doubtfulConfidence = 0.79;
/** So many short lines are a list, a poem or a conversation. */
const mostDoubtful = 4;

/** A confidence, where something in the text is doubtful. */
function doubted(confidence: number, all: readonly Paragraph[], kept: readonly number[]): number {
  const doubtful = countDoubtful(kept.map((index) => all[index] as Paragraph));
  return doubtful === 0 || doubtful > mostDoubtful ? confidence : Math.min(confidence, doubtfulConfidence);
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

/** The paragraphs of an article, tidied, by their chances. */
export function articleParagraphs(
  all: readonly Paragraph[],
  chances: Float32Array,
  threshold: number,
  page: PageKind,
  isCertain: (element: Element) => boolean = () => false,
): number[] {
  // On a page unlike all others nothing may be likely: then what is likeliest, with the confidence that it
  // deserves.
  const highest = chances.reduce((most, chance) => Math.max(most, chance), 0);
  const likely = new Set(
    likelyOf(all, chances, Math.min(threshold, Math.max(0.6 * highest, 0.02)), page.isDiscussion),
  );
  const chosen = all.flatMap(({ element }, index) =>
    likely.has(index) || isCertain(element) ? [index] : [],
  );
  const stays = (index: number): boolean => isCertain((all[index] as Paragraph).element);
  const own = withoutPostsBelow(all, chances, chosen, page, stays);
  const within = withinEdges(all, chances, own, page, stays);
  return tidyParagraphs(all, within, page, isCertain);
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
 * Returns the box, the figure or the hidden part that contains a paragraph, within an element that is text as
 * a whole.
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
  return textsOf(
    all,
    tidyParagraphs(
      all,
      cleaned(all, [...all.keys()], (element) => element === body),
      { title, author: null, isDiscussion: false },
    ),
  );
}

/** What is spoken of paragraphs: without marks of agencies and a blog's signature in their lines. */
function textsOf(all: readonly Paragraph[], indexes: readonly number[]): string[] {
  return withoutAgencyMarks(
    indexes.map((index) => {
      const { text } = all[index] as Paragraph;
      return withoutPostSignature(text) || text;
    }),
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
