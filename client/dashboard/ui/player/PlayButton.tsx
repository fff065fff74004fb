import { IconAlertTriangle, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { player, usePlayer } from './player.ts';
import type { Track } from './player-store.ts';
import styles from './PlayButton.module.css';

/** Starts and pauses a track from a list; a ring shows how far it is. */
export function PlayButton({ track, title }: { track: Track | null; title: string }) {
  const { player: w } = useWords(uiWords);
  const state = usePlayer();
  if (!track) {
    return (
      <button type="button" className={styles.button} disabled aria-label={w.none({ title })}>
        <IconPlayerPlayFilled size={14} />
      </button>
    );
  }
  const on = state.track?.id === track.id && state.track.url === track.url;
  const playing = on && (state.status === 'playing' || state.status === 'loading');
  const failed = on && state.status === 'failed';
  const played = on && state.duration > 0 ? state.time / state.duration : 0;
  return (
    <button
      type="button"
      className={styles.button}
      data-play
      data-on={on || undefined}
      onClick={() => player.toggle(track)}
      aria-label={playing ? w.pauseOf({ title }) : w.playOf({ title })}
      style={{ '--played': `${played}turn` } as React.CSSProperties}
    >
      {failed ? (
        <IconAlertTriangle size={15} />
      ) : playing ? (
        <IconPlayerPauseFilled size={14} />
      ) : (
        <IconPlayerPlayFilled size={14} />
      )}
    </button>
  );
}
