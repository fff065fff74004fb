import type { AnyNode, Element, ParentNode } from 'domhandler';
import { isTag, isText } from 'domhandler';
import { isListing } from './code-text.ts';
import { isInitial, withJoinedInitials } from './drop-caps.ts';
import { formulaText, isFormulaTwin, isMathImage, withFormulas } from './formula.ts';
import { bitOf, isHidden, nameBits } from './names.ts';
import { cleanLine } from './plain-text.ts';
import { isNoteMark, isRaised, raisedText, withoutNoteMarks } from './raised-text.ts';
import { isStruckOut, struckClasses } from './struck-out.ts';

/** A block element with what it holds, for telling text from what surrounds it. */
export interface Frame {
  element: Element;
  parent: Frame | null;
  depth: number;
  /** What its names speak of: see `names.ts`. */
  names: number;
  isHidden: boolean;
  /** Characters, of all its paragraphs; of these in links; of these prose. */
  characters: number;
  linked: number;
  prose: number;
  paragraphs: number;
}

/** One paragraph of a page, with what tells text from furniture. */
export interface Paragraph {
  text: string;
  kind: 'heading' | 'item' | 'text' | 'row';
  /** The share of its characters that are links, 0 to 1. */
  linkDensity: number;
  links: number;
  /** The shares of its characters in italics and in bold. */
  italic: number;
  bold: number;
  /** The innermost block element that holds it. */
  element: Element;
  frame: Frame;
  /** What the names of inline elements speak of that hold most of it. */
  names: number;
  /**
   * What is not text: pictures, embedded media, fields and buttons, between the paragraph before and the end
   * of this one.
   */
  pictures: number;
  media: number;
  fields: number;
  /** Horizontal rules before it. */
  rules: number;
  /** Where its links lead, of many the first. */
  hrefs: string[];
  /** It begins with a link, ends with one. */
  linkFirst: boolean;
  linkLast: boolean;
}

const maxHrefs = 20;
const blocks: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'html',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'ul',
  'caption',
  'legend',
  'menu',
  'dialog',
  'noscript',
]);
/** What is not read aloud. */
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'link',
  'meta',
  'title',
  'textarea',
  'select',
  'input',
  'button',
  'audio',
  'video',
  'canvas',
  'img',
  'map',
  'amp-img',
  'amp-ad',
  'amp-social-share',
  'amp-video',
  'amp-embed',
  'amp-analytics',
  'amp-sidebar',
  'amp-consent',
  'option',
  'datalist',
  'progress',
  'meter',
]);
const pictures: ReadonlySet<string> = new Set(['img', 'svg', 'amp-img', 'canvas']);
const media: ReadonlySet<string> = new Set([
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'amp-video',
  'amp-embed',
]);
const fields: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea']);
const asides = bitOf('hidden') | bitOf('consent');
const tooltip =
  /(?:^|[\s_-])(?:sr-only|screen-?reader(?:-text)?|visually-?hidden|tool-?tip|hover-?(?:card|box)|popover|assistive)/i;
/** Pronunciation of a word, written above it. */
const ruby: ReadonlySet<string> = new Set(['rt', 'rp']);
/** Commands of content systems that were left in the text. */
const shortcode =
  /\[\/?(?:caption|gallery|embed|video|audio|playlist|youtube|vimeo|sc_embed|columns?|button|spacer|divider|tabs?|accordion|toggle|contact-form(?:-7)?|vc_[a-z_]{1,30}|et_pb_[a-z_]{1,30}|su_[a-z_]{1,30}|fusion_[a-z_]{1,30}|av_[a-z_]{1,30})(?:\s[^[\]]{0,400})?\/?\]/gi;
/** The same by their form: a name with values, and what ends one; */
const unknownShortcode =
  /\[\/?[a-z]{2,30}(?:[_-][a-z\d]{1,30}){0,5} [a-z][\w-]{0,30}=["'“”„″‘’][^[\]]{0,400}\]|\[\/[a-z]{1,30}(?:[_-][a-z\d]{1,30}){0,5}\]/gi;
/** and alone in a paragraph a name of two words or with a number, which elsewhere may be spoken of. */
const loneShortcode =
  /^\s*(?:\[[a-z]{1,30}(?:_[a-z\d]{1,30}){1,5}\]|\[[a-z]{2,30}-\d{1,10}\]|\{\{[^{}]{1,200}\}\})\s*$/i;

/**
 * Returns the paragraphs of an element in reading order: blocks, list items, headings, table rows, and text
 * separated by double line breaks.
 * @param most maximum number: later ones are not read
 */
export function paragraphsOf(root: ParentNode, most = Number.POSITIVE_INFINITY): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let text = '';
  let linked = 0;
  let links = 0;
  let italic = 0;
  let bold = 0;
  let breaks = 0;
  /** Whether the text has anything but white space: looked up in each piece once, not in all of it again. */
  let isFilled = false;
  let seen = { pictures: 0, media: 0, fields: 0, rules: 0 };
  let hrefs: string[] = [];
  let linkFirst = false;
  let linkEnd = -1;
  let inline: [names: number, length: number][] = [];
  let holder: Frame;
  /** Whether something was just left out, after which a punctuation mark has no space before it. */
  let isCut = false;
  /** Whether the first letter is in a separate element. */
  let isApart = false;
  const apart = new Set<Paragraph>();
  const struck = struckClasses(root);

  const flush = (): void => {
    const isRead = text !== '' && paragraphs.length < most;
    const line = isRead ? cleanLine(spokenOf(text, holder.element)) : '';
    if (line !== '') {
      const { length } = line;
      let names = 0;
      for (const [bits, covered] of inline) if (covered >= 0.6 * length) names |= bits;
      const share = (part: number): number => Math.min(1, part / length);
      paragraphs.push({
        text: line,
        kind: kindOf(holder.element),
        linkDensity: share(linked),
        links,
        italic: share(italic),
        bold: share(bold),
        element: holder.element,
        frame: holder,
        names,
        ...seen,
        hrefs,
        linkFirst,
        linkLast: linkEnd >= 0 && !/[\p{L}\p{N}]/u.test(text.slice(linkEnd, linkEnd + 100)),
      });
      if (isApart) apart.add(paragraphs.at(-1)!);
      seen = { pictures: 0, media: 0, fields: 0, rules: 0 };
    }
    text = '';
    isFilled = isCut = isApart = false;
    if (hrefs.length > 0) hrefs = [];
    linkFirst = false;
    linkEnd = -1;
    if (inline.length > 0) inline = [];
    linked = links = italic = bold = breaks = 0;
  };

  const walk = (node: AnyNode, inLink: boolean): void => {
    if (paragraphs.length >= most) return;
    if (isText(node)) {
      const value = isInRuby(node) ? withoutMargins(node.data) : node.data;
      const says = /\S/.test(value);
      if (breaks > 0 && says) {
        if (breaks > 1) flush();
        breaks = 0;
      }
      isFilled ||= says;
      if (isCut && says) {
        if (/^\s*[,.;:!?…)\]]/.test(value)) text = text.trimEnd();
        isCut = false;
      }
      text += value;
      if (inLink) linked += cleanLine(value).length;
      return;
    }
    if (!isTag(node)) return;
    const tag = node.name;
    if (ruby.has(tag)) return;
    if (isStruckOut(node, struck) || isListing(node)) {
      if (blocks.has(tag)) flush();
      isCut = true;
      return;
    }
    if (silent.has(tag)) {
      if (tag === 'math' || (tag === 'img' && isMathImage(node))) {
        text += ` ${formulaText(node, text)} `;
        isFilled = isCut = true;
        return;
      }
      if (tag === 'img' && !isFilled && isInitial(node.attribs['alt'] ?? '')) {
        text += node.attribs['alt'];
        isFilled = isApart = true;
      }
      if (pictures.has(tag)) seen.pictures++;
      else if (media.has(tag)) seen.media++;
      else if (fields.has(tag) && node.attribs['type'] !== 'hidden') seen.fields++;
      text += ' ';
      return;
    }
    if (tag === 'br') {
      breaks++;
      text += ' ';
      return;
    }
    if (isNoteMark(node)) {
      isCut = true;
      return;
    }
    const raised = isRaised(node) ? raisedText(node, text) : null;
    if (raised !== null) {
      text += raised;
      isCut ||= raised === '';
      return;
    }
    const isCell = tag === 'td' || tag === 'th';
    if (!blocks.has(tag) && !(isCell && isLayoutCell(node))) {
      if (isCell && isFilled) text += ', ';
      const names = nameBits(node);
      if (isHidden(node) || isHoverBox(node, names) || isFormulaTwin(node)) return;
      if (isWordApart(node, text)) text += ' ';
      const link = inLink || tag === 'a';
      if (tag === 'a') {
        links++;
        if (!isFilled) linkFirst = true;
        if (hrefs.length < maxHrefs) hrefs.push((node.attribs['href'] ?? '').slice(0, 300));
      }
      const count = paragraphs.length;
      const before = text.length;
      const isFirst = !isFilled;
      for (const child of node.children) walk(child, link);
      if (paragraphs.length !== count || text.length < before) return;
      const length = text.length - before;
      if (isFirst && length <= 6 && isInitial(text.slice(before))) isApart = true;
      if (tag === 'a') linkEnd = text.length;
      if (names !== 0) inline.push([names, length]);
      if (tag === 'em' || tag === 'i') italic += length;
      if (tag === 'b' || tag === 'strong') bold += length;
      return;
    }
    flush();
    if (tag === 'hr') seen.rules++;
    const outer = holder;
    holder = frameOf(node, outer);
    for (const child of node.children) walk(child, inLink);
    flush();
    holder = outer;
  };

  if (isTag(root)) {
    holder = frameOf(root, null);
    for (const child of root.children) walk(child, false);
    flush();
  }
  return withJoinedInitials(paragraphs, apart);
}

/** What is spoken of a paragraph's text: without commands, marks of notes and TeX. */
function spokenOf(text: string, element: Element): string {
  const own = /[[{]/.test(text) ? withoutCommands(text) : text;
  return withoutNoteMarks(/\\\(|\$\$/.test(own) ? withFormulas(own, element) : own);
}

/**
 * Returns whether an element that follows another without a space is a separate word:
 * `<a>Save</a><a>Print</a>`. A capital letter after a small one shows this.
 */
function isWordApart({ prev, children }: Element, before: string): boolean {
  if (!prev || !isTag(prev) || !/[\p{Ll}\p{N}]{2}[.:!?%]?$/u.test(before)) return false;
  let first: AnyNode | undefined = children[0];
  for (let steps = 0; first && isTag(first) && steps < 8; steps++) first = first.children[0];
  return first !== undefined && isText(first) && /^\p{Lu}\p{L}/u.test(first.data);
}

function withoutCommands(text: string): string {
  return loneShortcode.test(text) ? '' : text.replace(shortcode, ' ').replace(unknownShortcode, ' ');
}

function frameOf(element: Element, parent: Frame | null): Frame {
  return {
    element,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    names: nameBits(element),
    isHidden: isHidden(element),
    characters: 0,
    linked: 0,
    prose: 0,
    paragraphs: 0,
  };
}

function kindOf({ name }: Element): Paragraph['kind'] {
  if (name.length === 2 && name[0] === 'h' && name !== 'hr') return 'heading';
  if (name === 'li' || name === 'dt' || name === 'dd') return 'item';
  return name === 'tr' ? 'row' : 'text';
}

/**
 * A cell that lays the page out: it holds blocks, double line breaks or much text, or is alone in its row.
 */
function isLayoutCell(cell: Element): boolean {
  if (!isBesideCell(cell, 'prev') && !isBesideCell(cell, 'next')) return true;
  let characters = 0;
  const holdsBlock = (node: AnyNode): boolean => {
    if (isText(node)) return (characters += node.data.length) > 400;
    if (!isTag(node) || silent.has(node.name) || ruby.has(node.name)) return false;
    if (blocks.has(node.name)) return true;
    if (node.name === 'br' && node.next && isTag(node.next) && node.next.name === 'br') return true;
    return node.children.some(holdsBlock);
  };
  return cell.children.some(holdsBlock);
}

function isBesideCell(cell: Element, direction: 'prev' | 'next'): boolean {
  for (let sibling = cell[direction]; sibling; sibling = sibling[direction]) if (isTag(sibling)) return true;
  return false;
}

/**
 * Returns whether an element is a box that is shown on hover, or words for screen readers; not the word
 * itself, which may have the same name.
 */
function isHoverBox(element: Element, names: number): boolean {
  if (element.attribs['role'] === 'tooltip') return true;
  if ((names & asides) === 0 || !isNamedTooltip(element)) return false;
  return !element.children.some((child) => isTag(child) && isNamedTooltip(child));
}

const isNamedTooltip = ({ attribs }: Element): boolean => tooltip.test(attribs['class'] ?? '');

/** Returns whether text is the base of a ruby, below its pronunciation. */
function isInRuby({ parent }: AnyNode): boolean {
  return parent !== null && isTag(parent) && (parent.name === 'ruby' || parent.name === 'rb');
}

/** A line break in the source of a ruby is no space between signs that have none. */
function withoutMargins(text: string): string {
  return /^[\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々]*$/u.test(text) ? text.replace(/\s+/g, '') : text;
}
