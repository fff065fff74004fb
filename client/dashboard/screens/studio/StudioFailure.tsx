import { ScreenFailure } from '../shell/ScreenFailure.tsx';
import styles from './Studio.module.css';

/** Replaces a screen of the studio that failed; its frame stays. */
export function StudioFailure() {
  return (
    <div className={styles.page}>
      <main id="content" className={styles.content} tabIndex={-1}>
        <ScreenFailure />
      </main>
    </div>
  );
}
