import { useState, type ReactNode } from 'react';
import styles from './Panel.module.css';

/** Section of a screen on its own sheet. */
export function Panel({
  title,
  aside,
  children,
  tight = false,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  tight?: boolean;
}) {
  return (
    <section className={styles.panel} data-tight={tight || undefined}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/**
 * A panel that opens; `locked` is the reason why it does not. What turns `open` on opens it, and nothing
 * but its reader closes it.
 */
export function FoldingPanel({
  title,
  summary,
  open = false,
  locked,
  children,
  onOpen,
}: {
  title: string;
  summary?: ReactNode;
  open?: boolean;
  locked?: string;
  children?: ReactNode;
  onOpen?: () => void;
}) {
  const [shown, setShown] = useState(open);
  const [asked, setAsked] = useState(open);
  if (asked !== open) {
    setAsked(open);
    if (open) setShown(true);
  }
  if (locked) {
    return (
      <section className={styles.panel} data-locked="">
        <div className={styles.summary}>
          <h2>{title}</h2>
          <span className={styles.lock}>{locked}</span>
        </div>
      </section>
    );
  }
  return (
    <details
      className={styles.panel}
      open={shown}
      onToggle={(event) => {
        setShown(event.currentTarget.open);
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary className={styles.summary}>
        <h2>{title}</h2>
        {summary && <span className={styles.aside}>{summary}</span>}
      </summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}
