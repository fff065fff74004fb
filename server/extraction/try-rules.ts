import { extractArticle, type ExtractedArticle, type ExtractOptions } from './extract-article.ts';
import type { Message } from '../lib/declare-messages.ts';
import { ExtractionError } from './extraction-error.ts';
import type { RuleEffect } from './extraction-rules.ts';
import type { ChosenParagraph } from './page-choice.ts';

/** What rules make of a page. */
export interface RuleTrial {
  /** Null: there is no article on it. */
  article: Pick<ExtractedArticle, 'title' | 'text' | 'publishedAt' | 'language'> | null;
  /** Why there is none, for the publisher. */
  failure: Message | null;
  /** What each rule did, in their order; none on a page that was not read. */
  effects: RuleEffect[];
  /** Result of each paragraph of the page. */
  paragraphs: ChosenParagraph[];
}

/**
 * Makes an article of a page as `extractArticle` does, and tells what each rule did to it, also where there
 * is no article then.
 */
export function tryRules(
  page: Uint8Array | string,
  options: Omit<ExtractOptions, 'effects' | 'told'> = {},
): RuleTrial {
  const effects: RuleEffect[] = [];
  const paragraphs: ChosenParagraph[] = [];
  try {
    const { title, text, publishedAt, language } = extractArticle(page, {
      ...options,
      effects,
      told: paragraphs,
    });
    return { article: { title, text, publishedAt, language }, failure: null, effects, paragraphs };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { article: null, failure: error.told, effects, paragraphs };
  }
}
