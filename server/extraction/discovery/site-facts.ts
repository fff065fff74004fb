import { decodeText } from '../charset.ts';
import { absoluteUrl } from '../feed/feed.ts';
import { advertisedFeeds } from '../feed/advertised-feeds.ts';
import { languageOfArticle } from '../function-words.ts';
import { scanElements } from '../markup.ts';
import { cleanLine } from '../plain-text.ts';
import { articleLikeness } from './article-url.ts';

/** What one page tells of the site that it belongs to. */
export interface SiteFacts {
  /** As the site calls itself; null where nothing but its address tells. */
  name: string | null;
  /**
   * BCP 47: as the page gives it, or of its text where the page is clearly wrong; null where neither tells.
   */
  language: string | null;
  /** Feeds that the page advertises, best first. */
  feeds: { url: string; title: string | null }[];
  /** Whether the page is an article rather than a list of them. */
  isArticle: boolean;
  /** Whether it shows little more than a form to sign in. */
  asksForSignIn: boolean;
}

const nameMaxCharacters = 60;
/** So much of a page's text tells its language. */
const sampleCharacters = 8_000;
/** A page with a form to sign in that says more than this is not about the form. */
const signInCharacters = 2_500;
const scriptMaxCharacters = 500_000;
const silent: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title']);

/** Reads a page for what it tells of its site. Linear in the page's length. */
export function readSiteFacts(
  source: Uint8Array | string,
  url: string,
  contentType: string | null = null,
): SiteFacts {
  const html = typeof source === 'string' ? source : decodeText(source, { contentType }).text;
  const metas = new Map<string, string>();
  const feedTitles = new Map<string, string>();
  const scripts: string[] = [];
  let [title, text, base, documentLanguage] = ['', '', url, ''];
  let [quiet, isTitle, isData, hasPassword, shown] = [0, false, false, false, 0];
  scanElements(html, {
    open(name, attributes) {
      if (silent.has(name)) quiet++;
      if (name === 'html') documentLanguage ||= attributes['lang'] ?? attributes['xml:lang'] ?? '';
      if (name === 'base') base = absoluteUrl(attributes['href'], url) ?? base;
      if (name === 'title') isTitle = title === '';
      if (name === 'script') isData = /ld\+json/i.test(attributes['type'] ?? '');
      if (name === 'input' && attributes['type']?.toLowerCase() === 'password') hasPassword = true;
      if (name === 'link' && attributes['title']) {
        const target = absoluteUrl(attributes['href'], base);
        if (target) feedTitles.set(target, cleanLine(attributes['title']).slice(0, 200));
      }
      if (name !== 'meta') return;
      const key = (attributes['property'] ?? attributes['name'] ?? attributes['http-equiv'] ?? '')
        .trim()
        .toLowerCase();
      const content = cleanLine(attributes['content'] ?? '');
      if (key !== '' && content !== '' && !metas.has(key)) metas.set(key, content);
    },
    text(part) {
      if (isTitle) title += part.slice(0, 500);
      else if (isData && scripts.length < 20) scripts.push(part.slice(0, scriptMaxCharacters));
      if (quiet > 0) return;
      shown += part.trim().length;
      if (text.length < sampleCharacters) text += `${part.slice(0, sampleCharacters)} `;
    },
    close(name) {
      if (silent.has(name)) quiet--;
      if (name === 'title') isTitle = false;
      if (name === 'script') isData = false;
    },
  });
  const linked = linkedFacts(scripts);
  const declared = [
    documentLanguage,
    metas.get('og:locale'),
    metas.get('content-language'),
    metas.get('language'),
    metas.get('dc.language'),
  ]
    .map(tagOf)
    .find((tag) => tag !== null);
  return {
    name: nameOf(metas, linked, cleanLine(title), url),
    language: languageOfArticle(declared ?? null, text),
    feeds: advertisedFeeds(html, url).map((feed) => ({ url: feed, title: feedTitles.get(feed) ?? null })),
    isArticle: isArticle(metas.get('og:type') ?? '', linked.hasArticle, url),
    asksForSignIn: hasPassword && shown < signInCharacters,
  };
}

/** A language as pages write it (`de_DE`, `en-US,de`) in canonical BCP 47; null if it is invalid. */
export function tagOf(given: string | null | undefined): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales((given ?? '').split(/[,;]/)[0]!.trim().replaceAll('_', '-'));
    return /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

function isArticle(type: string, hasLinkedArticle: boolean, url: string): boolean {
  if ((URL.parse(url)?.pathname ?? '/') === '/') return false;
  const likeness = articleLikeness(url);
  if (likeness >= 2) return !/^website$/i.test(type);
  return hasLinkedArticle || (/^article$/i.test(type) && likeness > 0);
}

interface LinkedFacts {
  /** Of a WebSite, and of those who publish, in the order of the page. */
  site: string[];
  publishers: string[];
  hasArticle: boolean;
}

const maxDepth = 8;

function linkedFacts(scripts: readonly string[]): LinkedFacts {
  const facts: LinkedFacts = { site: [], publishers: [], hasArticle: false };
  const collect = (value: unknown, depth: number): void => {
    if (depth > maxDepth || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.slice(0, 200).forEach((one) => collect(one, depth + 1));
    const node = value as Record<string, unknown>;
    const types = [node['@type']].flat().map(String);
    const name = typeof node['name'] === 'string' ? cleanLine(node['name']) : '';
    if (name !== '' && types.includes('WebSite')) facts.site.push(name);
    if (name !== '' && types.some((type) => type.endsWith('Organization'))) facts.publishers.push(name);
    if (
      types.some((type) => /(?:Article|BlogPosting)$/.test(type)) &&
      node['headline'] &&
      (node['datePublished'] || node['articleBody'])
    )
      facts.hasArticle = true;
    for (const key of ['@graph', 'publisher', 'isPartOf', 'mainEntity', 'sourceOrganization'])
      collect(node[key], depth + 1);
  };
  for (const script of scripts) {
    try {
      collect(JSON.parse(script), 0);
    } catch {
      // Damaged data tells nothing; the page has other ways.
    }
  }
  return facts;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const isName = (text: string | undefined): text is string =>
  text !== undefined &&
  text.length >= 2 &&
  text.length <= nameMaxCharacters &&
  !/^https?:|^www\./i.test(text);

/**
 * What the page calls its site; of its title the part that the address knows too, else what is left beside a
 * headline.
 */
function nameOf(
  metas: ReadonlyMap<string, string>,
  linked: LinkedFacts,
  title: string,
  url: string,
): string | null {
  const { hostname = '', pathname = '/' } = URL.parse(url) ?? {};
  const label = fold(hostname.split('.').at(-2) ?? '');
  const parts = title
    .slice(0, 1_000)
    .split(/\s+[|–—\-·»:•]+\s+|\s*[|»•]\s*|:\s+/u)
    .map((part) => part.trim())
    .filter(isName);
  const known = parts
    .filter((part) => label.length > 2 && (fold(part).includes(label) || label.includes(fold(part))))
    .sort((a, b) => a.length - b.length)[0];
  const told = [
    metas.get('og:site_name'),
    linked.site[0],
    known,
    metas.get('application-name'),
    metas.get('apple-mobile-web-app-title'),
    linked.publishers[0],
    pathname === '/' ? parts[0] : parts.length > 1 ? parts.at(-1) : undefined,
  ].filter(isName);
  // `heise.de` is worse than `heise online`, where the page tells both.
  return told.find((name) => fold(name) !== fold(hostname.replace(/^www\./, ''))) ?? told[0] ?? null;
}
