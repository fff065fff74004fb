import { useCallback, useEffect, useRef, useState } from 'react';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../../ui/player/player.ts';

/** A sentence, and its sound once there is one. */
export interface PlayableSentence {
  readonly url: string | null | undefined;
  readonly durationMs: number | null | undefined;
  readonly pauseMs: number;
  readonly text: string;
}

export interface ProgressivePlayback {
  /** Index of the sentence that plays or is awaited; null: not playing. */
  at: number | null;
  start: (from?: number) => void;
  stop: () => void;
}

const trackId = (slug: string, index: number) => `preview:sentence:${slug}:${index}`;

/**
 * Plays sentences one after another, each as soon as it is voiced, while the rest is made.
 * @param done whether all sentences that there will be are here
 */
export function useProgressivePlayback(
  slug: string,
  sentences: readonly PlayableSentence[],
  done: boolean,
): ProgressivePlayback {
  const [at, setAt] = useState<number | null>(null);
  const { track, status, time, duration } = usePlayer();
  /** The sentence that was started last. */
  const [started, setStarted] = useState<number | null>(null);
  const sentence = at === null ? undefined : sentences[at];
  const url = sentence?.url ?? null;
  const latest = useRef(sentences);
  useEffect(() => {
    latest.current = sentences;
  });

  const stop = useCallback(() => {
    setAt(null);
    setStarted(null);
    if (player.state().track?.id.startsWith('preview:sentence:')) player.close();
  }, []);
  const start = useCallback((from = 0) => {
    setStarted(null);
    setAt(from);
  }, []);
  // Leaving the screen is the end of it.
  useEffect(() => stop, [slug, stop]);

  useEffect(() => {
    if (at === null) return;
    if (at >= sentences.length && done) return setAt(null);
    if (url === null || started === at) return;
    setStarted(at);
    const { durationMs, text } = latest.current[at]!;
    player.playFrom(
      { id: trackId(slug, at), url: audioPath(url), title: text, durationMs: durationMs ?? 0 },
      0,
    );
  }, [at, started, url, sentences.length, done, slug]);

  const isOurs = at !== null && started === at && track?.id === trackId(slug, at);
  const ended = isOurs && status === 'paused' && duration > 0 && time >= duration;
  const isOther = at !== null && started === at && track !== null && !isOurs;
  useEffect(() => {
    // Another audio was started, so this one stops.
    if (isOther) return setAt(null);
    if (!ended || at === null) return;
    const timer = setTimeout(() => setAt(at + 1), latest.current[at]?.pauseMs ?? 0);
    return () => clearTimeout(timer);
  }, [ended, isOther, at]);
  return { at, start, stop };
}
