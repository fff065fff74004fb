import { Button } from '@mantine/core';
import styles from './ArticleScreens.module.css';

/** Says that what was typed before and not saved is back. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={styles.draft} role="status">
      <span>Your unsaved changes are back.</span>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        Discard them
      </Button>
    </div>
  );
}
