import { lazy, Suspense, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { TipProps } from './Tip.tsx';

// Its label says the same: without the tip nothing is missing.
const Tip = lazy((): Promise<{ default: ComponentType<TipProps> }> =>
  import('./Tip.tsx').catch(() => ({ default: () => null })),
);

interface TipButtonProps {
  className?: string | undefined;
  label: string;
  /** What is said of it while it is pointed at or has the focus. */
  tip: string;
  children: ReactNode;
}

/** What explains itself; what draws the explanation is fetched with the first that is asked for. */
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
