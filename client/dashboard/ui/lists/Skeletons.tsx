import { useEffect, useState } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Skeletons.module.css';

export type SkeletonKind = 'cards' | 'table' | 'form' | 'text';

/**
 * What the shell shows while a screen's data is on the way, and the document's title unless the screen sets
 * one.
 */
export interface ScreenHandle {
  skeleton: SkeletonKind;
  title?: string | (() => string);
}

const slowAfter = 6000;

/** The likeness of a screen while its data is on the way; after a while it admits that it takes long. */
export function ScreenSkeleton({ kind }: { kind: SkeletonKind }) {
  const w = useWords(uiWords);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.screen} role="status" aria-label={w.loading} data-testid="skeleton">
      <Bar width="38%" height={34} />
      <Bar width="22%" height={14} />
      {slow && <p className={styles.slow}>{w.slow}</p>}
      {kind === 'cards' && (
        <div className={styles.cards}>
          {[1, 2, 3, 4].map((key) => (
            <Bar key={key} height={210} />
          ))}
        </div>
      )}
      {kind === 'table' && (
        <div className={styles.rows}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
            <Bar key={key} height={44} />
          ))}
        </div>
      )}
      {kind === 'form' && (
        <div className={styles.rows}>
          <Bar height={46} width="70%" />
          <Bar height={46} width="70%" />
          <Bar height={180} />
          <Bar height={40} width="160px" />
        </div>
      )}
      {kind === 'text' && (
        <div className={styles.rows}>
          {[92, 97, 88, 95, 60].map((width) => (
            <Bar key={width} height={16} width={`${width}%`} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The likeness of a list while it is on the way, within a screen that is there. */
export function ListSkeleton() {
  const { loading } = useWords(uiWords);
  return (
    <div className={styles.rows} role="status" aria-label={loading}>
      {[1, 2, 3, 4].map((key) => (
        <Bar key={key} height={44} />
      ))}
    </div>
  );
}

export function Bar({ width = '100%', height }: { width?: string; height: number }) {
  return <span className={styles.bar} data-skeleton="" style={{ width, height }} />;
}
