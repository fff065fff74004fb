import type { Message } from '../lib/declare-messages.ts';
import { siteMessages } from './messages.ts';
import { z } from 'zod';

/**
 * What is remembered of the pages that a source's articles were read from: numbers only. A site that changes
 * its template shows in them before a listener gets an article that was cut or has swallowed its page's menu.
 */
export interface PageMemory {
  /** Pages so far. */
  count: number;
  /**
   * Of those before the recent ones: mean of the lengths' logarithms, mean confidence, and how often each
   * path was the article's.
   */
  length: number;
  confidence: number;
  paths: Record<string, number>;
  /** The latest pages, oldest first. */
  recent: PageFigures[];
}

export interface PageFigures {
  /** Characters of the article; 0: nothing was found. */
  length: number;
  confidence: number;
  path: string | null;
}

const figures = z.object({ length: z.number(), confidence: z.number(), path: z.string().nullable() });

/** What the column `pageMemory` of a source holds. */
export const pageMemory: z.ZodType<PageMemory> = z.object({
  count: z.number(),
  length: z.number(),
  confidence: z.number(),
  paths: z.record(z.string(), z.number()),
  recent: z.array(figures),
});

const recentPages = 5;
/** Pages that tell what is usual. */
const usualPages = 8;
/** So much of the earlier means each further page leaves. */
const memory = 0.95;
const maxPaths = 8;

const empty: PageMemory = { count: 0, length: 0, confidence: 0, paths: {}, recent: [] };

/**
 * Adds a page to the memory, and says what has changed, in words for an editor; null: nothing that matters.
 */
export function rememberPage(
  before: PageMemory | null,
  page: PageFigures,
): { memory: PageMemory; notice: Message | null } {
  const { count, length, confidence, paths, recent } = before ?? empty;
  const latest = [...recent, page];
  const settled = latest.length > recentPages ? latest.shift() : undefined;
  const after: PageMemory = { count: count + 1, length, confidence, paths, recent: latest };
  if (settled) {
    const known = count - recentPages;
    const share = Math.max(1 - memory, 1 / (known + 1));
    after.length = length + share * (Math.log(1 + settled.length) - length);
    after.confidence = confidence + share * (settled.confidence - confidence);
    const weighed = Object.entries(paths).map(([path, weight]) => [path, memory * weight] as const);
    const own =
      settled.path === null
        ? weighed
        : [
            ...weighed.filter(([path]) => path !== settled.path),
            [settled.path, memory * (paths[settled.path] ?? 0) + 1] as const,
          ];
    after.paths = Object.fromEntries(own.sort((a, b) => b[1] - a[1]).slice(0, maxPaths));
  }
  return { memory: after, notice: after.count - recentPages < usualPages ? null : noticeOf(after) };
}

function noticeOf({ length, confidence, paths, recent }: PageMemory): Message | null {
  const lengths = recent.map((page) => page.length).sort((a, b) => a - b);
  const now = lengths[lengths.length >> 1] ?? 0;
  const usual = Math.round(Math.exp(length) - 1);
  const articles =
    lengths.at(-2) === 0 ? 'NONE' : now < 0.4 * usual ? 'SHORTER' : now > 2.5 * usual ? 'LONGER' : 'SAME';
  const sure = recent.reduce((sum, page) => sum + page.confidence, 0) / recent.length;
  const certainty = sure < confidence - 0.2 ? 'LESS' : 'SAME';
  const total = Object.values(paths).reduce((sum, weight) => sum + weight, 0);
  const [usualPath, weight] = Object.entries(paths)[0] ?? [];
  const isNewTemplate =
    usualPath !== undefined &&
    weight !== undefined &&
    weight > 0.7 * total &&
    recent.every(({ path }) => path !== usualPath);
  if (articles === 'SAME' && certainty === 'SAME') return null;
  const template = isNewTemplate ? 'NEW' : 'SAME';
  return siteMessages.SITE_HAS_CHANGED({ template, articles, now, usual, certainty });
}
