import { Button } from '@mantine/core';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './StudioForm.module.css';
import type { useStudioForm } from './use-studio-form.ts';

/** Notices that a draft was restored, or that the audio was changed elsewhere. */
export function StudioNotices({ form }: { form: ReturnType<typeof useStudioForm> }) {
  const w = useWords(studioWords);
  return (
    <>
      {form.restored && (
        <div className={styles.notice} role="status">
          <span>{w.form.back}</span>
          <Button size="compact-sm" variant="default" onClick={form.discard}>
            {w.form.discard}
          </Button>
        </div>
      )}
      {form.outdated && (
        <div className={styles.notice} data-warn="" role="status">
          <span>{w.form.changedElsewhere}</span>
          <Button size="compact-sm" variant="default" onClick={form.discard}>
            {w.form.discard}
          </Button>
        </div>
      )}
    </>
  );
}
