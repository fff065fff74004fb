import type { ReactNode } from 'react';
import styles from './FieldError.module.css';

/** Error of an element that has no input to show it. */
export function FieldError({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className={styles.error} role="alert" data-field-error="" tabIndex={-1}>
      {children}
    </p>
  );
}
