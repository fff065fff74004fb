import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { reload, useReleaseWaiting } from '../../relay/release.ts';
import styles from './ReleaseBanner.module.css';

/** Says that there is another release, while somebody is in the middle of something. */
export function ReleaseBanner() {
  const waiting = useReleaseWaiting();
  return (
    <div role="status" aria-live="polite">
      {waiting && (
        <p className={styles.banner}>
          <IconSparkles size={17} /> <span>There is a new version of Parlance. What you typed is kept when you reload.</span>
          <Button size="compact-sm" variant="default" onClick={reload}>
            Reload
          </Button>
        </p>
      )}
    </div>
  );
}
