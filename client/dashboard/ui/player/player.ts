import { useSyncExternalStore } from 'react';
import { createPlayerStore, type PlayerState } from './player-store.ts';

/** The page's one sound. Its element stands in the document, where assistive and measuring tools find it. */
export const player = createPlayerStore(() => {
  const audio = document.createElement('audio');
  audio.preload = 'metadata';
  document.body.append(audio);
  return audio;
});

export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state);
}

/** Whether something sounds. */
export const isPlaying = (): boolean => ['loading', 'playing'].includes(player.state().status);
