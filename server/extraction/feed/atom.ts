import { decodeHTMLStrict, escapeText } from 'entities';
import { parseDate } from '../dates.ts';
import { plainTitle } from '../plain-text.ts';
import type { FeedReading, ItemReading } from './feed.ts';
import { absoluteUrl } from './feed.ts';
import { identityOf, innerLanguage, languageTag, newestOf } from './item.ts';
import { authorsFrom, enclosuresFrom, htmlOfChild, labelsFrom } from './modules.ts';
import type { XmlElement } from './xml.ts';
import { childOf, childrenOf, htmlOf, textOf, textOfChild } from './xml.ts';

/** Reads Atom 1.0 (RFC 4287) and 0.3. Elements without a namespace count as Atom's. */
export function readAtom(root: XmlElement, maxItems: number): FeedReading {
  return {
    format: 'atom',
    title: titleOf(root),
    link: alternateOf(root),
    language:
      languageTag(root.language) ??
      languageTag(textOfChild(root, 'dc:language')) ??
      innerLanguage([childOf(root, 'atom:title', 'title'), childOf(root, 'atom:subtitle', 'subtitle')], root),
    items: newestOf(
      childrenOf(root, 'atom:entry', 'entry'),
      maxItems,
      (entry) => publishedOf(entry) ?? updatedOf(entry),
    ).map((entry) => readEntry(entry, root)),
  };
}

function readEntry(entry: XmlElement, feed: XmlElement): ItemReading {
  const id = childOf(entry, 'atom:id', 'id');
  const given = (id && identifierOf(id)) || null;
  const content = childOf(entry, 'atom:content', 'content');
  const summary = childOf(entry, 'atom:summary', 'summary');
  const contentHtml =
    content && (content.attributes['src'] === undefined || content.children.length > 0)
      ? constructHtml(content) || null
      : null;
  const summaryHtml =
    (summary && constructHtml(summary)) ||
    htmlOfChild(entry, 'dc:description', 'media:description', 'itunes:summary');
  const source = childOf(entry, 'atom:source', 'source');
  const url =
    alternateOf(entry) ??
    absoluteUrl(content?.attributes['src'], content?.base) ??
    (/^https?:/i.test(given ?? '') ? absoluteUrl(given, null) : null);
  const title = titleOf(entry) ?? '';
  const language =
    innerLanguage([content, summary, childOf(entry, 'atom:title', 'title')], entry) ??
    languageTag(textOfChild(entry, 'dc:language')) ??
    languageTag(entry.language);
  return {
    guid: identityOf(given, url, title, contentHtml ?? summaryHtml),
    url,
    title,
    contentHtml,
    summary: summaryHtml,
    author: authorsOf(entry) ?? (source && authorsOf(source)) ?? authorsOf(feed),
    publishedAt: publishedOf(entry),
    updatedAt: updatedOf(entry),
    language,
    enclosures: enclosuresFrom(
      entry,
      linksOf(entry).filter(({ attributes }) => attributes['rel']?.trim() === 'enclosure'),
    ),
    labels: labelsFrom(entry),
  };
}

const publishedOf = (entry: XmlElement): string | null =>
  parseDate(
    textOfChild(
      entry,
      'atom:published',
      'published',
      'atom:issued',
      'issued',
      'atom:created',
      'created',
      'dc:date',
    ),
  );

const updatedOf = (entry: XmlElement): string | null =>
  parseDate(textOfChild(entry, 'atom:updated', 'updated', 'atom:modified', 'modified'));

/** The id as given; one that is relative to an xml:base of the feed is made whole by it. */
function identifierOf(id: XmlElement): string {
  const given = textOf(id);
  return id.hasOwnBase && !URL.canParse(given) ? (absoluteUrl(given, id.base) ?? given) : given;
}

function linksOf(element: XmlElement): XmlElement[] {
  return childrenOf(element, 'atom:link', 'link');
}

/** The alternate that is a page, else the first alternate; a link without rel is one (RFC 4287, 4.2.7.2). */
function alternateOf(element: XmlElement): string | null {
  const alternates = linksOf(element).filter(({ attributes }) =>
    /^(|alternate|http:\/\/www\.iana\.org\/assignments\/relation\/alternate)$/.test(
      attributes['rel']?.trim() ?? '',
    ),
  );
  const page =
    alternates.find(({ attributes }) => /html/.test(attributes['type'] ?? 'html')) ?? alternates[0];
  return page ? absoluteUrl(page.attributes['href'] ?? textOf(page), page.base) : null;
}

function authorsOf(element: XmlElement): string | null {
  return authorsFrom(childrenOf(element, 'atom:author', 'author', 'dc:creator', 'dc:author'));
}

function titleOf(element: XmlElement): string | null {
  const title = childOf(element, 'atom:title', 'title');
  return (
    plainTitle((title && constructHtml(title)) || (htmlOfChild(element, 'dc:title', 'media:title') ?? '')) ||
    null
  );
}

/**
 * A text construct as HTML. Atom 1.0 says by `type` (text, html, xhtml, or a media type with base64), Atom
 * 0.3 by `mode` (xml, escaped, base64) and a media type; many feeds say nothing and mean HTML, which markup
 * in the text gives away.
 */
function constructHtml(element: XmlElement): string {
  const type = (element.attributes['type'] ?? '').trim().toLowerCase();
  const mode = (element.attributes['mode'] ?? '').trim().toLowerCase();
  const [only] = childrenOf(element, 'xhtml:div', 'div', 'atom:div');
  if (type === 'xhtml' || type === 'application/xhtml+xml')
    return only ? htmlOf({ ...only, children: nakedOnly(only) }) : htmlOf(element);
  if (mode === 'base64' || isBase64(type, element)) {
    const decoded = Buffer.from(textOf(element), 'base64').toString('utf8');
    return type === 'text' || type === 'text/plain' ? escapeText(decoded) : decoded;
  }
  if (element.children.some((child) => typeof child !== 'string'))
    return htmlOf(only && element.children.length <= 3 ? only : element);
  const text = htmlOf(element);
  const isMarkup =
    type === 'html' ||
    type === 'text/html' ||
    mode === 'escaped' ||
    (/^(|text|text\/plain)$/.test(type) && /<\/?[a-z][^<>]*>/i.test(text));
  return isMarkup ? text : escapeText(decodeHTMLStrict(textOf(element)));
}

/** Text directly inside an xhtml div is text, not markup: `&lt;p&gt;` there shows as `<p>`. */
function nakedOnly(div: XmlElement): XmlElement['children'] {
  return div.children.map((child) =>
    typeof child === 'string' && !div.children.some((other) => typeof other !== 'string')
      ? escapeText(child)
      : child,
  );
}

/**
 * Media types that are neither text nor XML come in base64 (RFC 4287, 4.1.3.3); feeds also invent types for
 * plain text.
 */
function isBase64(type: string, element: XmlElement): boolean {
  if (!type.includes('/') || /^text\/|[+/](xml|json)$|html/.test(type)) return false;
  const text = textOf(element).replace(/\s+/g, '');
  return text.length >= 8 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
