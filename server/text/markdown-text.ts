import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { boundSigns } from './bound-signs.ts';

/** Indentation that only lists within dozens of lists have. */
const indented = /^[ \t]{40,}/gm;

/**
 * CommonMark with GitHub's tables, strikethrough and footnotes. Tags and words that are far to the right are
 * words, not HTML and code. Bare addresses stay text, which is spelled out later.
 */
const parser = new MarkdownIt({ html: true, maxNesting: 200 })
  .use(footnotes)
  // Notes are left out, so they need not be collected at the end.
  .disable(['html_block', 'code', 'footnote_inline', 'footnote_tail']);

/**
 * The text of a Markdown document as it is read aloud: without addresses, pictures, code and signs, except
 * those that begin headings and items of lists, which voicing knows, and the tags of voices. Takes time in
 * proportion to the length of the document.
 */
export function markdownText(source: string): string {
  const lines = withoutProperties(source.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
  const document = boundSigns(withoutSilent(lines))
    .replace(indented, ' '.repeat(40))
    .split('\n')
    .map(boundDepth)
    .join('\n');
  return blocksText(parser.parse(document, {}))
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
/**
 * Comments and the like may be anywhere. One that does not end has no words, but what follows it has. Left to
 * the parser, each beginning is looked through to the document's end.
 */
const withoutSilent = (document: string): string =>
  withoutDeclarations(silent.reduce((text, [begin, end]) => without(text, begin, end), document));

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

/** Without `<!DOCTYPE …>` and the like, which a blank line ends as well. */
function withoutDeclarations(document: string): string {
  const begin = /<![A-Za-z]/g;
  const end = />|\n(?=[ \t]*\n)/g;
  let text = '';
  for (let at = 0; ; at = end.lastIndex) {
    begin.lastIndex = at;
    const start = begin.exec(document)?.index;
    text += document.slice(at, start);
    if (start === undefined) return text;
    end.lastIndex = start;
    const found = end.exec(document);
    if (!found) return text;
    if (found[0] === '\n') end.lastIndex--;
  }
}

/** Begin of a quotation or of an item of a list. */
const mark = / {0,4}(?:>|(?:[-*+]|\d{1,9}[.)])(?= )) ?/y;
/** Quotations and lists within each other; what is deeper is read as if it were quoted at this depth. */
const depthMax = 12;

/** A line without marks that are beyond any use; of lists that begin on one line, the innermost is left. */
function boundDepth(line: string): string {
  let [last, end, depth, inLists] = [0, 0, 0, true];
  mark.lastIndex = 0;
  while (mark.test(line)) {
    [last, end] = [end, mark.lastIndex];
    inLists &&= !line.slice(last, end).includes('>');
    depth++;
  }
  if (depth >= depthMax) return '>'.repeat(depthMax) + line.slice(end);
  return inLists && depth > 1 && /^ *[^\s*+-]/.test(line.slice(end)) ? line.slice(last) : line;
}

/** A block whose end has not been reached. */
interface OpenBlock {
  type: string;
  /** Texts of the blocks within it. */
  texts: string[];
  /** Of a list: the number of its first item; undefined where its items have none. */
  first?: number | undefined;
  /** Of a list: whether blank lines are between its items. */
  isLoose?: boolean;
}

const separators: Readonly<Record<string, string>> = {
  list_item: '\n',
  table: '\n',
  thead: '\n',
  tbody: '\n',
  tr: ', ',
  heading: '',
  paragraph: '',
  th: '',
  td: '',
};

/** Text of blocks, each between the tokens of its begin and its end. */
function blocksText(tokens: readonly Token[]): string {
  const open: OpenBlock[] = [{ type: 'document', texts: [] }];
  for (const token of tokens) {
    const { type, nesting } = token;
    if (nesting === 1) open.push(openBlock(token, open));
    else if (nesting === -1) {
      const closed = open.pop()!;
      open.at(-1)!.texts.push(blockText(closed, token));
    } else if (type === 'inline') open.at(-1)!.texts.push(withoutBox(inlineText(token.children ?? []), open));
    // A rule and code part what is around them.
    else open.at(-1)!.texts.push('');
  }
  return open[0]!.texts.join('\n\n');
}

function openBlock(token: Token, open: readonly OpenBlock[]): OpenBlock {
  const type = token.type.replace(/_open$/, '');
  if (type === 'paragraph' && !token.hidden && open.at(-1)!.type === 'list_item') open.at(-2)!.isLoose = true;
  return {
    type,
    texts: [],
    first: type === 'ordered_list' ? Number(token.attrGet('start') ?? 1) : undefined,
  };
}

function blockText({ type, texts, first, isLoose }: OpenBlock, { markup }: Token): string {
  switch (type) {
    case 'heading':
      return `${markup.startsWith('#') ? markup : markup === '=' ? '#' : '##'} ${texts.join('')}`;
    case 'bullet_list':
    case 'ordered_list':
      return texts
        .map((text, place) => `${first === undefined ? '-' : `${first + place}.`} ${text}`)
        .join(isLoose ? '\n\n' : '\n');
    case 'footnote_reference':
      return '';
    default:
      return texts.join(separators[type] ?? '\n\n');
  }
}

/** One tilde on each side strikes words through for GitHub, as two do, which the parser knows. */
const struck = /(?<![\p{L}\p{N}~])~(?=[^\s~])([^~\n]*[^\s~])~(?![\p{L}\p{N}~])/gu;

/** An item of a list of tasks, without the box that says whether it is done. */
const withoutBox = (text: string, open: readonly OpenBlock[]): string =>
  open.at(-2)?.type === 'list_item' && open.at(-2)!.texts.length === 0
    ? text.replace(/^\[[ xX]\]\s+(?=\S)/, '')
    : text;

function inlineText(tokens: readonly Token[]): string {
  let text = '';
  let inAddress = false;
  for (const { type, content, info } of tokens) {
    // An address in angle brackets is its own text.
    if (type === 'link_open') inAddress = info === 'auto';
    else if (type === 'link_close') inAddress = false;
    else if (inAddress) continue;
    else if (type === 'softbreak' || type === 'hardbreak') text += '\n';
    else if (type === 'text' || type === 'code_inline') text += content;
    else if (type === 'html_inline' && isVoiceTag(content)) text += content;
  }
  return text.replace(struck, '$1');
}

/** The tag that begins or ends what another voice says. */
const isVoiceTag = (html: string): boolean => /^<\/?voice[\s>]/i.test(html);
