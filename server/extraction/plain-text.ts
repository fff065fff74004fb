import { scanMarkup } from './markup.ts';

/**
 * Control characters, soft hyphens, zero-width and direction marks: nothing of them can be spoken, some break
 * engines. ZWJ and ZWNJ stay: scripts need them.
 */
const unspeakable =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Text without unspeakable characters, on one line. */
export function cleanLine(text: string): string {
  return text.replace(unspeakable, '').replace(/\s+/g, ' ').trim();
}

/** Paragraphs without unspeakable characters, joined by blank lines; empty ones are dropped. */
export function joinParagraphs(paragraphs: Iterable<string>): string {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    const line = cleanLine(paragraph);
    if (line !== '') lines.push(line);
  }
  return lines.join('\n\n');
}

const breaking: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'caption',
  'center',
  'dd',
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
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'td',
  'th',
  'tr',
  'ul',
]);
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
  'textarea',
  'select',
  'button',
  'audio',
  'video',
  'canvas',
  // What an author has struck out is not what the text says.
  'del',
  's',
  'strike',
]);

/** Markup that was escaped once more than its feed meant: a pair of tags around words, or a line break. */
const escapedMarkup =
  /<(b|i|em|strong|span|u|sup|sub|small|mark)(?:\s[^<>]{0,200})?>[^<>]*<\/\1>|<br\s?\/?>/i;

/** The text of a title as feeds write it, whether its markup was escaped once or twice. */
export function plainTitle(html: string): string {
  const title = plainText(html);
  return escapedMarkup.test(title) ? plainText(title) : title;
}

/**
 * Returns the text of a piece of HTML (a title, a feed's teaser) on one line: entities decoded, markup
 * removed. Elements that show no text are omitted, except unclosed ones: a headline about `<button>` means
 * the word. Linear in the length, at any depth.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return cleanLine(html);
  const parts: string[] = [];
  /**
   * The outermost silent element that is open, how often it is nested in its like, and where its text begins.
   */
  let muted = { name: '', levels: 0, from: 0 };
  scanMarkup(html, {
    open(name) {
      if (muted.levels === 0 && silent.has(name)) muted = { name, levels: 1, from: parts.length };
      else if (name === muted.name) muted.levels++;
      if (breaking.has(name)) parts.push(' ');
    },
    close(name) {
      if (name === muted.name && --muted.levels === 0) {
        parts.length = muted.from;
        muted = { name: '', levels: 0, from: 0 };
      }
      if (breaking.has(name)) parts.push(' ');
    },
    text: (text) => parts.push(text),
  });
  // A teaser that was cut within a script ends in code.
  const isCode =
    /^(?:script|style)$/.test(muted.name) && parts.slice(muted.from).some((part) => /[{;=]/.test(part));
  return cleanLine((isCode ? parts.slice(0, muted.from) : parts).join(''));
}
