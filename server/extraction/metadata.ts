import type { Document, Element } from 'domhandler';
import { parseDate } from './dates.ts';
import { attribute, firstOf, select, textOf } from './dom.ts';
import { absoluteUrl } from './feed/feed.ts';
import type { LinkedArticle } from './json-ld.ts';
import { cleanLine, plainText } from './plain-text.ts';
import { publicationDateOf } from './publication-date.ts';

export interface Metadata {
  title: string | null;
  author: string | null;
  publishedAt: string | null;
  language: string | null;
  canonicalUrl: string | null;
  leadImage: string | null;
  /** How the page describes itself in a sentence or two. */
  description: string | null;
  /** The site's names: as it calls itself, and its host's without the ending. */
  site: string[];
  host: string;
  /** The address of the page's AMP version. */
  amphtml: string | null;
  /** What the page asks of machines, in lower case. */
  robots: string[];
}

/**
 * What a page says about itself outside its text: JSON-LD first, then meta elements, then what readers see.
 */
export function metadataOf(document: Document, linked: LinkedArticle | null, url: string | null): Metadata {
  const metas = metaValues(document);
  const base = absoluteUrl(attributeOfFirst(document, 'base', 'href'), url) ?? url;
  const meta = (...names: string[]): string | null =>
    names.map((name) => metas.get(name)).find((value) => value !== undefined) ?? null;
  const host = hostOf(url) || hostOf(meta('og:url'));
  const title = titleOf(document, linked, meta, host);
  const site = [meta('og:site_name') ?? '', host.split('.').at(-2) ?? ''].filter((name) => name !== '');
  return {
    title,
    author: authorOf(document, linked, meta, site),
    publishedAt: publicationDateOf(document, linked, metas, url, title),
    language: languageOf(document, linked, meta),
    canonicalUrl:
      absoluteUrl(attributeOfFirst(document, 'link[rel="canonical"]', 'href'), base) ??
      absoluteUrl(meta('og:url'), base) ??
      absoluteUrl(linked?.url, base) ??
      url,
    leadImage: absoluteUrl(
      meta('og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? linked?.image,
      base,
    ),
    description: meta('og:description', 'description', 'twitter:description'),
    site,
    host,
    amphtml: absoluteUrl(attributeOfFirst(document, 'link[rel="amphtml"]', 'href'), base),
    robots: (metas.get('robots') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((directive) => directive !== ''),
  };
}

function attributeOfFirst(document: Document, selector: string, name: string): string | null {
  const element = firstOf(document, selector);
  return element && attribute(element, name);
}

function textOfElement(element: Element | null): string {
  return element ? textOf(element) : '';
}

type Meta = (...names: string[]) => string | null;

function metaValues(document: Document): Map<string, string> {
  const values = new Map<string, string>();
  for (const meta of select(document, 'meta')) {
    const content = cleanLine(attribute(meta, 'content') ?? '');
    for (const kind of ['property', 'name', 'itemprop', 'http-equiv']) {
      const name = attribute(meta, kind)?.trim().toLowerCase();
      if (name && content !== '' && !values.has(name)) values.set(name, content);
    }
  }
  return values;
}

/**
 * The headline without the site's name. Publishers announce it (JSON-LD, og:title, `<title>`) and show it
 * (h1): what is shown counts where it is in one piece or at least speaks of the same thing, for that is what
 * readers know the article by.
 */
function titleOf(document: Document, linked: LinkedArticle | null, meta: Meta, host: string): string | null {
  const pageTitle = plainText(textOfElement(firstOf(document, 'title')));
  const parts = pageTitle.split(/\s[|–—\-·»:•]+\s/u);
  const site = meta('og:site_name');
  // `The Paper | Headline` begins with the name, most others end with it.
  const endsWithSite =
    parts.length > 1 && !isHostName(parts[0] ?? '', host) && fold(parts[0] ?? '') !== fold(site ?? '');
  const told = [linked?.headline, meta('og:title'), meta('twitter:title')]
    .filter((title) => title !== null && title !== undefined)
    .map(fold);
  const isName = (text: string): boolean =>
    isHostName(text, host) || (site !== null && fold(site) === fold(text));
  const isSite = (text: string): boolean => {
    if (isName(text)) return true;
    if (told.includes(fold(text))) return false;
    return (
      (endsWithSite && endsWithName(pageTitle, text, isName)) ||
      (parts.length > 2 && fold(parts[0] ?? '') === fold(text))
    );
  };
  const announced =
    [
      linked?.headline,
      meta('og:title'),
      meta('twitter:title'),
      meta('dc.title', 'dcterms.title', 'title'),
    ].find((title) => title && title.length > 2 && !isSite(title)) ?? null;
  const known = `${announced ?? ''} ${pageTitle}`.trim();
  const headings = select(document, 'h1', 40)
    .filter((heading) => !isOfOther(heading, known))
    .map((heading) => cleanLine(textOf(heading)))
    .filter((text) => text.length > 2 && text.length <= 300 && !isSite(text));
  const shown =
    headings.find((heading) => heading.length > 8 && isPartOf(heading, announced ?? pageTitle)) ??
    headings.find((heading) => heading.length > 8 && isPartOf(heading, pageTitle));
  if (shown) return withoutDate(withoutSite(shown, site, host, true), announced);
  const [first] = headings;
  if (
    first &&
    first.length > 8 &&
    (linked?.headline
      ? sharedWords(first, linked.headline) >= 0.5
      : announced === null || headings.length === 1 || sharedWords(first, announced) >= 0.5)
  )
    return withoutDate(withoutSite(first, site, host, true), announced);
  const second = textsOf(document, 'h2').find(
    (text) =>
      text.length > 12 &&
      !isSite(text) &&
      isPartOf(text, pageTitle) &&
      fold(text).length > 0.4 * fold(pageTitle).length,
  );
  if (!linked?.headline && second) return second;
  if (announced) return withoutSite(plainText(announced), site, host);
  return withoutSite(pageTitle, site, host) || first || null;
}

/** A page that calls itself `Home`, or by the site's name, says nothing of its headline. */
const tellingWords = 3;

/** Whether a headline leads to another page, and has hardly the words of what this one calls itself. */
function isOfOther(heading: Element, known: string): boolean {
  if ((known.match(/\p{L}+/gu) ?? []).length < tellingWords) return false;
  const links = select(heading, 'a[href]').filter(({ attribs }) => !attribs['href']?.startsWith('#'));
  const linked = links.reduce((sum, link) => sum + fold(textOf(link)).length, 0);
  const text = textOf(heading);
  return linked > 0 && linked >= 0.9 * fold(text).length && sharedWords(text, known) < 0.5;
}

/** Whether a text is what a page's title ends with, after what must be the headline then. */
function endsWithName(pageTitle: string, text: string, isName: (part: string) => boolean): boolean {
  const [whole, end] = [fold(pageTitle), fold(text)];
  if (end === '' || whole === end || !whole.endsWith(end)) return false;
  const ahead = pageTitle
    .slice(0, Math.max(0, pageTitle.lastIndexOf(text.slice(0, 8))))
    .replace(/[\s|–—\-·»:•]{1,20}$/u, '');
  return fold(ahead).length >= 6 && !isName(ahead);
}

function hostOf(url: string | null): string {
  return URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? '';
}

function textsOf(document: Document, selector: string): string[] {
  return select(document, selector, 40).map((element) => cleanLine(textOf(element)));
}

/** The share of the first text's words that the second has too. */
function sharedWords(text: string, other: string): number {
  const words = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set(words(other));
  const own = words(text);
  return own.length === 0 ? 0 : own.filter((word) => known.has(word)).length / own.length;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function isPartOf(part: string, whole: string): boolean {
  return fold(part) !== '' && fold(whole).includes(fold(part));
}

/** `1 February 2026 Headline`, where the headline is announced without the day. */
function withoutDate(shown: string, announced: string | null): string {
  const date = /^.{0,18}\b(?:19|20)\d{2}\b[\s:,–-]*/u.exec(shown)?.[0] ?? '';
  const rest = shown.slice(date.length);
  return date !== '' &&
    rest.length > 8 &&
    parseDate(date) !== null &&
    announced !== null &&
    fold(announced).startsWith(fold(rest))
    ? rest
    : shown;
}

const separator = /(\s[|–—\-·»«:•]+\s|\s?\|\s?)/u;

/** Parts of a title and the separators between them. */
const maxTitleParts = 41;

/**
 * Removes the site's name: `Headline | Politics | The Paper` → `Headline`. Drops parts at either end that are
 * the site's name, by og:site_name or by the host's name, or that are clearly shorter. A visible headline
 * (h1) may well end in a short part that belongs to it.
 */
function withoutSite(title: string, site: string | null, host: string, isShown = false): string {
  const parts = title.split(separator);
  // No headline has so many: a title that was never closed may hold the whole page.
  if (parts.length > maxTitleParts) return title;
  const words = (text: string | undefined): number => text?.split(/\s+/).length ?? 0;
  const isName = (part: string | undefined): boolean =>
    part !== undefined && ((site !== null && isPartOf(part, site)) || isHostName(part, host));
  // Parts and the separators between them alternate.
  while (
    parts.length > 1 &&
    (isName(parts.at(-1)) ||
      (!isShown && words(parts.at(-1)) <= 3 && words(parts.slice(0, -2).join('')) >= 5) ||
      (/[|»·•]/.test(parts.at(-2) ?? '') && words(parts.slice(0, -2).join('')) >= 3))
  )
    parts.splice(-2);
  while (
    parts.length > 1 &&
    (isName(parts[0]) ||
      (/[|»]/.test(parts[1] ?? '') && words(parts[0]) <= 3 && words(parts.slice(2).join('')) >= 5))
  )
    parts.splice(0, 2);
  return parts.join('');
}

/** `Österreichischer Tennisverband` is not, but `ÖTV` is the name of www.oetv.example. */
function isHostName(part: string, host: string): boolean {
  const name = fold(
    part
      .toLowerCase()
      .replaceAll('ä', 'ae')
      .replaceAll('ö', 'oe')
      .replaceAll('ü', 'ue')
      .replaceAll('ß', 'ss'),
  );
  const label = fold(host.split('.').at(-2) ?? '');
  return (
    name.length >= 3 &&
    (fold(host).includes(name) ||
      (label.length >= 6 && name.startsWith(label) && name.length <= 2.2 * label.length))
  );
}

const authorPlaces = [
  '[itemprop~="author"] [itemprop="name"]',
  '[itemprop~="author"]',
  '[rel~="author"]',
  '.author .fn',
  '[class*="author-name"], [class*="author__name"], [class*="authorName"]',
  '[class*="byline"] a',
  '.author a',
  'a[href*="/author/"], a[href*="/autor/"], a[href*="/auteur/"]',
  '[class*="author"] a',
  '.author, .byline',
  '[class$="-author"]:not([class*="comment"]), [class$="_author"]:not([class*="comment"])',
];
const beforeAuthor =
  /^(?:(?:zeige |view |see )?(?:alle|all|tous les|ver todas? las?) (?:beiträge|artikel|posts|articles|stories|entradas|notas) (?:von|by|de)|(?:mehr|more) (?:von|from|by)|(?:(?:posted|written|published|geschrieben|erstellt|verfasst|veröffentlicht) )?(?:by|von|par|por|di|door|av|af|text|autor(?:in)?|author|auteur))\s*:?\s+/i;
const nobody = /^https?:|^(?:admin|administrator|redaktion online|webmaster|beitrag|post|link)\d{0,5}$/i;

/** Who wrote it: the first who is announced or shown, but a person rather than the site. */
function authorOf(
  document: Document,
  linked: LinkedArticle | null,
  meta: Meta,
  site: readonly string[],
): string | null {
  const announced = [
    linked?.author,
    ...[
      'author',
      'article:author_name',
      'dc.creator',
      'dcterms.creator',
      'parsely-author',
      'sailthru.author',
      'byl',
    ].map((name) => meta(name)),
  ];
  const shown = authorPlaces
    .map((selector) => cleanLine(textOfElement(firstOf(document, selector))))
    .filter((text) => text.length <= 80);
  const names = [...announced, ...shown].flatMap((name) => {
    const cleaned =
      name
        ?.replace(beforeAuthor, '')
        .replace(/\s?<[^<>]*>/g, '')
        .replace(/ [-–|,] https?:\S*$/, '')
        .trim() ?? '';
    return cleaned === '' || nobody.test(cleaned) || parseDate(cleaned) !== null ? [] : [cleaned];
  });
  return names.find((name) => !site.some((one) => fold(one) === fold(name))) ?? names[0] ?? null;
}

function languageOf(document: Document, linked: LinkedArticle | null, meta: Meta): string | null {
  const language = [
    attributeOfFirst(document, 'html', 'lang'),
    attributeOfFirst(document, 'html', 'xml:lang'),
    linked?.language,
    meta('content-language', 'language', 'dc.language'),
    meta('og:locale')?.replace('_', '-'),
  ]
    .map((value) => value?.split(',')[0]?.trim())
    .find((value) => value && /^[a-z]{2,3}(-[\w-]+)?$/i.test(value));
  return language ?? null;
}
