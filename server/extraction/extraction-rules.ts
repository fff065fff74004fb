import { extractionMessages } from './messages.ts';
import type { ChildNode, Document, Element, ParentNode, Text } from 'domhandler';
import { Element as DomElement, isTag, isText } from 'domhandler';
import { isKnownCharset } from './charset.ts';
import { parseDate } from './dates.ts';
import { attribute, firstOf, remove, selectAny, setChildren, textOf, unwrap } from './dom.ts';
import { ExtractionError } from './extraction-error.ts';
import { cleanLine } from './plain-text.ts';

/**
 * The extractor rules: how a publisher corrects the automatic extraction of its pages. Rules run in the given
 * order, each on the page as the rules before have left it. A selector is a CSS selector (for the charset
 * rule: the name of an encoding).
 * - `should`: The text is what matches, in the page's order. Matches of several such rules add up. If none of
 *   them matches, the automatic extraction decides.
 * - `should_strict`: As `should`, but exactly that: nothing inside is cleaned away automatically, and if
 *   nothing matches, the page has no article.
 * - `whitelist`: What matches survives the automatic cleaning (a caption, a box, a list of links).
 * - `unwrap_br`: Inside what matches, text that is separated by line breaks becomes paragraphs, one per line.
 * - `unwrap`: What matches is replaced by its content: the tags go, the text stays and joins the surrounding
 *   text.
 * - `title`: The title is the text of the first match.
 * - `should-not`: What matches is removed.
 * - `should-before`: The article is before the first match, which is removed with everything after it.
 * - `should-after`: The article is after the first match, which is removed with everything before it.
 * - `should-before-br`: In each match only what is before its first line break stays.
 * - `should-after-br`: In each match only what is after its first line break stays.
 * - `publication-date`: The date of publication is that of the first match that contains one: its datetime or
 *   content attribute, else its text.
 * - `charset`: The page is decoded from this encoding, whatever it declares.
 */
export const extractorRuleTypes = [
  'should',
  'should_strict',
  'whitelist',
  'unwrap_br',
  'unwrap',
  'title',
  'should-not',
  'should-before',
  'should-after',
  'should-before-br',
  'should-after-br',
  'publication-date',
  'charset',
] as const;
export type ExtractorRuleType = (typeof extractorRuleTypes)[number];

export interface ExtractorRule {
  rule: ExtractorRuleType;
  selector: string;
}

/** What the rules have found, beside the changes they made to the page. */
export interface RuleFindings {
  /** Matches of should and should_strict. */
  content: Set<Element>;
  /** Of these, what should_strict matched. */
  strict: Set<Element>;
  isStrict: boolean;
  /** Matches of whitelist. */
  kept: Set<Element>;
  title: string | null;
  publishedAt: string | null;
}

/** What one rule did to a page. */
export interface RuleEffect extends ExtractorRule {
  /** Elements that its selector matched when its turn came; null of the charset rule, which matches none. */
  matched: number | null;
  /** The text that it removed, shortened to its first characters; null: none. */
  removed: string | null;
  /** All characters that it removed, white space counted once. */
  removedCharacters: number;
}

type Apply = (matches: readonly Element[], findings: RuleFindings) => void;

const rules: Record<ExtractorRuleType, Apply> = {
  should: (matches, { content }) => {
    for (const match of matches) content.add(match);
  },
  should_strict: (matches, findings) => {
    findings.isStrict = true;
    for (const match of matches) {
      findings.content.add(match);
      findings.strict.add(match);
    }
  },
  whitelist: (matches, { kept }) => {
    for (const match of matches) kept.add(match);
  },
  unwrap_br: (matches) => matches.forEach(linesToParagraphs),
  unwrap: (matches, { content }) => unwrap(matches.filter((match) => !content.has(match))),
  title: ([match], findings) => {
    const title = match ? cleanLine(attribute(match, 'content') ?? textOf(match)) : '';
    if (title !== '') findings.title = title;
  },
  'should-not': remove,
  'should-before': ([match]) => {
    if (!match) return;
    removeBeside(match, 'after');
    remove([match]);
  },
  'should-after': ([match]) => {
    if (!match) return;
    removeBeside(match, 'before');
    remove([match]);
  },
  'should-before-br': (matches) => {
    for (const match of matches) cutAtBreak(match, 'after');
  },
  'should-after-br': (matches) => {
    for (const match of matches) cutAtBreak(match, 'before');
  },
  'publication-date': (matches, findings) => {
    for (const match of matches) {
      const date = parseDate(attribute(match, 'datetime') ?? attribute(match, 'content') ?? textOf(match));
      if (date) {
        findings.publishedAt = date;
        return;
      }
    }
  },
  // Works on the bytes, before there is a page: see `charsetRule`.
  charset: () => {},
};

/**
 * Applies rules to a page, and modifies it.
 * @param effects receives the effect of each rule; absent: not recorded, which is faster
 * @throws ExtractionError kinds `bad-selector`, `unknown-rule`, `unknown-charset`, naming rule and selector
 */
export function applyRules(
  document: Document,
  list: readonly ExtractorRule[],
  effects?: RuleEffect[],
): RuleFindings {
  const findings: RuleFindings = {
    content: new Set(),
    strict: new Set(),
    isStrict: false,
    kept: new Set(),
    title: null,
    publishedAt: null,
  };
  for (const rule of list) {
    const apply = rules[rule.rule];
    if (!Object.hasOwn(rules, rule.rule))
      throw new ExtractionError(
        'unknown-rule',
        extractionMessages.EXTRACTOR_RULE_UNKNOWN({ rule: rule.rule }),
        { rule },
      );
    const matches = rule.rule === 'charset' ? null : select(document, rule);
    const before = effects ? shownTexts(document) : [];
    if (matches) apply(matches, findings);
    effects?.push({ ...rule, matched: matches?.length ?? null, ...removedFrom(document, before) });
  }
  return findings;
}

/**
 * The encoding that the last charset rule names.
 * @throws ExtractionError kind `unknown-charset`
 */
export function charsetRule(list: readonly ExtractorRule[]): string | null {
  const rule = list.findLast((one) => one.rule === 'charset');
  if (!rule) return null;
  if (!isKnownCharset(rule.selector))
    throw new ExtractionError(
      'unknown-charset',
      extractionMessages.EXTRACTOR_RULE_UNKNOWN_ENCODING({ encoding: rule.selector }),
      { rule },
    );
  return rule.selector;
}

/**
 * Checks rules without a page, for the form in which they are written.
 * @throws ExtractionError as `applyRules`
 */
export function checkRules(document: Document, list: readonly ExtractorRule[]): void {
  charsetRule(list);
  applyRules(document, list);
}

/** Characters of what a rule removed that are shown. */
const removedMax = 300;

const notShown: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'head']);

/** The pieces of text of a page that a reader may see, in its order. */
function shownTexts(root: ParentNode): Text[] {
  const found: Text[] = [];
  const add = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (isText(child)) found.push(child);
      else if (isTag(child) && !notShown.has(child.name)) add(child);
    }
  };
  add(root);
  return found;
}

/** What of a page's text is no longer in it. */
function removedFrom(
  document: Document,
  before: readonly Text[],
): Pick<RuleEffect, 'removed' | 'removedCharacters'> {
  const left = new Set(before.length > 0 ? shownTexts(document) : []);
  const gone = cleanLine(
    before
      .filter((text) => !left.has(text))
      .map(({ data }) => data)
      .join(' '),
  );
  const shown = gone.length > removedMax ? `${gone.slice(0, removedMax).toWellFormed().trim()}…` : gone;
  return { removed: shown || null, removedCharacters: gone.length };
}

function select(document: Document, rule: ExtractorRule): Element[] {
  const selector = rule.selector.trim();
  try {
    if (selector === '') throw new SyntaxError('empty selector');
    return selectAny(document, selector);
  } catch (cause) {
    throw new ExtractionError(
      'bad-selector',
      extractionMessages.EXTRACTOR_RULE_BAD_SELECTOR({ rule: rule.rule, selector }),
      { cause, rule },
    );
  }
}

/** Removes everything on one side of an element, and of each of its ancestors up to the body. */
function removeBeside(element: Element, side: 'before' | 'after'): void {
  for (
    let level: Element | null = element;
    level && level.name !== 'body';
    level = level.parent && isTag(level.parent) ? level.parent : null
  )
    cutBeside(level, side);
}

function cutBeside(node: ChildNode, side: 'before' | 'after'): void {
  const { parent } = node;
  if (!parent) return;
  const at = parent.children.indexOf(node);
  setChildren(parent, side === 'after' ? parent.children.slice(0, at + 1) : parent.children.slice(at));
}

/**
 * Removes an element's first line break and, within the element, all that lies beyond it in one direction.
 * Without a break nothing changes.
 */
function cutAtBreak(element: Element, side: 'before' | 'after'): void {
  const first = firstOf(element, 'br');
  if (!first) return;
  for (
    let level: ChildNode & ParentNode = first;
    level !== element && level.parent;
    level = level.parent as Element
  )
    cutBeside(level, side);
  remove([first]);
}

function linesToParagraphs(element: Element): void {
  const lines: ChildNode[] = [];
  let line: ChildNode[] = [];
  const flush = (): void => {
    if (line.length === 0) return;
    const paragraph = new DomElement('p', {}, []);
    setChildren(paragraph, line);
    lines.push(paragraph);
    line = [];
  };
  for (const node of element.children) {
    if (isTag(node) && node.name === 'br') flush();
    else line.push(node);
  }
  flush();
  setChildren(element, lines);
}
