import { afterPaint } from '../after-paint.ts';

/**
 * Loads the fonts once text is shown. Until then, text uses fonts of the same widths (stand-in-fonts.css): on
 * a slow line, the fonts are a third of all data that a screen would wait for. Returning users have them in
 * their cache and get them at once.
 */
export function fetchFonts(): void {
  const fetch = () => void import('./fonts.css');
  const [script] = performance.getEntriesByName(import.meta.url) as PerformanceResourceTiming[];
  const types = PerformanceObserver.supportedEntryTypes;
  if (script?.transferSize === 0 || !types.includes('largest-contentful-paint')) return fetch();
  new PerformanceObserver(() => afterPaint(fetch)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  // Browsers report no paint in a background window or after the first input.
  setTimeout(fetch, 5_000);
}
