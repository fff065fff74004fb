import { IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useCommands } from '../../ui/commands.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './NowPlaying.module.css';

// Nothing plays yet when the first screen renders.
const Player = lazy(async () => ({
  default: (await withWords(import('../../ui/player/Player.tsx'))).Player,
}));

/** The sound that is on, at the foot of every screen but the one that shows its own player. */
export function NowPlaying() {
  const w = useWords(shellWords);
  const { track } = usePlayer();
  const { pathname } = useLocation();
  useCommands([
    track && {
      id: 'player.toggle',
      group: 'player',
      label: w.play,
      keys: 'Space',
      run: () => player.toggle(track),
    },
  ]);
  if (!track || track.id.startsWith('preview:') || /\/articles?\/[^/]+$/.test(pathname)) return null;
  return (
    <section className={styles.bar} aria-label={w.nowPlaying}>
      <p className={styles.title} title={track.title}>
        {track.title}
      </p>
      <div className={styles.player}>
        <Suspense>
          <Player track={track} label={w.audioOf({ title: track.title })} />
        </Suspense>
      </div>
      <button type="button" className={styles.close} onClick={() => player.close()} aria-label={w.stopPlayer}>
        <IconX size={18} />
      </button>
    </section>
  );
}
