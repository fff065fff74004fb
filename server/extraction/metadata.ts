import { parseDate } from './dates.ts';
import { absoluteUrl } from './feed/feed.ts';
import type { LinkedArticle } from './json-ld.ts';
import { paragraphsOf } from './paragraphs.ts';
import { cleanLine, plainText } from './plain-text.ts';

export interface Metadata {
  title: string | null;
  author: string | null;
  publishedAt: string | null;
  language: string | null;
  canonicalUrl: string | null;
  leadImage: string | null;
}

/** What a page says about itself outside its text: JSON-LD first, then meta elements, then what readers see. */
export function metadataOf(document: Document, linked: LinkedArticle | null, url: string | null): Metadata {
  const metas = metaValues(document);
  const base = absoluteUrl(document.querySelector('base')?.getAttribute('href'), url) ?? url;
  const meta = (...names: string[]): string | null => names.map((name) => metas.get(name)).find((value) => value !== undefined) ?? null;
  return {
    title: titleOf(document, linked, meta, hostOf(url) || hostOf(meta('og:url'))),
    author: authorOf(document, linked, meta),
    publishedAt: publishedAtOf(document, linked, meta, url),
    language: languageOf(document, linked, meta),
    canonicalUrl: absoluteUrl(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), base) ?? absoluteUrl(meta('og:url'), base) ?? absoluteUrl(linked?.url, base) ?? url,
    leadImage: absoluteUrl(meta('og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? linked?.image, base),
  };
}

type Meta = (...names: string[]) => string | null;

function metaValues(document: Document): Map<string, string> {
  const values = new Map<string, string>();
  for (const meta of document.querySelectorAll('meta')) {
    const content = cleanLine(meta.getAttribute('content') ?? '');
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      const name = meta.getAttribute(attribute)?.trim().toLowerCase();
      if (name && content !== '' && !values.has(name)) values.set(name, content);
    }
  }
  return values;
}

/**
 * The headline without the site's name. Publishers announce it (JSON-LD, og:title, `<title>`) and show it (h1): what is shown counts where it is
 * in one piece or at least speaks of the same thing, for that is what readers know the article by.
 */
function titleOf(document: Document, linked: LinkedArticle | null, meta: Meta, host: string): string | null {
  const pageTitle = plainText(document.querySelector('title')?.textContent ?? '');
  const parts = pageTitle.split(/\s[|–—\-·»:•]+\s/u);
  const site = meta('og:site_name');
  // `The Paper | Headline` begins with the name, most others end with it.
  const endsWithSite = parts.length > 1 && !isHostName(parts[0] ?? '', host) && fold(parts[0] ?? '') !== fold(site ?? '');
  const isSite = (text: string): boolean => isHostName(text, host) || (site !== null && fold(site) === fold(text)) || (endsWithSite && fold(parts.at(-1) ?? '') === fold(text)) || (parts.length > 2 && fold(parts[0] ?? '') === fold(text));
  const headings = textsOf(document, 'h1').filter((text) => text.length > 2 && text.length <= 300 && !isSite(text));
  const announced = [linked?.headline, meta('og:title'), meta('twitter:title'), meta('dc.title', 'dcterms.title', 'title')].find((title) => title && title.length > 2 && !isSite(title)) ?? null;
  const shown = headings.find((heading) => heading.length > 8 && isPartOf(heading, announced ?? pageTitle)) ?? headings.find((heading) => heading.length > 8 && isPartOf(heading, pageTitle));
  if (shown) return withoutSite(shown, site, host, true);
  const [first] = headings;
  if (first && first.length > 8 && (linked?.headline ? sharedWords(first, linked.headline) >= 0.5 : announced === null || headings.length === 1 || sharedWords(first, announced) >= 0.5)) return withoutSite(first, site, host, true);
  const second = textsOf(document, 'h2').find((text) => text.length > 12 && !isSite(text) && isPartOf(text, pageTitle) && fold(text).length > 0.4 * fold(pageTitle).length);
  if (!linked?.headline && second) return second;
  if (announced) return withoutSite(plainText(announced), site, host);
  return withoutSite(pageTitle, site, host) || first || null;
}

function hostOf(url: string | null): string {
  return URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? '';
}

function textsOf(document: Document, selector: string): string[] {
  return [...document.querySelectorAll(selector)].slice(0, 40).map((element) => cleanLine(element.textContent ?? ''));
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

const separator = /(\s[|–—\-·»«:•]+\s|\s?\|\s?)/u;

/**
 * `Headline | Politics | The Paper` → `Headline`: parts at either end go that are the site's name, by og:site_name or by the host's name,
 * or that are clearly the shorter ones; a headline that is shown (h1) may well end in a short part of its own.
 */
function withoutSite(title: string, site: string | null, host: string, isShown = false): string {
  const parts = title.split(separator);
  const words = (text: string | undefined): number => text?.split(/\s+/).length ?? 0;
  const isName = (part: string | undefined): boolean => part !== undefined && ((site !== null && isPartOf(part, site)) || isHostName(part, host));
  // Parts and the separators between them alternate.
  while (parts.length > 1 && (isName(parts.at(-1)) || (!isShown && words(parts.at(-1)) <= 3 && words(parts.slice(0, -2).join('')) >= 5) || (/[|»·•]/.test(parts.at(-2) ?? '') && words(parts.slice(0, -2).join('')) >= 3))) parts.splice(-2);
  while (parts.length > 1 && (isName(parts[0]) || (/[|»]/.test(parts[1] ?? '') && words(parts[0]) <= 3 && words(parts.slice(2).join('')) >= 5))) parts.splice(0, 2);
  return parts.join('');
}

/** `Österreichischer Tennisverband` is not, but `ÖTV` is the name of www.oetv.example. */
function isHostName(part: string, host: string): boolean {
  const name = fold(part.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'));
  return name.length >= 3 && fold(host).includes(name);
}

function authorOf(document: Document, linked: LinkedArticle | null, meta: Meta): string | null {
  const shown = (): string | null => {
    for (const selector of ['[itemprop~="author"] [itemprop="name"]', '[itemprop~="author"]', '[rel~="author"]', '.author .fn', '[class*="author-name"], [class*="author__name"], [class*="authorName"]', '[class*="byline"] a', '.author a', 'a[href*="/author/"], a[href*="/autor/"], a[href*="/auteur/"]', '[class*="author"] a', '.author, .byline']) {
      const text = cleanLine(document.querySelector(selector)?.textContent ?? '');
      if (text !== '' && text.length <= 80) return text;
    }
    return null;
  };
  const author = linked?.author ?? meta('author', 'article:author_name', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'byl') ?? shown();
  const cleaned = author?.replace(/^(?:(?:posted|written|published|geschrieben|erstellt|verfasst|veröffentlicht) )?(?:by|von|par|por|di|door|av|af|text|autor(?:in)?|author|auteur)\s*:?\s+/i, '').replace(/\s?<[^<>]*>/g, '').trim() ?? '';
  return cleaned === '' || parseDate(cleaned) !== null || /^https?:|^(admin|administrator|redaktion online|webmaster)$/i.test(cleaned) ? null : cleaned;
}

function publishedAtOf(document: Document, linked: LinkedArticle | null, meta: Meta, url: string | null): string | null {
  const candidates: (() => string | null | undefined)[] = [
    () => linked?.publishedAt,
    () => meta('article:published_time', 'og:article:published_time', 'datepublished', 'article:published', 'cxenseparse:recs:publishtime', 'parsely-pub-date', 'sailthru.date', 'dc.date.issued', 'dcterms.created', 'dcterms.date', 'dcterms.issued', 'dc.date', 'dc.date.created', 'pubdate', 'publishdate', 'publish-date', 'publication_date', 'date', 'datecreated', 'article_date_original', 'citation_publication_date', 'originalpublicationdate', 'last-modified'),
    () => attributeOf(document, '[itemprop~="datePublished"]'),
    () => attributeOf(document, 'time[pubdate], article time[datetime], time.published, time.entry-date, main time[datetime]'),
    () => attributeOf(document, 'time[datetime]'),
    () => textOfFirst(document, '.entry-date, .post-date, .published, .date-published, .article-date, .article__date, .pubdate, .publish-date, .date, .datum, .meta-date, [class*="publish"] [class*="date"], [class*="article"] [class*="date"]'),
    () => linked?.modifiedAt,
    () => meta('article:modified_time', 'og:updated_time'),
    () => dateInUrl(url),
    () => attributeOf(document, '[property~="schema:dateCreated"], [property~="schema:datePublished"], abbr.published, .updated[title]'),
    () => textOfFirst(document, '[class*="date"], [class*="datum"], [class*="time"], [id*="date"]'),
    () => dateNearHeadline(document),
  ];
  for (const candidate of candidates) {
    const date = parseDate(candidate());
    if (date) return date;
  }
  return null;
}

function attributeOf(document: Document, selector: string): string | null {
  for (const element of document.querySelectorAll(selector)) {
    const value = element.getAttribute('datetime') ?? element.getAttribute('content') ?? (element.getAttribute('title') || element.textContent);
    if (parseDate(value)) return value;
  }
  return null;
}

function textOfFirst(document: Document, selector: string): string | null {
  for (const element of document.querySelectorAll(selector)) {
    const text = cleanLine(element.textContent ?? '');
    if (text.length <= 120 && parseDate(text)) return text;
  }
  return null;
}

/** A short line with a date, close to the headline; else at the end of the text. */
function dateNearHeadline(document: Document): string | null {
  const body = document.querySelector('body');
  if (!body) return null;
  const paragraphs = paragraphsOf(body);
  const headline = Math.max(0, paragraphs.findIndex(({ element }) => element.tagName.toUpperCase() === 'H1'));
  const near = [...paragraphs.slice(headline, headline + 10), ...paragraphs.slice(Math.max(0, headline - 6), headline).reverse(), ...paragraphs.slice(headline + 10)];
  return near.find(({ text }) => text.length <= 80 && /\b(?:19|20)\d{2}\b/.test(text) && parseDate(text) !== null)?.text ?? null;
}

/** `/2026/11/20/slug` */
function dateInUrl(url: string | null): string | null {
  const found = /[/_-](20\d{2})[/_-](\d{2})[/_-](\d{2})(?=[/_-]|$|\D)/.exec(url ?? '') ?? /[/_-](20\d{2})(\d{2})(\d{2})(?=[/_-]|$)/.exec(url ?? '');
  return found ? `${found[1]}-${found[2]}-${found[3]}` : null;
}

function languageOf(document: Document, linked: LinkedArticle | null, meta: Meta): string | null {
  const language = [document.documentElement?.getAttribute('lang'), document.documentElement?.getAttribute('xml:lang'), linked?.language, meta('content-language', 'language', 'dc.language'), meta('og:locale')?.replace('_', '-')]
    .map((value) => value?.split(',')[0]?.trim())
    .find((value) => value && /^[a-z]{2,3}(-[\w-]+)?$/i.test(value));
  return language ?? null;
}
