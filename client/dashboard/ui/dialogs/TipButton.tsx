import { lazy, Suspense, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { TipProps } from './Tip.tsx';

// Its label says the same: without the tip nothing is missing.
const Tip = lazy((): Promise<{ default: ComponentType<TipProps> }> =>
  import('./Tip.tsx').catch(() => ({ default: () => null })),
);

interface TipButtonProps {
  className?: string | undefined;
  label: string;
  /** Tooltip, shown on hover or focus. */
  tip: string;
  children: ReactNode;
}

/** Button with a tooltip. The code that draws tooltips is loaded with the first one shown. */
export function TipButton({ className, label, tip, children }: TipButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState(false);
  const show = () => {
    setAsked(true);
    setShown(true);
  };
  const hide = () => setShown(false);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
      </button>
      {asked && (
        <Suspense>
          <Tip target={trigger} opened={shown} label={tip} />
        </Suspense>
      )}
    </>
  );
}
