import { decodeHTML } from 'entities';
import { firstOf } from '../dom.ts';
import { joinParagraphs, plainText } from '../plain-text.ts';
import { paragraphsOfText } from '../content.ts';
import { parsePage } from '../page.ts';
import type { FeedItem } from './feed.ts';

/** An item with less text than this (characters) may be a teaser even where the feed calls it content. */
const fullTextCharacters = 1_200;

/** The end of a truncated text: an ellipsis, or an invitation to read more. */
const cutOff =
  /(?:…|\.{3}|\[…\]|\[\.{3}\]|\(…\)|\(\.{3}\))\s*(?:(?:read|continue|weiter|mehr|lire|leer|leggi|więcej|lees|läs)[^.]{0,60})?$|(?:read (?:more|on|the (?:full|rest))|continue reading|weiterlesen|mehr lesen|zum artikel|lire la suite|lire l(?:'|’)article|leer más|seguir leyendo|continua a leggere|leggi tutto|lees (?:meer|verder)|läs mer|czytaj (?:dalej|więcej))[^.]{0,80}$/iu;

/** How texts end is seen in so much of them. */
const endCharacters = 500;
const signatures = [
  'The post ',
  'Der Beitrag ',
  "L'article ",
  'L’article ',
  'La entrada ',
  'El artículo ',
  "L'articolo ",
  'L’articolo ',
];
const signature =
  /appeared first on|erschien zuerst auf|est apparu en premier sur|se publicó primero en|proviene da/i;

/**
 * Whether a feed item carries only a teaser, so that the text is to be taken from its page: there is no text,
 * it breaks off, or it is short and the feed does not offer it as content in addition to a summary.
 */
export function isTeaser(item: Pick<FeedItem, 'contentHtml' | 'summary' | 'url'>): boolean {
  if (item.url === null) return false;
  const summary = plainText(unescapeOnce(item.summary ?? ''));
  const content = plainText(unescapeOnce(item.contentHtml ?? ''));
  const text = content.length >= summary.length ? content : summary;
  const body = withoutSignature(text);
  if (body === '' || cutOff.test(body.slice(-endCharacters))) return true;
  if (body.length >= fullTextCharacters) return false;
  return !(content.length > 2 * summary.length && summary.length > 0 && content.length > 300);
}

/** Entities that were escaped once more than the feed meant: `&amp;quot;`. */
const escapedEntity =
  /&amp;(#\d{2,6}|#x[\da-f]{2,5}|amp|quot|apos|nbsp|shy|[nm]dash|hellip|[lr][sd]quo|[sb]d?quo|bdquo|sbquo|[lr]aquo|euro|copy|reg|deg|middot|bull|times|szlig|[a-z]{1,2}(?:uml|acute|grave|circ|tilde|cedil|ring|slash|lig))(?=;)/gi;
/** Markup that was: an element of a text with its end, or a line break. */
const escapedElement =
  /&lt;(p|div|ul|ol|li|h[1-6]|blockquote|section|article|strong|em|b|i|a|span|figure|table)(?:\s(?:(?!&[lg]t;)[^<>]){0,400})?&gt;[^]{0,20000}?&lt;\/\1&gt;|&lt;br\s?\/?&gt;/i;
const roundsMost = 3;

/**
 * Unescapes HTML that its feed escaped once or twice too often: completely, if it has escaped elements and
 * hardly any real ones, else only its entities. A text about `<p>` keeps it.
 */
export function unescapeOnce(html: string): string {
  let text = html;
  for (let round = 0; round < roundsMost && /&(?:amp;|lt;)/i.test(text); round++) {
    // Without any real element, a doubly escaped element must be a mistake.
    const isDeep =
      !/<[a-z]/i.test(text) && /&amp;lt;\/?(?:p|div|br|ul|h\d|blockquote|strong|em)\b/i.test(text);
    const healed = (isDeep ? text.replace(/&amp;(?=[lg]t;)/gi, '&') : text).replace(escapedEntity, '&$1');
    const own = healed.replace(/<\/?(?:p|div|span|body)(?:\s[^<>]{0,300})?>/gi, '').trim();
    const isEscaped =
      !/<[a-z]/i.test(own) && escapedElement.test(own) && (own === healed.trim() || /^&lt;[a-z]/i.test(own));
    const next = isEscaped ? decodeHTML(healed) : healed;
    if (next === text) break;
    text = next;
  }
  return text;
}

/** WordPress signs what it sends in full and what it cuts alike: `The post … appeared first on …`. */
function withoutSignature(text: string): string {
  const end = text.slice(-endCharacters);
  const signed = signatures
    .map((start) => end.lastIndexOf(start))
    .filter((at) => at >= 0 && signature.test(end.slice(at)));
  return signed.length === 0 ? text : text.slice(0, text.length - end.length + Math.max(...signed)).trimEnd();
}

/**
 * The text of a feed item as it is read aloud: paragraphs separated by blank lines; empty where the item has
 * none.
 */
export function itemText(
  item: Pick<FeedItem, 'contentHtml' | 'summary' | 'title'> & { language?: string | null },
): string {
  const given =
    (item.contentHtml?.length ?? 0) >= (item.summary?.length ?? 0) ? item.contentHtml : item.summary;
  if (!given || given.trim() === '') return '';
  const html = unescapeOnce(given);
  if (!/[<&]/.test(html)) return joinParagraphs(html.split(/\n\s*\n/));
  const language = item.language ? ` lang="${item.language.replace(/[^\w-]/g, '')}"` : '';
  const body = firstOf(parsePage(`<html${language}><body>${html}</body></html>`), 'body');
  return body ? joinParagraphs(paragraphsOfText(body, item.title)) : '';
}
