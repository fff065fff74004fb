import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../after-paint.ts';

/** How far below the window something is near, so that it is there when it is scrolled to. */
const margin = '600px';
/** Milliseconds after which a page is idle. Then content is rendered anyway, so that page search finds it. */
const restAfter = 5_000;

/**
 * Defers content far down a long screen: it is neither fetched nor rendered until it is about to scroll into
 * view, the user prints or searches the page, or the page is idle. Browsers that can't detect that render it
 * at once.
 */
export function RenderWhenNear({
  waiting,
  wanted = false,
  children,
}: {
  waiting: ReactNode;
  /** The user is navigating to it, so it renders at once. */
  wanted?: boolean;
  children: ReactNode;
}) {
  const [wasNear, setNear] = useState(() => !('IntersectionObserver' in window));
  const isNear = wasNear || wanted;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear) return;
    const make = () => startTransition(() => setNear(true));
    const observer = new IntersectionObserver(
      // What can be seen already comes first.
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && afterPaint(make),
      { rootMargin: `0px 0px ${margin}` },
    );
    observer.observe(place.current!);
    const rest = setTimeout(make, restAfter);
    const done = new AbortController();
    addEventListener('beforeprint', () => flushSync(() => setNear(true)), { signal: done.signal });
    addEventListener('keydown', (event) => isSearch(event) && make(), { signal: done.signal });
    return () => {
      observer.disconnect();
      clearTimeout(rest);
      done.abort();
    };
  }, [isNear]);
  // Once made, it stays.
  if (wanted && !wasNear) setNear(true);
  return isNear ? children : <div ref={place}>{waiting}</div>;
}

/** Whether the browser's own search is about to open, which finds only what is there. */
const isSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey));
