import { Parser } from 'htmlparser2';

/** Control characters, soft hyphens, zero-width and direction marks: nothing of them can be spoken, some break engines. ZWJ and ZWNJ stay: scripts need them. */
const unspeakable = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

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
  'address', 'article', 'aside', 'blockquote', 'br', 'caption', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'td', 'th', 'tr', 'ul',
]);
const silent: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'head', 'textarea', 'select', 'button', 'audio', 'video', 'canvas']);

/**
 * The text of a piece of HTML (a title, a feed's teaser) on one line: entities decoded, markup gone. Streams, so that depth costs nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return cleanLine(html);
  let text = '';
  let muted = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (silent.has(name)) muted++;
        if (breaking.has(name)) text += ' ';
      },
      onclosetag: (name) => {
        if (silent.has(name)) muted = Math.max(0, muted - 1);
        if (breaking.has(name)) text += ' ';
      },
      ontext: (part) => {
        if (muted === 0) text += part;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return cleanLine(text);
}
