import type { Message } from '../lib/declare-messages.ts';
import { extractionMessages } from './messages.ts';
import { readPageLinks } from './discovery/page-links.ts';
import { readSiteFacts } from './discovery/site-facts.ts';
import { readSitemap } from './discovery/sitemap.ts';
import { extractArticle } from './extract-article.ts';
import { ExtractionError } from './extraction-error.ts';
import { FeedError } from './feed/feed.ts';
import { itemText } from './feed/item-text.ts';
import { parseFeed } from './feed/parse-feed.ts';
import { readPlayerEmbed } from './player-embed.ts';
import { allowedByRobots, robotsAllow } from './robots.ts';
import { replaceUrl, UrlReplacementError, urlReplacementProblems } from './replace-url.ts';
import { tryRules } from './try-rules.ts';

/** What runs in extraction threads: everything that walks what others wrote. */
export const tasks = {
  extractArticle,
  tryRules,
  parseFeed,
  itemText,
  readPageLinks,
  readSiteFacts,
  readPlayerEmbed,
  readSitemap,
  robotsAllow,
  allowedByRobots,
  replaceUrl,
  urlReplacementProblems,
} as const;
export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

/** A thread's answer. Errors travel as fields: a copied Error loses its class and what it carries. */
export type Answer =
  | { ok: true; value: unknown }
  | {
      ok: false;
      error: 'extraction';
      kind: ExtractionError['kind'];
      told: Message;
      rule: ExtractionError['rule'];
      alternate: string | null;
    }
  | { ok: false; error: 'feed'; kind: FeedError['kind']; told: Message; advertised: readonly string[] }
  | {
      ok: false;
      error: 'url-replacement';
      kind: UrlReplacementError['kind'];
      index: number;
      field: UrlReplacementError['field'];
      told: Message;
    };

/** Runs one task. A stack that overflows on a hostile document is an answer too. */
export function runTask({ name, args }: { name: TaskName; args: unknown[] }): Answer {
  try {
    return { ok: true, value: (tasks[name] as (...all: unknown[]) => unknown)(...args) };
  } catch (error) {
    if (error instanceof ExtractionError)
      return {
        ok: false,
        error: 'extraction',
        kind: error.kind,
        told: error.told,
        rule: error.rule,
        alternate: error.alternate,
      };
    if (error instanceof FeedError)
      return { ok: false, error: 'feed', kind: error.kind, told: error.told, advertised: error.advertised };
    if (error instanceof UrlReplacementError)
      return {
        ok: false,
        error: 'url-replacement',
        kind: error.kind,
        index: error.index,
        field: error.field,
        told: error.told,
      };
    if (error instanceof RangeError)
      return {
        ok: false,
        error: 'extraction',
        kind: 'too-complex',
        told: extractionMessages.PAGE_TOO_COMPLEX(),
        rule: undefined,
        alternate: null,
      };
    throw error;
  }
}

export default runTask;
