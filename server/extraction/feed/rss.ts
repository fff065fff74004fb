import { parseDate } from '../dates.ts';
import { plainTitle } from '../plain-text.ts';
import type { FeedReading, ItemReading } from './feed.ts';
import { absoluteUrl } from './feed.ts';
import { identityOf, innerLanguage, languageTag, newestOf } from './item.ts';
import { authorsFrom, enclosuresFrom, htmlOfChild, labelsFrom } from './modules.ts';
import type { XmlElement } from './xml.ts';
import { childOf, childrenOf, htmlOf, textOf, textOfChild } from './xml.ts';

/** Reads RSS 0.90 to 2.0 and RSS 1.0 (RDF), whose items are next to the channel instead of inside it. */
export function readRss(root: XmlElement, maxItems: number): FeedReading {
  const channel = childOf(root, 'channel') ?? root;
  const language =
    languageTag(textOfChild(channel, 'language', 'dc:language')) ??
    languageTag(channel.language) ??
    innerLanguage([childOf(channel, 'title'), childOf(channel, 'description')], channel);
  const items = [...new Set([channel, root])].flatMap((holder) =>
    childrenOf(holder, 'item', 'rdf:description').filter(isItem),
  );
  return {
    format: root.name === 'rdf:rdf' || root.name === 'rdf' ? 'rdf' : 'rss',
    title: plainTitle(htmlOfChild(channel, 'title', 'dc:title') ?? '') || null,
    link: linkOf(channel),
    language,
    items: newestOf(items, maxItems, publishedOf).map((item) => readItem(item, language)),
  };
}

/** RDF may write `<item>` also as a description of the type item (RDF/XML, 2.5). */
function isItem(element: XmlElement): boolean {
  return (
    element.name === 'item' ||
    childrenOf(element, 'rdf:type').some(({ attributes }) => attributes['rdf:resource']?.endsWith('/item'))
  );
}

function readItem(item: XmlElement, feedLanguage: string | null): ItemReading {
  const guid = childOf(item, 'guid', 'atom:id');
  const given = (guid ? htmlOf(guid) : null) || item.attributes['rdf:about']?.trim() || null;
  const permalink =
    guid && guid.attributes['ispermalink']?.trim().toLowerCase() !== 'false'
      ? textOf(guid)
      : item.attributes['rdf:about'];
  const url =
    absoluteUrl(textOfChild(item, 'feedburner:origlink'), item.base) ??
    linkOf(item) ??
    (/^https?:/i.test(permalink ?? '') ? absoluteUrl(permalink, null) : null);
  const holders = childrenOf(
    item,
    'content:encoded',
    'xhtml:body',
    'xhtml:div',
    'atom:content',
    'content',
    'body',
    'fullitem',
  );
  const contents = holders.map(htmlOf);
  const contentHtml =
    contents.reduce((longest, html) => (html.length > longest.length ? html : longest), '') || null;
  const summary = htmlOfChild(
    item,
    'description',
    'dc:description',
    'atom:summary',
    'itunes:summary',
    'media:description',
  );
  const title = plainTitle(htmlOfChild(item, 'title', 'dc:title', 'media:title') ?? '');
  return {
    guid: identityOf(given, url, title, contentHtml ?? summary),
    url,
    title,
    contentHtml,
    summary,
    author: authorOf(item),
    publishedAt: publishedOf(item),
    updatedAt: parseDate(textOfChild(item, 'atom:updated', 'dcterms:modified', 'updated', 'lastbuilddate')),
    language:
      languageTag(textOfChild(item, 'dc:language', 'language')) ??
      innerLanguage([...holders, childOf(item, 'description'), childOf(item, 'title')], item) ??
      languageTag(item.language) ??
      feedLanguage,
    enclosures: enclosuresFrom(item),
    labels: labelsFrom(item),
  };
}

const publishedOf = (item: XmlElement): string | null =>
  parseDate(
    textOfChild(item, 'pubdate', 'dc:date', 'atom:published', 'dcterms:issued', 'dcterms:created', 'date'),
  );

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

/**
 * Returns the author. Dublin Core's creators are names, possibly several; other elements name one person, by
 * the letter with an email address.
 */
function authorOf(item: XmlElement): string | null {
  const creators = authorsFrom(childrenOf(item, 'dc:creator', 'dc:author'));
  if (creators !== null) return creators;
  for (const name of ['atom:author', 'author', 'itunes:author', 'media:credit']) {
    const author = authorsFrom(childrenOf(item, name).slice(0, 1));
    if (author !== null) return author;
  }
  return null;
}
