import { useSyncExternalStore } from 'react';
import { createPlayerStore, type PlayerState } from './player-store.ts';

/**
 * The page's only player. Its audio element is in the document, where assistive and measuring tools find it.
 */
export const player = createPlayerStore(() => {
  const audio = document.createElement('audio');
  audio.preload = 'metadata';
  document.body.append(audio);
  return audio;
});

export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state);
}

/** What is on, for the computer's own keys and its lock screen: the browser asks the page's media session. */
function tellSession(): void {
  const { track, status } = player.state();
  const session = navigator.mediaSession;
  if (session.metadata?.title !== (track?.title ?? undefined)) {
    session.metadata = track && new MediaMetadata({ title: track.title, artist: 'Parlance' });
  }
  session.playbackState = !track
    ? 'none'
    : status === 'playing' || status === 'loading'
      ? 'playing'
      : 'paused';
}

/** Seconds that the keys for forward and back jump by default. */
const sessionStep = 10;

if ('mediaSession' in navigator) {
  const { mediaSession } = navigator;
  const toggle = () => {
    const { track } = player.state();
    if (track) player.toggle(track);
  };
  const move = (sign: 1 | -1) => (details: MediaSessionActionDetails) =>
    player.seek(player.currentTime() + sign * (details.seekOffset ?? sessionStep));
  mediaSession.setActionHandler('play', toggle);
  mediaSession.setActionHandler('pause', toggle);
  mediaSession.setActionHandler('seekbackward', move(-1));
  mediaSession.setActionHandler('seekforward', move(1));
  mediaSession.setActionHandler('seekto', ({ seekTime }) => player.seek(seekTime ?? 0));
  mediaSession.setActionHandler('stop', () => player.close());
  player.subscribe(tellSession);
}
