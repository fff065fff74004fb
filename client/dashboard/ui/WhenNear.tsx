import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How far below the window something is near, so that it is there when it is scrolled to. */
const margin = '600px';

/**
 * What is far down a long screen: neither its data is asked for nor anything of it is made until the window
 * is about to show it. A browser that cannot tell has it at once.
 */
export function WhenNear({
  waiting,
  wanted = false,
  children,
}: {
  waiting: ReactNode;
  /** Somebody is on the way to it: it is not waited for. */
  wanted?: boolean;
  children: ReactNode;
}) {
  const [wasNear, setNear] = useState(() => !('IntersectionObserver' in window));
  const isNear = wasNear || wanted;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `0px 0px ${margin}` },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [isNear]);
  // Once made, it stays.
  if (wanted && !wasNear) setNear(true);
  return isNear ? children : <div ref={place}>{waiting}</div>;
}
