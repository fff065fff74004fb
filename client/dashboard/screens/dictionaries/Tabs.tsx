import type { ReactNode } from 'react';
import styles from './Dictionaries.module.css';

/** A link for each thing of which one is shown; that one is marked. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
