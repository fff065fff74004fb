import type { ReactNode } from 'react';
import styles from './FieldError.module.css';

/** What is wrong with something that has no input of its own to say it. */
export function FieldError({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className={styles.error} role="alert" data-field-error="" tabIndex={-1}>
      {children}
    </p>
  );
}
