import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  PreviewVoiceInput,
  useVoiceSamplePreviewMutation,
} from '../../__generated__/useVoiceSamplePreviewMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { previewProgress } from './preview-progress.ts';

interface VoiceSample {
  input: PreviewVoiceInput;
  /** What the player calls it. */
  track: { id: string; title: string };
  /** Why nothing plays where the server gives no reason. */
  problems: { none: string; failed?: string };
}

/**
 * The sample of a voice, which is made when it is first played. @returns `progress` (0 to 100) is estimated
 * while it is made
 */
export function useVoiceSample({ input, track: { id, title }, problems }: VoiceSample) {
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  const [preview, busy] = useAction<useVoiceSamplePreviewMutation>(graphql`
    mutation useVoiceSamplePreviewMutation($input: PreviewVoiceInput!) {
      result: previewVoice(input: $input) {
        __typename
        ... on PreviewVoiceSuccess {
          url
          durationMs
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const make = async () => {
    setFailure(null);
    const begun = performance.now();
    timer.current = setInterval(() => setProgress(previewProgress(performance.now() - begun)), 100);
    const outcome = await preview({ input }, { tell: false });
    clearInterval(timer.current);
    if (!outcome.ok || !outcome.result.url) {
      setProgress(0);
      return setFailure(
        outcome.ok
          ? problems.none
          : (Object.values(outcome.fieldErrors)[0] ?? (outcome.message || (problems.failed ?? ''))),
      );
    }
    setProgress(100);
    const ready: Track = {
      id,
      url: audioPath(outcome.result.url),
      title,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    player.toggle(ready);
  };
  const toggle = () => {
    if (busy) return;
    if (track) player.toggle(track);
    else void make();
  };
  const isPlaying =
    track !== null &&
    state.track?.url === track.url &&
    (state.status === 'playing' || state.status === 'loading');
  return { toggle, busy, isPlaying, progress, failure };
}
