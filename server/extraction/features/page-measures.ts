import type { PageNames } from '../paragraph-relations.ts';
import type { Frame, Paragraph } from '../paragraphs.ts';
import { containerOf, fillFrames, richestOf } from './frame-sums.ts';
import { foldText, isLongProse, measureParagraph, pathOf, wordsOf } from './measured-paragraph.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';
import { phrasesOf } from './phrases.ts';

/** Information about a page beyond its paragraphs. */
export interface PageHints extends PageNames {
  title: string | null;
  /** How the page describes itself in a sentence or two. */
  description: string | null;
  /** The text that structured data gives. */
  body: string | null;
}

/** What the paragraphs in frames of the same names and classes come to. */
interface PathSums {
  count: number;
  length: number;
  linked: number;
  plain: number;
}

/** What a page's paragraphs come to together, which the features of each refer to. */
export interface PageMeasures {
  list: readonly MeasuredParagraph[];
  root: Frame;
  /** Characters; at least 1, as of the other sums, because features are shares of them. */
  total: number;
  /** Characters outside of links. */
  plain: number;
  /** Characters of prose. */
  prose: number;
  richest: Frame;
  container: Frame;
  titleWords: ReadonlySet<string>;
  /** The index of the paragraph that is the title; -1 where none is. */
  titleAt: number;
  descriptionFolded: string;
  /** Phrases of the text that structured data gives; null where it gives too little. */
  bodyPhrases: ReadonlySet<string> | null;
  /** How often each text occurs, by its first 200 characters. */
  copies: ReadonlyMap<string, number>;
  /** By `MeasuredParagraph.path`. */
  paths: ReadonlyMap<string, PathSums>;
  /** Characters outside of links, by the names of all frames. */
  tagPaths: ReadonlyMap<string, number>;
  tagPathOf: ReadonlyMap<Frame, string>;
  /** Paragraphs from each to the next long one; 999 where none follows. */
  nextLong: Int32Array;
  /** The index of each frame's first paragraph. */
  firstIn: ReadonlyMap<Frame, number>;
  /** The page's `article` elements with text, numbered as they come; filled while rows are made. */
  articles: Map<Frame, number>;
}

/** Measures a page of at least one paragraph. Fills the sums of its frames. */
export function measurePage(paragraphs: readonly Paragraph[], hints: PageHints): PageMeasures {
  const list = paragraphs.map(measureParagraph);
  fillFrames(list);
  let root = paragraphs[0]!.frame;
  while (root.parent) root = root.parent;
  return {
    list,
    root,
    total: Math.max(1, root.characters),
    plain: Math.max(1, root.characters - root.linked),
    prose: Math.max(1, root.prose),
    richest: richestOf(list, root),
    container: containerOf(list, root),
    titleWords: new Set(wordsOf(hints.title ?? '')),
    titleAt: titleIndex(list, foldText(hints.title ?? '')),
    descriptionFolded: foldText(hints.description ?? '').slice(0, 600),
    bodyPhrases:
      hints.body === null || hints.body.length < 200
        ? null
        : phrasesOf(wordsOf(hints.body.slice(0, 100_000))),
    ...sumsByPath(list),
    nextLong: nextLongOf(list),
    firstIn: firstParagraphs(list),
    articles: new Map(),
  };
}

/** The share of the page's text outside of links that a frame holds. */
export const shareOf = (frame: Frame, page: PageMeasures): number =>
  (frame.characters - frame.linked) / page.plain;

/** The first `h1` that is the page's title, else another heading that is, else the first `h1`; or -1. */
function titleIndex(list: readonly MeasuredParagraph[], titleFolded: string): number {
  let titleAt = list.findIndex(
    ({ paragraph }) =>
      paragraph.element.name === 'h1' && titleFolded !== '' && foldText(paragraph.text) === titleFolded,
  );
  if (titleAt < 0)
    titleAt = list.findIndex(
      ({ paragraph }) =>
        titleFolded.length > 8 && paragraph.kind === 'heading' && foldText(paragraph.text) === titleFolded,
    );
  if (titleAt < 0) titleAt = list.findIndex(({ paragraph }) => paragraph.element.name === 'h1');
  return titleAt;
}

function sumsByPath(
  list: readonly MeasuredParagraph[],
): Pick<PageMeasures, 'copies' | 'paths' | 'tagPaths' | 'tagPathOf'> {
  const copies = new Map<string, number>();
  const paths = new Map<string, PathSums>();
  const tagPaths = new Map<string, number>();
  const tagPathOf = new Map<Frame, string>();
  for (const { paragraph, length, path } of list) {
    const key = paragraph.text.slice(0, 200);
    copies.set(key, (copies.get(key) ?? 0) + 1);
    const known = paths.get(path) ?? { count: 0, length: 0, linked: 0, plain: 0 };
    known.count++;
    known.length += length;
    known.linked += length * paragraph.linkDensity;
    known.plain += length * (1 - paragraph.linkDensity);
    paths.set(path, known);
    let tagPath = tagPathOf.get(paragraph.frame);
    if (tagPath === undefined) tagPathOf.set(paragraph.frame, (tagPath = pathOf(paragraph.frame, 20, false)));
    tagPaths.set(tagPath, (tagPaths.get(tagPath) ?? 0) + length * (1 - paragraph.linkDensity));
  }
  return { copies, paths, tagPaths, tagPathOf };
}

function nextLongOf(list: readonly MeasuredParagraph[]): Int32Array {
  const nextLong = new Int32Array(list.length).fill(999);
  for (let index = list.length - 1, seen = 999; index >= 0; index--) {
    nextLong[index] = seen;
    seen = isLongProse(list[index] as MeasuredParagraph) ? 1 : Math.min(999, seen + 1);
  }
  return nextLong;
}

function firstParagraphs(list: readonly MeasuredParagraph[]): Map<Frame, number> {
  const firstIn = new Map<Frame, number>();
  list.forEach(({ paragraph: { frame } }, index) => {
    for (let level: Frame | null = frame; level && !firstIn.has(level); level = level.parent)
      firstIn.set(level, index);
  });
  return firstIn;
}
