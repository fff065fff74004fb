import { F, featureNames, near, tagCodes, tagsAbove, themes, we, you } from './feature-names.ts';
import { isDateLine, isForeignHeading, isFurnitureLine, isInvitation } from './furniture.ts';
import { isFunctionWord } from './function-words.ts';
import { nameKinds } from './names.ts';
import type { PageNames } from './paragraph-relations.ts';
import { relationsOf } from './paragraph-relations.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/** What is known of a page besides its paragraphs. */
export interface PageHints extends PageNames {
  title: string | null;
  /** How the page describes itself in a sentence or two. */
  description: string | null;
  /** The text that structured data gives. */
  body: string | null;
}

/**
 * The numbers that tell a paragraph of the article from what surrounds it: a row for each paragraph, in the
 * order of `featureNames`.
 */
export interface Features {
  rows: Float32Array[];
}

/** Characters as Latin script would need them: Chinese and Japanese say as much in less than half. */
export function lengthOf(text: string): number {
  let dense = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x2e80 && code <= 0xd7af) dense++;
  }
  return text.length + 1.5 * dense;
}

const scale = (value: number): number => Math.log2(1 + value);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const phraseWords = 4;

/** Every run of a few words. */
function phrasesOf(words: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  for (let start = 0; start + phraseWords <= words.length; start++)
    phrases.add(words.slice(start, start + phraseWords).join(' '));
  return phrases;
}

/** The share of a text's phrases that are known. */
function sharedPhrases(words: readonly string[], known: ReadonlySet<string>): number {
  let shared = 0;
  const own = phrasesOf(words.slice(0, 60));
  for (const phrase of own) if (known.has(phrase)) shared++;
  return own.size === 0 ? 0 : shared / own.size;
}

interface Measured {
  paragraph: Paragraph;
  length: number;
  isProse: boolean;
  functionWords: number;
  ends: boolean;
  isFurniture: boolean;
  isForeign: boolean;
  isDate: boolean;
  path: string;
  words: string[];
}

function pathOf(frame: Frame, levels: number, withClasses: boolean): string {
  let path = '';
  for (let level: Frame | null = frame, count = 0; level && count < levels; level = level.parent, count++)
    path += `>${level.element.name}${withClasses ? `.${(level.element.attribs['class'] ?? '').slice(0, 80).replace(/\d+/g, '')}` : ''}`;
  return path;
}

function measured(paragraph: Paragraph): Measured {
  const { text, linkDensity, kind, frame } = paragraph;
  const words = wordsOf(text.slice(0, 2_000));
  let functional = 0;
  for (const word of words) if (isFunctionWord(word)) functional++;
  const length = lengthOf(text);
  const functionWords = words.length === 0 ? 0 : functional / words.length;
  return {
    paragraph,
    length,
    words,
    functionWords,
    isProse: length >= 60 && linkDensity <= 0.4,
    ends: /[.!?…。！？:]["'”“»«’)\]]{0,3}$/.test(text),
    isFurniture: isFurnitureLine(text),
    isForeign: (kind === 'heading' || length < 90) && isForeignHeading(text),
    isDate: isDateLine(text),
    path: pathOf(frame, 3, true),
  };
}

/** Sums up what frames hold. */
function fillFrames(list: readonly Measured[]): void {
  for (const { paragraph, length, isProse } of list) {
    for (let frame: Frame | null = paragraph.frame; frame; frame = frame.parent) {
      frame.characters += length;
      frame.linked += length * paragraph.linkDensity;
      frame.paragraphs++;
      if (isProse) frame.prose += length;
    }
  }
}

/**
 * The innermost frame that holds nearly all of the prose of what the frame before holds, from the whole page
 * downwards.
 */
function containerOf(list: readonly Measured[], root: Frame, start: Frame): Frame {
  const inner = new Map<Frame, Frame[]>();
  for (const { paragraph } of list) {
    for (let frame: Frame = paragraph.frame; frame.parent; frame = frame.parent) {
      const known = inner.get(frame.parent);
      if (known?.includes(frame)) break;
      if (!known) inner.set(frame.parent, [frame]);
      else if (known.length < 200) known.push(frame);
    }
  }
  let container = start ?? root;
  for (;;) {
    const [largest] = (inner.get(container) ?? []).sort((a, b) => b.prose - a.prose);
    if (!largest || largest.prose < 0.8 * container.prose || largest.paragraphs < 3 || largest.prose === 0)
      return container;
    container = largest;
  }
}

/** The frame whose own paragraphs, and less so those a level deeper, are the most prose. */
function richestOf(list: readonly Measured[], root: Frame): Frame {
  const scores = new Map<Frame, number>();
  let best = root;
  let bestScore = 0;
  for (const { paragraph, length, functionWords, isProse } of list) {
    if (!isProse && functionWords < 0.2) continue;
    const value = length * (1 - paragraph.linkDensity);
    let weight = 1;
    for (
      let frame = paragraph.frame.parent, level = 0;
      frame && level < 3;
      frame = frame.parent, level++, weight *= 0.6
    ) {
      const score = (scores.get(frame) ?? 0) + weight * value;
      scores.set(frame, score);
      if (score > bestScore) {
        best = frame;
        bestScore = score;
      }
    }
  }
  return best;
}

function levelsTo(frame: Frame, holder: Frame): number {
  let levels = 0;
  for (let level: Frame | null = frame; level; level = level.parent, levels++)
    if (level === holder) return levels;
  return -1;
}

/** Levels up from one frame to the next that both stand in, and down to the other. */
function stepBetween(from: Frame, to: Frame): [up: number, down: number] {
  let a: Frame | null = from;
  let b: Frame | null = to;
  let up = 0;
  let down = 0;
  while (a && a.depth > (b?.depth ?? -1)) {
    a = a.parent;
    up++;
  }
  while (b && b.depth > (a?.depth ?? -1)) {
    b = b.parent;
    down++;
  }
  while (a && a !== b) {
    a = a.parent;
    b = b?.parent ?? null;
    up++;
    down++;
  }
  return [up, down];
}

/**
 * Describes each paragraph of a page by numbers. Fills the frames' sums. Linear in the page's size times its
 * depth.
 */
export function describe(paragraphs: readonly Paragraph[], hints: PageHints): Features {
  const list = paragraphs.map(measured);
  fillFrames(list);
  const [first] = list;
  if (!first) return { rows: [] };
  let root = first.paragraph.frame;
  while (root.parent) root = root.parent;
  const total = Math.max(1, root.characters);
  const plain = Math.max(1, root.characters - root.linked);
  const prose = Math.max(1, root.prose);
  const richest = richestOf(list, root);
  const container = containerOf(list, root, root);
  const share = (frame: Frame): number => (frame.characters - frame.linked) / plain;

  const titleWords = new Set(wordsOf(hints.title ?? ''));
  const titleFolded = fold(hints.title ?? '');
  const descriptionFolded = fold(hints.description ?? '').slice(0, 600);
  const body =
    hints.body === null || hints.body.length < 200 ? null : phrasesOf(wordsOf(hints.body.slice(0, 100_000)));
  const copies = new Map<string, number>();
  const paths = new Map<string, { count: number; length: number; linked: number; plain: number }>();
  const tagPaths = new Map<string, number>();
  const tagPathOf = new Map<Frame, string>();
  let longest = 0;
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
    longest = Math.max(longest, length);
  }
  const articles = new Map<Frame, number>();
  let titleAt = list.findIndex(
    ({ paragraph }) =>
      paragraph.element.name === 'h1' && titleFolded !== '' && fold(paragraph.text) === titleFolded,
  );
  if (titleAt < 0)
    titleAt = list.findIndex(
      ({ paragraph }) =>
        titleFolded.length > 8 && paragraph.kind === 'heading' && fold(paragraph.text) === titleFolded,
    );
  if (titleAt < 0) titleAt = list.findIndex(({ paragraph }) => paragraph.element.name === 'h1');
  const isLong = ({ isProse, functionWords, length, ends }: Measured): boolean =>
    isProse && length >= 120 && functionWords > 0.2 && ends;
  const nextLong = new Int32Array(list.length).fill(999);
  for (let index = list.length - 1, seen = 999; index >= 0; index--) {
    nextLong[index] = seen;
    seen = isLong(list[index] as Measured) ? 1 : Math.min(999, seen + 1);
  }
  const firstIn = new Map<Frame, number>();
  list.forEach(({ paragraph: { frame } }, index) => {
    for (let level: Frame | null = frame; level && !firstIn.has(level); level = level.parent)
      firstIn.set(level, index);
  });

  const relations = relationsOf(
    paragraphs,
    list.map(({ words }) => words),
    hints,
  );
  const rows: Float32Array[] = [];
  let before = 0;
  let proseBefore = 0;
  let sinceTitle = 0;
  let lastLong = 999;
  let heading = -1;
  let foreignAbove = 0;
  let furnitureAbove = 999;
  let dateAbove = 999;
  list.forEach((one, index) => {
    const { paragraph, length, words, functionWords } = one;
    const { text, frame, kind, linkDensity } = paragraph;
    const row = new Float32Array(featureNames.length);
    const set = (feature: number, value: number): void => void (row[feature] = value);
    set(F.length, scale(length));
    set(F.links, paragraph.links);
    set(F.linkDensity, linkDensity);
    set(F.words, words.length);
    const opening = text.slice(0, 2_000);
    set(F.sentences, opening.match(/[.!?…。！？](?=\s|["”»)]|$)/g)?.length ?? 0);
    set(F.ends, one.ends ? 1 : 0);
    set(F.colon, text.endsWith(':') ? 1 : 0);
    set(F.question, text.endsWith('?') ? 1 : 0);
    const letters = opening.match(/\p{L}/gu)?.length ?? 0;
    set(F.upper, letters === 0 ? 0 : (opening.match(/\p{Lu}/gu)?.length ?? 0) / letters);
    set(F.lowerStart, /^\p{Ll}/u.test(text) ? 1 : 0);
    set(F.digits, (opening.match(/\d/g)?.length ?? 0) / Math.max(1, opening.length));
    set(F.commas, (opening.match(/[,;、，]/g)?.length ?? 0) / Math.max(1, words.length));
    set(F.functionWords, functionWords);
    set(F.wordLength, letters / Math.max(1, words.length));
    set(F.heading, kind === 'heading' ? Number(paragraph.element.name[1]) : 0);
    set(F.kind, kind === 'item' ? 1 : kind === 'row' ? 2 : kind === 'heading' ? 3 : 0);
    set(F.tag, tagCodes[paragraph.element.name] ?? 0);
    set(F.furniture, one.isFurniture ? 1 : 0);
    set(F.foreign, one.isForeign ? 1 : 0);
    set(F.invitation, isInvitation(text) ? 1 : 0);
    set(F.dateLine, one.isDate ? 1 : 0);
    set(F.year, length < 150 && /\b(?:19|20)\d{2}\b|\d{1,2}\.\d{1,2}\.\d{2}/.test(text) ? 1 : 0);
    set(F.sign, /©|\(c\)/i.test(opening) ? 2 : /@|https?:|www\./.test(opening) ? 1 : 0);
    set(F.separators, (opening.match(/[|·•»›→/]/g)?.length ?? 0) / Math.max(1, words.length));
    set(F.italic, paragraph.italic);
    set(F.bold, paragraph.bold);
    const shared =
      titleWords.size === 0 ? 0 : words.slice(0, 100).filter((word) => titleWords.has(word)).length;
    set(F.titleShare, words.length === 0 ? 0 : shared / Math.min(100, words.length));
    set(F.titleCover, titleWords.size === 0 ? 0 : Math.min(1, shared / titleWords.size));
    const folded = text.length < 4_000 ? fold(text.slice(0, 400)) : '';
    set(
      F.describes,
      descriptionFolded.length > 30 &&
        folded.length > 30 &&
        (descriptionFolded.includes(folded.slice(0, 60)) || folded.includes(descriptionFolded.slice(0, 60)))
        ? 1
        : 0,
    );
    set(F.inBody, body === null || words.length < phraseWords ? 0 : 2 * sharedPhrases(words, body) - 1);
    set(F.copies, copies.get(text.slice(0, 200)) ?? 1);

    set(F.position, index / list.length);
    set(F.before, before / total);
    set(F.after, 1 - (before + length) / total);
    set(F.proseBefore, proseBefore / prose);
    const ownProse = one.isProse ? length : 0;
    set(F.proseAfter, 1 - (proseBefore + ownProse) / prose);
    set(F.sinceTitle, titleAt < 0 ? -99 : Math.max(-50, Math.min(200, index - titleAt)));
    set(F.massSinceTitle, titleAt < 0 ? -1 : index < titleAt ? -0.5 : scale(sinceTitle));
    set(F.lastLong, Math.min(99, lastLong));
    set(F.nextLong, Math.min(99, nextLong[index] ?? 99));
    const above = heading < 0 ? null : (list[heading] as Measured);
    set(F.headingDistance, above ? Math.min(60, index - heading) : 99);
    set(F.headingForeign, above?.isForeign ? 1 : 0);
    set(F.headingLevel, above ? Number(above.paragraph.element.name[1]) : 0);
    set(F.headingLinked, above ? above.paragraph.linkDensity : 0);
    set(F.headingSame, above && above.paragraph.frame.parent === frame.parent ? 1 : 0);
    set(F.foreignAbove, foreignAbove);
    set(F.furnitureAbove, Math.min(40, furnitureAbove));
    set(F.dateAbove, Math.min(40, dateAbove));

    const previous = list[index - 1];
    const next = list[index + 1];
    if (previous) {
      const [up, down] = stepBetween(previous.paragraph.frame, frame);
      set(F.risePrevious, up);
      set(F.fallPrevious, down);
      set(F.samePrevious, previous.paragraph.frame.parent === frame.parent ? 1 : 0);
    } else set(F.risePrevious, -1);
    if (next) {
      const [up, down] = stepBetween(frame, next.paragraph.frame);
      set(F.riseNext, up);
      set(F.fallNext, down);
      set(F.sameNext, next.paragraph.frame.parent === frame.parent ? 1 : 0);
    } else set(F.riseNext, -1);

    const parent = frame.parent ?? frame;
    const holder = parent.parent ?? parent;
    const outer = holder.parent ?? holder;
    set(F.parentShare, share(parent));
    set(F.parentLinks, parent.linked / Math.max(1, parent.characters));
    set(F.parentCount, scale(parent.paragraphs));
    set(F.parentMean, scale(parent.characters / Math.max(1, parent.paragraphs)));
    set(F.holderShare, share(holder));
    set(F.holderLinks, holder.linked / Math.max(1, holder.characters));
    set(F.holderCount, scale(holder.paragraphs));
    set(F.outerShare, share(outer));
    set(F.outerLinks, outer.linked / Math.max(1, outer.characters));
    set(F.outerCount, scale(outer.paragraphs));
    const path = paths.get(one.path);
    if (path) {
      set(F.pathCount, scale(path.count));
      set(F.pathMean, scale(path.length / path.count));
      set(F.pathLinks, path.linked / Math.max(1, path.length));
      set(F.pathShare, path.plain / plain);
    }
    set(F.tagPathShare, (tagPaths.get(tagPathOf.get(frame) ?? '') ?? 0) / plain);

    const inContainer = levelsTo(frame, container);
    set(F.within, inContainer >= 0 ? 1 : 0);
    set(F.containerLevels, inContainer);
    set(F.containerShare, share(container));
    set(
      F.containerPosition,
      inContainer < 0 ? -1 : (index - (firstIn.get(container) ?? index)) / container.paragraphs,
    );
    const inBest = levelsTo(frame, richest);
    set(F.bestWithin, inBest >= 0 ? 1 : 0);
    set(F.bestLevels, inBest);
    set(F.bestShare, share(richest));
    set(
      F.bestPosition,
      inBest < 0
        ? index > (firstIn.get(richest) ?? 0)
          ? 2
          : -1
        : (index - (firstIn.get(richest) ?? index)) / richest.paragraphs,
    );
    set(F.beside, inBest >= 0 ? 0 : stepBetween(frame, richest)[0]);

    set(
      F.bestLeft,
      inBest < 0 ? -1 : scale(richest.paragraphs - 1 - (index - (firstIn.get(richest) ?? index))),
    );
    const placeIn = (level: Frame): number => index - (firstIn.get(level) ?? index);
    const place = placeIn(parent);
    set(F.parentPlace, scale(place));
    set(F.parentLeft, scale(parent.paragraphs - 1 - place));
    const outerPlace = placeIn(holder);
    set(F.holderPlace, scale(outerPlace));
    set(F.holderLeft, scale(holder.paragraphs - 1 - outerPlace));

    set(F.depth, frame.depth);
    set(F.pageLength, scale(total));
    set(F.pageCount, scale(list.length));
    set(F.pageLinks, root.linked / total);
    set(F.pageProse, prose / total);

    for (let kindAt = 0; kindAt < nameKinds.length; kindAt++) {
      row[F.names[kindAt] as number] = 2;
      row[F.levels[kindAt] as number] = 30;
    }
    for (let tagAt = 0; tagAt < tagsAbove.length; tagAt++) row[F.tags[tagAt] as number] = 2;
    const following = next?.paragraph;
    set(F.pictures, Math.min(5, paragraph.pictures));
    set(F.picturesNext, Math.min(5, following?.pictures ?? 0));
    set(F.media, Math.min(5, paragraph.media));
    set(F.mediaNext, Math.min(5, following?.media ?? 0));
    set(F.fields, Math.min(5, paragraph.fields));
    set(F.fieldsNext, Math.min(5, following?.fields ?? 0));
    let fieldsAround = 0;
    for (let step = -3; step <= 4; step++) fieldsAround += list[index + step]?.paragraph.fields ?? 0;
    set(F.fieldsAround, Math.min(10, fieldsAround));
    let youCount = 0;
    let weCount = 0;
    for (const word of words.slice(0, 100)) {
      if (you.has(word)) youCount++;
      if (we.has(word)) weCount++;
    }
    set(F.youWords, youCount / Math.max(1, Math.min(100, words.length)));
    set(F.weWords, weCount / Math.max(1, Math.min(100, words.length)));
    if (length < 900)
      themes.forEach(([, pattern], themeAt) => set(F.themes[themeAt] as number, pattern.test(text) ? 1 : 0));
    set(F.hidden, 2);
    let missing = ~0;
    let levels = 0;
    const mark = (bits: number, value: number): void => {
      let fresh = bits & missing;
      missing &= ~bits;
      while (fresh !== 0) {
        const bit = 31 - Math.clz32(fresh);
        fresh &= ~(1 << bit);
        if (bit < nameKinds.length) {
          row[F.names[bit] as number] = value;
          row[F.levels[bit] as number] = levels;
        }
      }
    };
    mark(paragraph.names, length / total);
    for (let level: Frame | null = frame; level; level = level.parent, levels++) {
      const part = share(level);
      if ((level.names & missing) !== 0) mark(level.names, part);
      if (level.isHidden && row[F.hidden] === 2) row[F.hidden] = part;
      const { name } = level.element;
      const tagAt = (tagsAbove as readonly string[]).indexOf(name === 'ol' ? 'ul' : name);
      if (tagAt >= 0 && row[F.tags[tagAt] as number] === 2) row[F.tags[tagAt] as number] = part;
      if (name === 'article') {
        if (!articles.has(level)) articles.set(level, articles.size);
        if (row[F.articleIndex] === 0) row[F.articleIndex] = 1 + Math.min(20, articles.get(level) ?? 0);
      }
    }

    near.forEach((offset, nearAt) => {
      const other = list[index + offset];
      const features = F.near[nearAt] as (typeof F.near)[number];
      if (!other) {
        row[features.length] = -1;
        return;
      }
      row[features.length] = scale(other.length);
      row[features.linkDensity] = other.paragraph.linkDensity;
      row[features.heading] =
        other.paragraph.kind === 'heading' ? Number(other.paragraph.element.name[1]) : 0;
      row[features.prose] = other.functionWords;
      row[features.ends] = other.ends ? 1 : 0;
      row[features.path] = other.path === one.path ? 1 : 0;
      row[features.furniture] = other.isForeign ? 2 : other.isFurniture ? 1 : other.isDate ? 3 : 0;
    });
    row.set(relations[index] as Float32Array, F.relations[0]);
    rows.push(row);

    before += length;
    proseBefore += ownProse;
    if (index > titleAt) sinceTitle += length;
    lastLong = isLong(one) ? 1 : Math.min(999, lastLong + 1);
    if (one.isForeign) foreignAbove++;
    if (kind === 'heading') heading = index;
    furnitureAbove = one.isFurniture ? 1 : Math.min(999, furnitureAbove + 1);
    dateAbove = one.isDate ? 1 : Math.min(999, dateAbove + 1);
  });
  for (const row of rows) row[F.articles] = articles.size;
  return { rows };
}
