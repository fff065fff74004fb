import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { HearVoiceMutation } from '../../__generated__/HearVoiceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './HearVoice.module.css';
import { previewProgress } from './preview-progress.ts';

/** The sample of a voice, whether it is chosen or not. */
export function HearVoice({ name, label, language }: { name: string; label: string; language: string }) {
  const w = useWords(voicesWords);
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  const [preview, busy] = useAction<HearVoiceMutation>(graphql`
    mutation HearVoiceMutation($input: PreviewVoiceInput!) {
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
  const hear = async () => {
    if (track) return player.toggle(track);
    setFailure(null);
    const begun = performance.now();
    timer.current = setInterval(() => setProgress(previewProgress(performance.now() - begun)), 100);
    const outcome = await preview({ input: { voice: name, language } }, { tell: false });
    clearInterval(timer.current);
    if (!outcome.ok || !outcome.result.url) {
      setProgress(0);
      return setFailure(
        outcome.ok ? w.noPreview : (Object.values(outcome.fieldErrors)[0] ?? outcome.message),
      );
    }
    setProgress(100);
    const ready: Track = {
      id: `preview:${name}:${language}`,
      url: audioPath(outcome.result.url),
      title: label,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    player.toggle(ready);
  };
  const playing =
    track !== null &&
    state.track?.url === track.url &&
    (state.status === 'playing' || state.status === 'loading');
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        style={{ '--progress': `${progress}%` } as React.CSSProperties}
        aria-label={playing ? w.pauseVoice({ voice: label }) : w.hear({ voice: label })}
        aria-disabled={busy}
        onClick={() => !busy && void hear()}
      >
        {playing ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </button>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
