import { IconX } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import { Player } from '../../ui/player/Player.tsx';
import { player, usePlayer } from '../../ui/player/player.ts';
import styles from './NowPlaying.module.css';

/** The sound that is on, at the foot of every screen but the one that shows its own player. */
export function NowPlaying() {
  const { track } = usePlayer();
  const { pathname } = useLocation();
  if (!track || track.id.startsWith('preview:') || /\/articles?\/[^/]+$/.test(pathname)) return null;
  return (
    <section className={styles.bar} aria-label="Now playing">
      <p className={styles.title} title={track.title}>
        {track.title}
      </p>
      <div className={styles.player}>
        <Player track={track} label={`Audio of ${track.title}`} />
      </div>
      <button type="button" className={styles.close} onClick={() => player.close()} aria-label="Stop and close the player">
        <IconX size={18} />
      </button>
    </section>
  );
}
