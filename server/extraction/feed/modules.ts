import { cleanLine, plainText } from '../plain-text.ts';
import type { ItemReading } from './feed.ts';
import { absoluteUrl } from './feed.ts';
import { distinct, labelCharacters, lengthOf, maxEnclosures, maxLabels, personOf } from './item.ts';
import type { XmlElement } from './xml.ts';
import { childrenOf, htmlOf, textOf, textOfChild } from './xml.ts';

/*
 * What items of RSS and Atom say alike, in the formats' own elements or in those of modules: Dublin Core,
 * Media RSS, iTunes' podcasts.
 */

/**
 * The children of an element and of the groups in which Media RSS gathers variants of the same thing
 * (`media:group`).
 */
function childrenInGroups(element: XmlElement, ...names: string[]): XmlElement[] {
  return [
    ...childrenOf(element, ...names),
    ...childrenOf(element, 'media:group').flatMap((group) => childrenOf(group, ...names)),
  ];
}

/** The first of the named children, in the order of the names, that says something: as HTML. */
export function htmlOfChild(element: XmlElement, ...names: string[]): string | null {
  for (const name of names)
    for (const child of childrenInGroups(element, name)) {
      const html = htmlOf(child);
      if (html !== '') return html;
    }
  return null;
}

/** Names of authors, in the order given. */
export function authorsFrom(elements: readonly XmlElement[]): string | null {
  const names = elements
    .slice(0, maxLabels)
    .map((element) => personOf(plainText(textOfChild(element, 'atom:name', 'name') ?? looseText(element))));
  return distinct(names).join(', ') || null;
}

/** Returns a name written directly into the element, alone or next to elements with addresses. */
function looseText(author: XmlElement): string {
  const hasAddress = author.children.some(
    (child) => typeof child !== 'string' && /(?:^|:)(?:email|uri|url|homepage)$/.test(child.name),
  );
  return hasAddress ? author.children.filter((child) => typeof child === 'string').join(' ') : textOf(author);
}

/** Categories, subjects, tags and keywords. */
export function labelsFrom(item: XmlElement): string[] {
  const categories = childrenInGroups(
    item,
    'category',
    'atom:category',
    'dc:subject',
    'media:category',
    'itunes:category',
  ).flatMap(labelsOfCategory);
  const keywords = childrenInGroups(item, 'media:keywords', 'itunes:keywords').flatMap((element) =>
    textOf(element).split(','),
  );
  return distinct(
    [...categories, ...keywords]
      .slice(0, 10 * maxLabels)
      .map((label) => plainText(label.slice(0, labelCharacters))),
  ).slice(0, maxLabels);
}

/**
 * iTunes has the name in an attribute and narrower categories inside, Atom in `label` or `term`, Media RSS in
 * `label` or the text.
 */
function labelsOfCategory(category: XmlElement): string[] {
  const { name, attributes } = category;
  if (name === 'itunes:category')
    return [attributes['text'] ?? '', ...childrenOf(category, name).flatMap(labelsOfCategory)];
  return [attributes['label'] || attributes['term'] || textOf(category)].map(cleanLine);
}

/** Sounds, pictures and films that come with an item. */
export function enclosuresFrom(
  item: XmlElement,
  links: readonly XmlElement[] = [],
): ItemReading['enclosures'] {
  const enclosures = new Map<string, ItemReading['enclosures'][number]>();
  for (const { attributes, base } of [...links, ...childrenInGroups(item, 'enclosure', 'media:content')]) {
    const url = absoluteUrl(attributes['url'] ?? attributes['rdf:resource'] ?? attributes['href'], base);
    if (url === null || enclosures.has(url)) continue;
    if (enclosures.size === maxEnclosures) break;
    enclosures.set(url, {
      url,
      type: attributes['type']?.trim() || null,
      length: lengthOf(attributes['length'] ?? attributes['filesize']),
    });
  }
  return [...enclosures.values()];
}
