import { IconCloudOff } from '@tabler/icons-react';
import { useConnection } from '../../relay/connection.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ConnectionBanner.module.css';

/** Banner at the top while the server is unreachable. */
export function ConnectionBanner() {
  const w = useWords(shellWords);
  const online = useConnection((state) => state.online);
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className={styles.banner}>
          <IconCloudOff size={17} /> {w.offline}
        </p>
      )}
    </div>
  );
}
