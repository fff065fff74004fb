import { cleanLine, plainText } from '../plain-text.ts';
import { parseDate } from '../dates.ts';
import type { Feed, FeedItem } from './feed.ts';
import { absoluteUrl } from './feed.ts';
import { distinct, identityOf, lengthOf } from './item.ts';
import type { XmlElement } from './xml.ts';
import { childOf, childrenOf, htmlOf, textOf, textOfChild } from './xml.ts';

/** Reads RSS 0.90 to 2.0 and RSS 1.0 (RDF), whose items stand beside the channel instead of inside it. */
export function readRss(root: XmlElement, maxItems: number): Feed {
  const channel = childOf(root, 'channel') ?? root;
  const language = textOfChild(channel, 'language', 'dc:language') ?? channel.language;
  const items = [...childrenOf(channel, 'item'), ...(channel === root ? [] : childrenOf(root, 'item'))];
  return {
    format: root.name === 'rdf:rdf' ? 'rdf' : 'rss',
    title: plainText(textOfChild(channel, 'title') ?? '') || null,
    link: linkOf(channel),
    language: language ? cleanLine(language) : null,
    items: items.slice(0, maxItems).map((item) => readItem(item, language)),
  };
}

function readItem(item: XmlElement, feedLanguage: string | null): FeedItem {
  const guid = childOf(item, 'guid', 'atom:id');
  const given = (guid ? htmlOf(guid) : null) || item.attributes['rdf:about']?.trim() || null;
  const permalink = guid && guid.attributes['isPermaLink']?.toLowerCase() !== 'false' ? textOf(guid) : item.attributes['rdf:about'];
  const url = absoluteUrl(textOfChild(item, 'feedburner:origlink'), item.base) ?? linkOf(item) ?? (/^https?:/i.test(permalink ?? '') ? absoluteUrl(permalink, null) : null);
  const contents = childrenOf(item, 'content:encoded', 'xhtml:body', 'xhtml:div', 'atom:content', 'content').map(htmlOf);
  const contentHtml = contents.reduce((longest, html) => (html.length > longest.length ? html : longest), '') || null;
  const summaryElement = childOf(item, 'description', 'atom:summary', 'itunes:summary', 'media:description');
  const summary = (summaryElement && htmlOf(summaryElement)) || null;
  const title = plainText(titleOf(item));
  const language = textOfChild(item, 'dc:language', 'language') ?? item.language ?? feedLanguage;
  return {
    guid: identityOf(given, url, title, contentHtml ?? summary),
    url,
    title,
    contentHtml,
    summary,
    author: authorOf(item),
    publishedAt: parseDate(textOfChild(item, 'pubdate', 'dc:date', 'atom:published', 'dcterms:issued', 'dcterms:created', 'date')),
    updatedAt: parseDate(textOfChild(item, 'atom:updated', 'dcterms:modified', 'updated', 'lastbuilddate')),
    language: language ? cleanLine(language) : null,
    enclosures: enclosuresOf(item),
    labels: distinct([...childrenOf(item, 'category', 'dc:subject').map((element) => plainText(textOf(element))), ...childrenOf(item, 'atom:category').map(({ attributes }) => cleanLine(attributes['label'] ?? attributes['term'] ?? ''))]),
  };
}

function titleOf(item: XmlElement): string {
  const title = childOf(item, 'title', 'dc:title', 'media:title');
  return title ? htmlOf(title) : '';
}

/** The first link that is one: as text, as an attribute, or Atom's alternate. */
function linkOf(element: XmlElement): string | null {
  for (const link of childrenOf(element, 'link')) {
    const url = absoluteUrl(textOf(link) || link.attributes['href'], link.base);
    if (url) return url;
  }
  for (const link of childrenOf(element, 'atom:link')) {
    if ((link.attributes['rel'] ?? 'alternate') === 'alternate') {
      const url = absoluteUrl(link.attributes['href'], link.base);
      if (url) return url;
    }
  }
  return null;
}

/** dc:creator is a name; RSS's author is `mail@example.org (Name)` by the letter and a name in practice. */
function authorOf(item: XmlElement): string | null {
  const creators = distinct(childrenOf(item, 'dc:creator').map((element) => plainText(textOf(element))));
  if (creators.length > 0) return creators.join(', ');
  const name = childOf(item, 'atom:author');
  const author = plainText((name && textOfChild(name, 'atom:name')) ?? textOfChild(item, 'author', 'itunes:author', 'media:credit') ?? '');
  const inBrackets = /^\S+@\S+\s+\((.+)\)$/.exec(author)?.[1] ?? /^(.+?)\s*<\S+@\S+>$/.exec(author)?.[1];
  return inBrackets ?? (author || null);
}

function enclosuresOf(item: XmlElement): FeedItem['enclosures'] {
  const enclosures: FeedItem['enclosures'] = [];
  for (const { attributes, base } of [...childrenOf(item, 'enclosure'), ...childrenOf(item, 'media:content'), ...childrenOf(item, 'media:group').flatMap((group) => childrenOf(group, 'media:content'))]) {
    const url = absoluteUrl(attributes['url'] ?? attributes['rdf:resource'] ?? attributes['href'], base);
    if (url && !enclosures.some((known) => known.url === url)) {
      enclosures.push({ url, type: attributes['type']?.trim() || null, length: lengthOf(attributes['length'] ?? attributes['fileSize']) });
    }
  }
  return enclosures;
}
