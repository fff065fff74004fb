import { useLayoutEffect, useRef } from 'react';
import {
  NavigationType,
  ScrollRestoration,
  useLocation,
  useNavigationType,
  type Location,
} from 'react-router-dom';

/** So long a screen may take to be as tall as it was, in milliseconds. */
const comesWithin = 15_000;

/**
 * Restores the scroll position: a new screen starts at its top, and one that the user returns to is where it
 * was. The router restores it once, before the content has loaded. This component repeats it until the screen
 * is as tall as it was, or the user scrolls.
 */
export function ReturnToPlace() {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const places = useRef(new Map<string, number>());
  // Ends at once with its screen: a later effect would take the scrolling of the next screen for the user's.
  useLayoutEffect(() => {
    const place = (isBack && places.current.get(key)) || 0;
    const left = new AbortController();
    const { signal } = left;
    const keep = () => void places.current.set(key, scrollY);
    let asked = scrollY;
    const observer = new ResizeObserver(() => {
      scrollTo(0, place);
      asked = scrollY;
      if (scrollY >= place - 1) arrive();
    });
    const { style } = document.documentElement;
    const arrive = () => {
      observer.disconnect();
      style.overflowAnchor = '';
      removeEventListener('scroll', follow);
      addEventListener('scroll', keep, { signal, passive: true });
    };
    const late = setTimeout(arrive, place > scrollY ? comesWithin : 0);
    if (place > scrollY) {
      observer.observe(document.body);
      // What comes above would move the screen as if it was dragged.
      style.overflowAnchor = 'none';
    }
    // Dragging a scroll bar fires no other event. If the screen got shorter, its end is shown.
    const follow = () => {
      const end = document.documentElement.scrollHeight - innerHeight;
      if (scrollY !== asked && scrollY < end) arrive();
    };
    addEventListener('scroll', follow, { signal, passive: true });
    for (const movement of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      addEventListener(movement, arrive, { signal, passive: true, once: true });
    return () => {
      clearTimeout(late);
      arrive();
      left.abort();
    };
  }, [key, isBack]);
  return <ScrollRestoration getKey={placeKey} />;
}

/**
 * Returns the key under which the router remembers how far a screen was scrolled. Every first screen of a
 * page load has the key `default`: with it alone, a typed address would open where the last one was left.
 */
const placeKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `default ${pathname}${search}` : key;
