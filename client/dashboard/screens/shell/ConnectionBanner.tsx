import { IconCloudOff } from '@tabler/icons-react';
import { useConnection } from '../../relay/connection.ts';
import styles from './ConnectionBanner.module.css';

/** Stands on top while the server cannot be reached. */
export function ConnectionBanner() {
  const { online } = useConnection();
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className={styles.banner}>
          <IconCloudOff size={17} /> You are offline. What you type is kept; the page catches up when the connection is back.
        </p>
      )}
    </div>
  );
}
