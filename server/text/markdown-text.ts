import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { List, Nodes } from 'mdast';
import { boundSigns } from './bound-signs.ts';

/** Quotations and lists within each other; what is deeper is read as if it were quoted at this depth. */
const deep = /^(?: {0,4}(?:>|(?:[-*+]|\d{1,9}[.)])(?= ))){12,} ?/gm;

/** A list that begins on the line of an item of another: nobody means it, and the parser is slow at it. */
const listInItem = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)+(?=(?:[-*+]|\d{1,9}[.)]) +[^\s*+-])/gm;

const options = {
  // Words that stand in or after a tag, or far to the right, are words: nobody meant them as code.
  extensions: [gfm(), { disable: { null: ['htmlFlow', 'codeIndented'] } }],
  mdastExtensions: [gfmFromMarkdown()],
};

/**
 * The text of a Markdown document as it is read aloud: without addresses, pictures, code and signs, but
 * for those that begin headings and items of lists, which voicing knows, and the tags of voices. Read as
 * CommonMark with GitHub's additions.
 */
export function markdownText(source: string): string {
  const lines = withoutProperties(source.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
  const document = boundSigns(withoutSilent(lines)).replace(listInItem, '').replace(deep, '>'.repeat(12));
  return said(fromMarkdown(document, options), document)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without the properties that some tools put before the text. */
function withoutProperties(document: string): string {
  const end = document.startsWith('---\n') ? document.indexOf('\n---\n', 3) : -1;
  return end === -1 ? document : document.slice(end + '\n---\n'.length);
}

/** What is no word, from its beginning to its end, the longer beginnings first. */
const silent = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
/** `<!DOCTYPE …>` and the like, which a blank line ends as well. */
const declaration = /<![A-Za-z](?:[^>\n]|\n(?![ \t]*\n))*>?/g;

/**
 * Comments and the like may be anywhere. One that does not end has no words, but what follows it has. Left to
 * the parser, each beginning is looked through to the document's end.
 */
const withoutSilent = (document: string): string =>
  silent.reduce((text, [begin, end]) => without(text, begin, end), document).replace(declaration, '');

function without(document: string, begin: string, end: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const start = document.indexOf(begin, at);
    const stop = start === -1 ? -1 : document.indexOf(end, start + begin.length);
    if (stop === -1) return text + document.slice(at).replaceAll(begin, '');
    text += document.slice(at, start);
    at = stop + end.length;
  }
}

function said(node: Nodes, document: string): string {
  const inside = (separator: string) =>
    'children' in node ? node.children.map((child) => said(child, document)).join(separator) : '';
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return node.value;
    case 'html':
      return isVoiceTag(node.value) ? node.value : '';
    case 'break':
      return '\n';
    case 'heading':
      return `${'#'.repeat(node.depth)} ${inside('')}`;
    case 'link':
      // An address in angle brackets, which is its own text.
      return document[node.position?.start.offset ?? -1] === '<' ? '' : inside('');
    case 'list':
      return items(node, document);
    case 'listItem':
      return inside('\n');
    case 'table':
      return inside('\n');
    case 'tableRow':
      return inside(', ');
    case 'root':
    case 'blockquote':
      return inside('\n\n');
    case 'code':
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'image':
    case 'imageReference':
    case 'thematicBreak':
    case 'yaml':
      return '';
    default:
      return inside('');
  }
}

function items({ ordered, start, spread, children }: List, document: string): string {
  const sign = (place: number) => (ordered ? `${(start ?? 1) + place}.` : '-');
  return children.map((item, place) => `${sign(place)} ${said(item, document)}`).join(spread ? '\n\n' : '\n');
}

/** The tag that begins or ends what another voice says. */
const isVoiceTag = (html: string): boolean => /^<\/?voice[\s>]/i.test(html);
