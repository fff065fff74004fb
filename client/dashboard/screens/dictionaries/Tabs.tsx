import type { ReactNode } from 'react';
import styles from './Dictionaries.module.css';

/** Shows a link for each item, with the current one marked. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
