import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { reload, useReleaseWaiting } from '../../relay/release.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ReleaseBanner.module.css';

/** Announces another release while the user is in the middle of something. */
export function ReleaseBanner() {
  const w = useWords(shellWords);
  const waiting = useReleaseWaiting();
  return (
    <div role="status" aria-live="polite">
      {waiting && (
        <p className={styles.banner}>
          <IconSparkles size={17} /> <span>{w.release}</span>
          <Button size="compact-sm" variant="default" onClick={reload}>
            {w.reload}
          </Button>
        </p>
      )}
    </div>
  );
}
