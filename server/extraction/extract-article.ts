import { decodeText } from './charset.ts';
import { articleParagraphs, paragraphsWithin } from './content.ts';
import { ExtractionError } from './extraction-error.ts';
import { linkedArticle } from './json-ld.ts';
import { metadataOf } from './metadata.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';
import { joinParagraphs } from './plain-text.ts';
import type { ExtractorRule, RuleFindings } from './extraction-rules.ts';
import { applyRules, charsetRule } from './extraction-rules.ts';

export interface ExtractOptions {
  /** Where the page came from. */
  url?: string | null;
  /** The project's rules, in order. */
  rules?: readonly ExtractorRule[];
  /** The Content-Type header as received. */
  contentType?: string | null;
}

export interface ExtractedArticle {
  /** The headline; where the page has none, the first words of the text. */
  title: string;
  /** Plain paragraphs separated by blank lines, as they are read aloud: without title, captions, teasers, comments, buttons. */
  text: string;
  /** ISO 8601 with the offset as given. */
  publishedAt: string | null;
  author: string | null;
  /** BCP 47 as the page gives it. */
  language: string | null;
  canonicalUrl: string | null;
  leadImage: string | null;
  /** The page says that a paywall hides a part of the text. */
  isPaywalled: boolean;
}

const titleCharacters = 80;

/**
 * Makes an article of a page. CPU work of some milliseconds, on hostile pages more: see `thread.ts`.
 * @throws ExtractionError
 */
export function extractArticle(page: Uint8Array | string, { url = null, rules = [], contentType = null }: ExtractOptions = {}): ExtractedArticle {
  const charset = charsetRule(rules);
  if (contentType !== null && /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream|msword)/i.test(contentType)) {
    throw new ExtractionError('not-html', `The address leads to a file of the type ${contentType.split(';')[0]}, not to a page.`);
  }
  const html = typeof page === 'string' ? page : decodeText(page, { contentType, charset }).text;
  if (/^text\/plain\b/i.test(contentType ?? '') && !/<(?:p|div|body)\b/i.test(html)) return plainArticle(html, url);
  const document = parsePage(html);
  const linked = linkedArticle(document);
  const metadata = metadataOf(document, linked, url);
  const findings = applyRules(document, rules);
  const title = findings.title ?? metadata.title ?? '';
  const text = textOfPage(document, title, findings, linked?.body ?? null);
  if (text === '') throw new ExtractionError('no-text', 'The page holds no text that could be an article.');
  return { ...metadata, title: title || openingOf(text), text, publishedAt: findings.publishedAt ?? metadata.publishedAt, isPaywalled: linked?.isPaywalled ?? false };
}

/** A file of plain text, whose paragraphs blank lines separate. */
function plainArticle(page: string, url: string | null): ExtractedArticle {
  const text = joinParagraphs(page.split(/\n\s*\n/));
  if (text === '') throw new ExtractionError('no-text', 'The page holds no text that could be an article.');
  return { title: openingOf(text), text, publishedAt: null, author: null, language: null, canonicalUrl: url, leadImage: null, isPaywalled: false };
}

/** The first words, for a page that has no title of its own. */
function openingOf(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length <= titleCharacters ? line : `${line.slice(0, line.lastIndexOf(' ', titleCharacters - 1) + 1 || titleCharacters).trim()}…`;
}

function textOfPage(document: Document, title: string, findings: RuleFindings, body: string | null): string {
  const matches = [...findings.content].filter((element) => document.contains(element) && ![...findings.content].some((other) => other !== element && other.contains(element)));
  // By walking: linkedom's compareDocumentPosition does not tell the order of elements in different branches.
  const chosen = matches.length > 1 ? [...document.querySelectorAll('*')].filter((element) => matches.includes(element)) : matches;
  if (findings.isStrict && chosen.length === 0) throw new ExtractionError('no-text', "The extractor rule 'should_strict' matches nothing on this page.");
  if (chosen.length > 0) {
    return joinParagraphs(chosen.flatMap((element) => (findings.strict.has(element) ? paragraphsOf(element) : paragraphsWithin(element, title, findings.kept))).map((paragraph) => paragraph.text));
  }
  const text = joinParagraphs(articleParagraphs(document, title, findings.kept).map((paragraph) => paragraph.text));
  return body !== null && body.length > 200 && body.length > 1.6 * text.length ? body : text;
}
