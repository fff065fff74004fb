import { z } from 'zod';

/**
 * What is remembered of the pages that a source's articles were read from: numbers only. A site that changes
 * its template shows in them before anybody hears an article that was cut or has swallowed its page's menu.
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
): { memory: PageMemory; notice: string | null } {
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

function noticeOf({ length, confidence, paths, recent }: PageMemory): string | null {
  const lengths = recent.map((page) => page.length).sort((a, b) => a - b);
  const now = lengths[lengths.length >> 1] ?? 0;
  const usual = Math.round(Math.exp(length) - 1);
  const characters = (value: number): string => value.toLocaleString('en');
  const found: string[] = [];
  if (lengths.at(-2) === 0) found.push('no articles are found on its pages any more');
  else if (now < 0.4 * usual)
    found.push(
      `its articles have become shorter: about ${characters(now)} characters instead of ${characters(usual)}`,
    );
  else if (now > 2.5 * usual)
    found.push(
      `its articles have become longer: about ${characters(now)} characters instead of ${characters(usual)}`,
    );
  const sure = recent.reduce((sum, page) => sum + page.confidence, 0) / recent.length;
  if (sure < confidence - 0.2) found.push('it has become less certain what on its pages is the article');
  const total = Object.values(paths).reduce((sum, weight) => sum + weight, 0);
  const [usualPath, weight] = Object.entries(paths)[0] ?? [];
  const isNewTemplate =
    usualPath !== undefined &&
    weight !== undefined &&
    weight > 0.7 * total &&
    recent.every(({ path }) => path !== usualPath);
  if (found.length === 0) return null;
  return `${isNewTemplate ? "The site's template seems to have changed: " : 'Something has changed on the site: '}${found.join(', and ')}. Please look at the latest articles, and at the extractor rules.`;
}
