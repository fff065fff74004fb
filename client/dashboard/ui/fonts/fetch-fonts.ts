import { afterPaint } from '../after-paint.ts';

/**
 * Fetches the fonts once there are words to read, which until then stand in fonts of the same widths
 * (stand-in-fonts.css): on a slow line they are a third of all that a screen would wait for. Who has been
 * here before has them, and gets them at once.
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
  // No paint is told of in a window behind others, or after somebody has pressed something.
  setTimeout(fetch, 5_000);
}
