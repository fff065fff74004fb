import { extractionMessages } from './messages.ts';
import type { Document, Element } from 'domhandler';
import { boxKindOf } from './box-phrases.ts';
import { decodeText } from './charset.ts';
import type { Content } from './content.ts';
import { articleContent } from './content.ts';
import { isDiscussion } from './discussion.ts';
import { selectAny } from './dom.ts';
import { ExtractionError } from './extraction-error.ts';
import { isBrowserNotice } from './furniture.ts';
import { languageOfArticle } from './function-words.ts';
import type { LinkedArticle } from './json-ld.ts';
import { linkedArticle } from './json-ld.ts';
import type { Metadata } from './metadata.ts';
import { metadataOf } from './metadata.ts';
import { emptyResultReason } from './empty-result.ts';
import { parsePage } from './page.ts';
import type { ChosenParagraph } from './page-choice.ts';
import type { PageHints } from './features/page-measures.ts';
import { joinParagraphs } from './plain-text.ts';
import type { PageKind } from './page-kind.ts';
import { isAgencyLine, isToolLine, withoutAgencyMarks } from './tool-lines.ts';
import type { ExtractorRule, RuleEffect, RuleFindings } from './extraction-rules.ts';
import { applyRules, charsetRule } from './extraction-rules.ts';

export interface ExtractOptions {
  /** Where the page came from. */
  url?: string | null;
  /** The project's rules, in order. */
  rules?: readonly ExtractorRule[];
  /** The Content-Type header as received. */
  contentType?: string | null;
  /** Whether subtitles and key points belong to the text. Default true. */
  withSubtitles?: boolean;
  /** Receives the effect of each rule. */
  effects?: RuleEffect[];
  /** Receives the outcome for each paragraph of the page. */
  told?: ChosenParagraph[];
}

export interface ExtractedArticle {
  /** The headline; where the page has none, the first words of the text. */
  title: string;
  /**
   * Plain paragraphs separated by blank lines, as they are read aloud: without title, captions, teasers,
   * comments, buttons.
   */
  text: string;
  /** ISO 8601 with the offset as given. */
  publishedAt: string | null;
  author: string | null;
  /** BCP 47: as the page gives it, or of the text where the page is clearly wrong. */
  language: string | null;
  canonicalUrl: string | null;
  leadImage: string | null;
  /** The page says that a paywall hides a part of the text. */
  isPaywalled: boolean;
  /**
   * The probability that the text is the article, nearly the whole of it and hardly anything else (an F1 of
   * 0.9 or more). What rules name is certain.
   */
  confidence: number;
  /** How much the text looks like an article at all, 0 to 1. */
  resemblance: number;
  /**
   * The way to the block element that holds most of the text; null where the text does not come from one.
   * Pages of one template share it.
   */
  path: string | null;
  /** What the page asks of machines (`<meta name="robots">`), in lower case. */
  robots: string[];
}

const titleCharacters = 80;
/** Advice on browsers is longer than what a page says of itself. */
const noticeCharacters = 1_000;

/**
 * Makes an article of a page. CPU work of some milliseconds, on hostile pages more: see `thread.ts`.
 * @throws ExtractionError
 */
export function extractArticle(
  page: Uint8Array | string,
  { url = null, rules = [], contentType = null, withSubtitles = true, effects, told }: ExtractOptions = {},
): ExtractedArticle {
  const charset = charsetRule(rules);
  if (
    contentType !== null &&
    /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream|msword)/i.test(contentType)
  ) {
    throw new ExtractionError(
      'not-html',
      extractionMessages.PAGE_IS_FILE_OF_TYPE({ type: contentType.split(';')[0]! }),
    );
  }
  const html = typeof page === 'string' ? page : decodeText(page, { contentType, charset }).text;
  if (/^text\/plain\b/i.test(contentType ?? '') && !/<(?:p|div|body)\b/i.test(html))
    return plainArticle(html, url);
  const document = parsePage(html);
  const linked = linkedArticle(document);
  const metadata = metadataOf(document, linked, url);
  const findings = applyRules(document, rules, effects);
  const title = findings.title ?? metadata.title ?? '';
  if (findings.isStrict && findings.content.size === 0)
    throw new ExtractionError('no-text', extractionMessages.EXTRACTOR_RULE_STRICT_FAILED());
  const content = contentOf(
    document,
    linked,
    metadata,
    {
      ...metadata,
      title,
      body: linked?.body ?? null,
      isDiscussion: isDiscussion(document),
      isPaywalled: linked?.isPaywalled ?? false,
      paywalls: paywallsOf(document, linked?.paywallSelectors ?? []),
      withSubtitles,
    },
    findings,
    told,
  );
  const text = content.paragraphs.join('\n\n');
  const { author, canonicalUrl, leadImage, robots } = metadata;
  return {
    title: title || openingOf(text),
    text,
    publishedAt: findings.publishedAt ?? metadata.publishedAt,
    author,
    language: languageOfArticle(metadata.language, text),
    canonicalUrl,
    leadImage,
    isPaywalled: linked?.isPaywalled ?? false,
    confidence: content.confidence,
    resemblance: content.resemblance,
    path: content.path,
    robots,
  };
}

/** The elements that selectors of others' name; what is no selector names none. */
function paywallsOf(document: Document, selectors: readonly string[]): Element[] {
  return selectors.flatMap((selector) => {
    try {
      return selectAny(document, selector).slice(0, mostPaywalls);
    } catch {
      return [];
    }
  });
}

const mostPaywalls = 20;

/** What a page says for machines, without what its boxes and agencies add there, too. */
function linkedParagraphs(body: string): string[] {
  const paragraphs = body.split('\n\n').filter((text) => boxKindOf(text) === null && !isToolLine(text));
  return withoutAgencyMarks(paragraphs.filter((text) => !isAgencyLine(text)));
}

/** Structured data comes from the publisher's own system: sure, but at times shortened. */
const linkedConfidence = 0.9;
/** A live blog whose order is not known may be read from its end. */
const unorderedConfidence = 0.4;

/**
 * The text: what rules name, else what the page shows, else what it holds for machines and for browsers
 * without scripts.
 */
function contentOf(
  document: Document,
  linked: LinkedArticle | null,
  metadata: Metadata,
  hints: PageHints & PageKind & { withSubtitles: boolean },
  findings: RuleFindings,
  choice: ChosenParagraph[] | undefined,
): Content {
  const shown = articleContent(document, hints, findings, choice);
  if (findings.content.size > 0) {
    if (shown.paragraphs.length === 0)
      throw new ExtractionError('no-text', extractionMessages.EXTRACTOR_RULES_WITHOUT_TEXT());
    return shown;
  }
  const length = lengthOf(shown);
  const body = linked?.body ?? '';
  if (body.length > 200 && body.length > 1.6 * length)
    return {
      paragraphs: linkedParagraphs(body),
      confidence: linkedConfidence,
      resemblance: linkedConfidence,
      path: null,
      share: 1,
      isOrdered: true,
    };
  // A notice for old browsers is no article, however long it is.
  if (isWorthReading(shown) && !(length < noticeCharacters && isBrowserNotice(hints.title ?? '')))
    return linked?.isLiveBlog && !shown.isOrdered
      ? { ...shown, confidence: Math.min(shown.confidence, unorderedConfidence) }
      : shown;
  const { kind, told } = emptyResultReason(document, length);
  throw new ExtractionError(kind, told, { alternate: metadata.amphtml });
}

function lengthOf({ paragraphs }: Content): number {
  return paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0);
}

/**
 * A line or two from a page that says much else are no article; all of a page that says no more may be one.
 */
function isWorthReading(content: Content): boolean {
  const length = lengthOf(content);
  return (
    length > 0 &&
    (length >= 200 ? content.resemblance >= 0.1 : content.share >= 0.3 || content.resemblance >= 0.38)
  );
}

/** A file of plain text, whose paragraphs blank lines separate. */
function plainArticle(page: string, url: string | null): ExtractedArticle {
  const text = joinParagraphs(page.split(/\n\s*\n/));
  if (text === '')
    throw new ExtractionError('no-text', extractionMessages.PAGE_WITHOUT_ARTICLE({ nearest: 0 }));
  return {
    title: openingOf(text),
    text,
    publishedAt: null,
    author: null,
    language: languageOfArticle(null, text),
    canonicalUrl: url,
    leadImage: null,
    isPaywalled: false,
    confidence: 1,
    resemblance: 1,
    path: null,
    robots: [],
  };
}

/** Returns the first words, for a page without a title. */
function openingOf(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length <= titleCharacters
    ? line
    : `${line.slice(0, line.lastIndexOf(' ', titleCharacters - 1) + 1 || titleCharacters).trim()}…`;
}
