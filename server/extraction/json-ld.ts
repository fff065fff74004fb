import type { Document } from 'domhandler';
import { select, textOf } from './dom.ts';
import { cleanLine, plainText } from './plain-text.ts';

/** What a page says about its article in schema.org's vocabulary. */
export interface LinkedArticle {
  headline: string | null;
  body: string | null;
  publishedAt: string | null;
  modifiedAt: string | null;
  author: string | null;
  language: string | null;
  url: string | null;
  image: string | null;
  /** Whether a paywall hides a part: isAccessibleForFree is false. */
  isPaywalled: boolean;
  /** CSS selectors by which the page marks its paywall. */
  paywallSelectors: string[];
  isLiveBlog: boolean;
}

type Json = Record<string, unknown>;

const articleTypes =
  /^(?:https?:\/\/schema\.org\/)?(?:\w*Article|\w*BlogPosting|LiveBlogPosting|Report|Review|Recipe|DiscussionForumPosting|AnalysisNewsArticle|CreativeWork)$/;
const pageTypes = /^(?:https?:\/\/schema\.org\/)?(?:WebPage|ItemPage|CollectionPage)$/;
const maxDepth = 12;
const mostSelectors = 10;

/** The article that a page's JSON-LD describes, null where none does. Damaged blocks are skipped. */
export function linkedArticle(document: Document): LinkedArticle | null {
  const articles: Json[] = [];
  const pages: Json[] = [];
  const byId = new Map<string, Json>();
  for (const script of select(document, 'script[type*="ld+json" i]'))
    collect(parseLenient(textOf(script)), { articles, pages, byId }, 0);
  // The main article comes with its body or its headline; teasers of others have less.
  const [best] = [...articles, ...pages.filter((page) => page['datePublished'] !== undefined)].sort(
    (a, b) => weight(b) - weight(a),
  );
  if (!best) return null;
  const body =
    string(best['articleBody']) ??
    string(best['reviewBody']) ??
    (best['@type'] === 'DiscussionForumPosting' ? string(best['text']) : null);
  return {
    headline: line(best['headline']) ?? line(best['name']),
    body: body === null ? null : bodyText(body),
    publishedAt: string(best['datePublished']) ?? string(best['dateCreated']) ?? string(best['uploadDate']),
    modifiedAt: string(best['dateModified']),
    author: namesOf(best['author'], byId) ?? namesOf(best['creator'], byId),
    language: string(best['inLanguage']),
    url:
      string(best['url']) ??
      (isObject(best['mainEntityOfPage'])
        ? string(best['mainEntityOfPage']['@id'])
        : string(best['mainEntityOfPage'])),
    image: imageOf(best['image']) ?? imageOf(best['thumbnailUrl']),
    isPaywalled: isFalse(best['isAccessibleForFree']),
    paywallSelectors: [best['hasPart']]
      .flat()
      .filter(isObject)
      .filter((part) => isFalse(part['isAccessibleForFree']))
      .flatMap((part) => [part['cssSelector']].flat())
      .filter((selector) => typeof selector === 'string')
      .slice(0, mostSelectors),
    isLiveBlog: [...articles, best].some((one) => [one['@type']].flat().includes('LiveBlogPosting')),
  };
}

/** `false`, as a word or otherwise; some write the type's address before it. */
const isFalse = (value: unknown): boolean =>
  /^(?:https?:\/\/schema\.org\/)?false$/i.test(String(value ?? ''));

function weight(article: Json): number {
  return (
    (string(article['articleBody']) ? 4 : 0) +
    (string(article['headline']) ? 2 : 0) +
    (article['datePublished'] ? 1 : 0)
  );
}

/** Newlines in strings, comments around and trailing commas are the usual damages. */
function parseLenient(text: string): unknown {
  const source = text
    .trim()
    .replace(
      /^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?$/g,
      '',
    )
    .trim()
    .replace(/;$/, '');
  for (const candidate of [
    source,
    source.replace(/[\u0000-\u001F]+/g, ' '),
    source.replace(/[\u0000-\u001F]+/g, ' ').replace(/,\s*([}\]])/g, '$1'),
  ]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate repairs more.
    }
  }
  return null;
}

function collect(
  node: unknown,
  found: { articles: Json[]; pages: Json[]; byId: Map<string, Json> },
  depth: number,
): void {
  if (depth > maxDepth) return;
  if (Array.isArray(node)) for (const part of node) collect(part, found, depth + 1);
  if (!isObject(node)) return;
  if (typeof node['@id'] === 'string' && node['name'] !== undefined) found.byId.set(node['@id'], node);
  const types = [node['@type']].flat().map(String);
  if (types.some((type) => articleTypes.test(type))) found.articles.push(node);
  else if (types.some((type) => pageTypes.test(type))) found.pages.push(node);
  for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart'])
    if (key in node) collect(node[key], found, depth + 1);
}

/**
 * Bodies hold text, sometimes HTML, sometimes HTML escaped; the paragraphs survive where they were marked.
 */
function bodyText(body: string): string {
  const html = /&lt;\/?(p|br|div|h\d)\b/i.test(body) ? plainText(body.replace(/<[^<>]*>/g, ' ')) : body;
  return html
    .split(/\n\s*\n|<\/p>|<\/h\d>|<\/li>|<br\s*\/?>\s*<br\s*\/?>|\r?\n/i)
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function namesOf(author: unknown, byId: ReadonlyMap<string, Json>): string | null {
  const names = [author].flat().map((one) => {
    if (!isObject(one)) return line(one);
    // A graph names a person once and refers to it by id.
    return line([one['name'] ?? byId.get(String(one['@id']))?.['name']].flat()[0]);
  });
  const distinct = [...new Set(names.filter((name) => name !== null && !/^https?:/.test(name)))];
  return distinct.length > 0 ? distinct.join(', ') : null;
}

function imageOf(image: unknown): string | null {
  const [first] = [image].flat();
  return isObject(first) ? (string(first['url']) ?? string(first['contentUrl'])) : string(first);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function string(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function line(value: unknown): string | null {
  const text = string(value);
  return text === null ? null : plainText(cleanLine(text)) || null;
}
