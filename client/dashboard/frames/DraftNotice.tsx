import { Button } from '@mantine/core';
import { articleWords } from '../generated/words/article.ts';
import { useWords } from '../words/word-catalogue.ts';
import styles from './DraftNotice.module.css';

/** Shows that unsaved input has been restored. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const w = useWords(articleWords);
  return (
    <div className={styles.draft} role="status">
      <span>{w.draftBack}</span>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {w.discardDraft}
      </Button>
    </div>
  );
}
