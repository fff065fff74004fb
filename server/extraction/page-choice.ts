import type { Element } from 'domhandler';
import { isTag } from 'domhandler';
import type { ExtractorRule } from './extraction-rules.ts';
import {
  isByline,
  isControlLine,
  isDateLine,
  isForeignHeading,
  isFurnitureLine,
  isParting,
} from './furniture.ts';
import { announcedComments } from './likely-paragraphs.ts';
import { bitOf } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/** Why a paragraph of a page is not in its article. */
export const exclusionReasons = [
  'hidden',
  'comments',
  'links',
  'box',
  'formula',
  'repeated',
  'unlikely',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A paragraph of a page, for an editor who is to judge what was made of it. */
export interface ChosenParagraph {
  text: string;
  isIncluded: boolean;
  /** Null: it is in the article. */
  reason: ExclusionReason | null;
  /** The rule that leaves it out of this page and those like it, or takes it in. */
  rule: ExtractorRule;
}

/** So much is shown of a page at most: what is long, or in the article, and near it. */
const mostShown = 300;
const leastCharacters = 25;
const shownCharacters = 400;
/** A class that more paragraphs bear says of none what it is. */
const mostAlike = 12;
const boxes =
  bitOf('social') |
  bitOf('related') |
  bitOf('advertisement') |
  bitOf('newsletter') |
  bitOf('navigation') |
  bitOf('caption') |
  bitOf('consent') |
  bitOf('author') |
  bitOf('footer');

/** Results of the page's paragraphs with text, in page order. */
export function choiceOf(all: readonly Paragraph[], kept: readonly number[]): ChosenParagraph[] {
  const taken = new Set(kept);
  const said = new Set(kept.map((index) => (all[index] as Paragraph).text));
  const announced = announcedComments(all);
  const alike = paragraphsByClass(all);
  const isShown = (index: number): boolean => {
    const { text, linkDensity } = all[index] as Paragraph;
    return taken.has(index) || (text.length >= leastCharacters && linkDensity < 0.9);
  };
  return [...all.keys()]
    .filter(isShown)
    .slice(0, mostShown)
    .map((index) => {
      const paragraph = all[index] as Paragraph;
      const isIncluded = taken.has(index);
      const { text } = paragraph;
      return {
        text: text.length > shownCharacters ? `${text.slice(0, shownCharacters).toWellFormed()}…` : text,
        isIncluded,
        reason: isIncluded ? null : said.has(text) ? 'repeated' : reasonOf(paragraph, announced),
        rule: {
          rule: isIncluded ? 'should-not' : 'whitelist',
          selector: selectorOf(paragraph, (indexes) => isOnly(indexes, index, taken), alike),
        },
      };
    });
}

function reasonOf(paragraph: Paragraph, announced: ReadonlySet<Frame>): ExclusionReason {
  const { text, linkDensity, frame } = paragraph;
  let [names, isHidden, isComment] = [paragraph.names, false, false];
  for (let level: Frame | null = frame; level; level = level.parent) {
    // Names of what holds the whole page say nothing of a part of it.
    if (level.depth > 2) names |= level.names;
    isHidden ||= level.isHidden;
    isComment ||= announced.has(level);
  }
  if (isHidden) return 'hidden';
  if (isComment || (names & bitOf('comment')) !== 0) return 'comments';
  if (isFormula(text)) return 'formula';
  if (linkDensity > 0.5) return 'links';
  return (names & boxes) !== 0 ? 'box' : 'unlikely';
}

const isFormula = (text: string): boolean =>
  isFurnitureLine(text) ||
  isControlLine(text) ||
  isDateLine(text) ||
  isByline(text, null) ||
  isForeignHeading(text) ||
  isParting(text);

/** Whether a rule for these paragraphs changes of what was chosen no more than that one and its like. */
function isOnly(indexes: readonly number[], index: number, taken: ReadonlySet<number>): boolean {
  const isIncluded = taken.has(index);
  if (indexes.length > mostAlike || indexes.some((other) => taken.has(other) !== isIncluded)) return false;
  return !isIncluded || indexes.length <= Math.max(1, taken.size / 5);
}

/** Classes that templates give: numbers in them tell pages apart. */
function classesOf({ attribs }: Element): string[] {
  return (attribs['class'] ?? '')
    .slice(0, 400)
    .split(/\s+/)
    .filter((name) => name.length <= 60 && /^[A-Za-z_][\w-]*$/.test(name) && !/\d{3}/.test(name));
}

/** The paragraphs within elements of each name and class. */
function paragraphsByClass(all: readonly Paragraph[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  all.forEach(({ frame }, index) => {
    const keys = new Set<string>();
    for (let level: Frame | null = frame; level; level = level.parent)
      for (const name of classesOf(level.element)) keys.add(`${level.element.name}.${name}`);
    for (const key of keys) {
      const among = found.get(key);
      if (among) among.push(index);
      else found.set(key, [index]);
    }
  });
  return found;
}

/** A selector by class where a class tells the paragraph from others, else by its place in what has one. */
function selectorOf(
  { element, frame }: Paragraph,
  isFit: (indexes: readonly number[]) => boolean,
  alike: ReadonlyMap<string, number[]>,
): string {
  for (let level: Frame | null = frame; level; level = level.parent)
    for (const name of classesOf(level.element)) {
      const key = `${level.element.name}.${name}`;
      if (isFit(alike.get(key) ?? [])) return key;
    }
  const steps: string[] = [];
  let level: Element | null = element;
  for (; level && level.name !== 'body'; level = parentOf(level)) {
    const [name] = level === element ? [] : classesOf(level);
    if (name) return [`${level.name}.${name}`, ...steps].join(' > ');
    steps.unshift(`${level.name}:nth-of-type(${placeOf(level)})`);
  }
  return ['body', ...steps].join(' > ');
}

const parentOf = ({ parent }: Element): Element | null => (parent && isTag(parent) ? parent : null);

function placeOf(element: Element): number {
  let place = 1;
  for (let other = element.prev; other; other = other.prev)
    if (isTag(other) && other.name === element.name) place++;
  return place;
}
