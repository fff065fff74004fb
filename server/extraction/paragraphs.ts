import { cleanLine } from './plain-text.ts';

/** One paragraph of a page, with what tells text from furniture. */
export interface Paragraph {
  text: string;
  kind: 'heading' | 'item' | 'text' | 'row';
  /** The share of its characters that are links, 0 to 1. */
  linkDensity: number;
  /** The innermost block element that holds it. */
  element: Element;
}

const blocks: ReadonlySet<string> = new Set([
  'ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'CENTER', 'DD', 'DETAILS', 'DIV', 'DL', 'DT', 'FIELDSET', 'FIGCAPTION', 'FIGURE', 'FOOTER', 'FORM', 'H1', 'H2', 'H3',
  'H4', 'H5', 'H6', 'HEADER', 'HGROUP', 'HR', 'LI', 'MAIN', 'NAV', 'OL', 'P', 'PRE', 'SECTION', 'SUMMARY', 'TABLE', 'TBODY', 'THEAD', 'TFOOT', 'TR', 'UL', 'CAPTION', 'LEGEND',
]);
/** What is not read aloud. */
const silent: ReadonlySet<string> = new Set([
  'SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'IFRAME', 'OBJECT', 'EMBED', 'SVG', 'MATH', 'HEAD', 'LINK', 'META', 'TITLE', 'TEXTAREA', 'SELECT', 'INPUT', 'BUTTON', 'LABEL', 'AUDIO', 'VIDEO', 'CANVAS',
  'FIGURE', 'FIGCAPTION', 'PICTURE', 'IMG', 'MAP', 'NAV', 'DIALOG', 'MENU', 'RT', 'RP', 'AMP-IMG', 'AMP-AD', 'AMP-SOCIAL-SHARE', 'AMP-VIDEO', 'AMP-EMBED', 'AMP-ANALYTICS', 'AMP-SIDEBAR', 'AMP-CONSENT', 'GU-ISLAND',
]);
const elementNode = 1;
const textNode = 3;

/** The paragraphs of an element in reading order: blocks, list items, headings, table rows, and what double line breaks separate. */
export function paragraphsOf(root: Element, isSilent: (element: Element) => boolean = () => false): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let text = '';
  let linked = 0;
  let breaks = 0;
  let holder = root;

  const flush = (): void => {
    const line = cleanLine(text);
    if (line !== '') paragraphs.push({ text: line, kind: kindOf(holder), linkDensity: Math.min(1, linked / line.length), element: holder });
    text = '';
    linked = 0;
    breaks = 0;
  };

  const walk = (node: Node, inLink: boolean): void => {
    if (node.nodeType === textNode) {
      const value = node.nodeValue ?? '';
      if (/\S/.test(value)) {
        if (breaks > 1) flush();
        breaks = 0;
      }
      text += value;
      if (inLink) linked += cleanLine(value).length;
      return;
    }
    if (node.nodeType !== elementNode) return;
    const element = node as Element;
    const tag = element.tagName.toUpperCase();
    if (silent.has(tag) || isSilent(element)) {
      text += ' ';
      return;
    }
    if (tag === 'BR') {
      breaks++;
      text += ' ';
      return;
    }
    if (tag === 'SUP' && isFootnoteMark(element)) return;
    const isCell = tag === 'TD' || tag === 'TH';
    const isBlock = blocks.has(tag) || (isCell && isLayoutCell(element));
    if (!isBlock) {
      if (isCell && cleanLine(text) !== '') text += ', ';
      const link = inLink || tag === 'A';
      for (let child = element.firstChild; child; child = child.nextSibling) walk(child, link);
      return;
    }
    flush();
    const outer = holder;
    holder = element;
    for (let child = element.firstChild; child; child = child.nextSibling) walk(child, inLink);
    flush();
    holder = outer;
  };

  walk(root, false);
  flush();
  return paragraphs;
}

function kindOf(element: Element): Paragraph['kind'] {
  const tag = element.tagName.toUpperCase();
  if (/^H[1-6]$/.test(tag)) return 'heading';
  if (tag === 'LI' || tag === 'DT' || tag === 'DD') return 'item';
  return tag === 'TR' ? 'row' : 'text';
}

/** A cell that lays the page out: it holds blocks or line breaks, or is alone in its row. */
function isLayoutCell(cell: Element): boolean {
  return cell.parentElement?.children.length === 1 || cell.querySelector('p, div, table, ul, ol, h1, h2, h3, h4, br + br') !== null || (cell.textContent ?? '').length > 400;
}

/** `[1]`, `12`, `*`: a reference to a footnote. */
function isFootnoteMark(element: Element): boolean {
  return element.querySelector('a') !== null && /^\s*\[?[\d*†‡]{1,3}\]?\s*$/.test(element.textContent ?? '');
}
