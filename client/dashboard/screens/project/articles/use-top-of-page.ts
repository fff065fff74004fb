import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/** Another page begins at its top; going back, the browser knows where one was. @returns for the heading */
export function useTopOfPage(page: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (isBack) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [page, isBack]);
  return heading;
}
