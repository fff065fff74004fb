import type { ReactNode } from 'react';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { PlayerPreview } from '../player-preview/PlayerPreview.tsx';

/** A player's controls, and beside them, where there is room, the player as they make it, always in view. */
export function PreviewLayout({ form, children }: { form: ChannelFormState; children: ReactNode }) {
  return (
    <div className={styles.beside}>
      <div className={styles.controls}>{children}</div>
      <div className={styles.preview}>
        <PlayerPreview form={form} />
      </div>
    </div>
  );
}
