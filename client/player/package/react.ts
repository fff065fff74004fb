import { createElement, useEffect, useRef, type CSSProperties, type ReactElement } from 'react';
// Defines the element.
import './index.ts';
import type { MountOptions, PageEventDetail } from './index.ts';

type EventHandler = (detail: PageEventDetail) => void;

/** The article, the look of its place, and what is called with the player's events. */
export interface ParlancePlayerProps extends MountOptions {
  className?: string;
  /** Reserve the height of your version, such as `{ minHeight: 64 }`, so that the page doesn't move. */
  style?: CSSProperties;
  onLoad?: EventHandler;
  onSeen?: EventHandler;
  onPlay?: EventHandler;
  onPause?: EventHandler;
  onProgress?: EventHandler;
  onFinished?: EventHandler;
  onAd?: EventHandler;
  onError?: EventHandler;
}

const handlers = {
  load: 'onLoad',
  seen: 'onSeen',
  play: 'onPlay',
  pause: 'onPause',
  progress: 'onProgress',
  finished: 'onFinished',
  ad: 'onAd',
  error: 'onError',
} as const satisfies Record<string, keyof ParlancePlayerProps>;

/**
 * The player. Servers render it as an empty element, which hydration doesn't change. If it is removed during
 * playback, playback continues at the edge of the window, and the player moves back into a new component for
 * the same article.
 */
export function ParlancePlayer(props: ParlancePlayerProps): ReactElement {
  const element = useRef<HTMLElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { current } = element;
    const ends = Object.entries(handlers).map(([type, name]) => {
      const listener = (event: Event): void =>
        latest.current[name]?.((event as CustomEvent<PageEventDetail>).detail);
      current!.addEventListener(`parlance:${type}`, listener);
      return () => current!.removeEventListener(`parlance:${type}`, listener);
    });
    return () => ends.forEach((end) => end());
  }, []);
  const { channel, article, externalId, url, timestamp, signature, base, className, style } = props;
  // oxlint-disable-next-line react/refs -- React sets it, as in JSX
  return createElement('parlance-player', {
    ref: element,
    channel,
    article,
    'external-id': externalId,
    url,
    timestamp,
    signature,
    base,
    // React 18 takes no `className` on custom elements.
    class: className,
    style: { display: 'block', ...style },
    suppressHydrationWarning: true,
  });
}
