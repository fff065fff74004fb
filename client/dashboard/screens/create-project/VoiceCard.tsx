import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { VoiceCardMutation } from '../../__generated__/VoiceCardMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { createProjectWords } from '../../words/create-project-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { previewProgress } from '../voices/preview-progress.ts';
import styles from './CreateProjectScreen.module.css';

interface VoiceCardProps {
  voice: {
    readonly name: string;
    readonly label: string;
    readonly language: string;
    readonly gender: string;
    readonly type: string;
    readonly favorite: boolean;
  };
  /** Of the speech service, as people know it. */
  service: string;
  chosen: boolean;
  onChoose: () => void;
}

/** A voice that can be chosen, and heard whether it is or not. */
export function VoiceCard({ voice: { name, label, language, gender, type, favorite }, service, chosen, onChoose }: VoiceCardProps) {
  const { voices: w } = useWords(createProjectWords);
  const genders: Record<string, string> = { female: w.female, male: w.male, neutral: w.neutral };
  return (
    <div className={styles.card} data-chosen={chosen || undefined}>
      <label>
        <input type="radio" name="voice" value={name} checked={chosen} onChange={onChoose} />
        <span>
          <strong>{label}</strong> {favorite && <IconStarFilled size={13} aria-label={w.favorite} role="img" />}
          <small>{[genders[gender], type === 'premium' ? w.premium : null, service].filter(Boolean).join(' · ')}</small>
        </span>
      </label>
      <Hear name={name} label={label} language={language} />
    </div>
  );
}

function Hear({ name, label, language }: { name: string; label: string; language: string }) {
  const { voices: w } = useWords(createProjectWords);
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  const [preview, busy] = useAction<VoiceCardMutation>(graphql`
    mutation VoiceCardMutation($input: PreviewVoiceInput!) {
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
      return setFailure(outcome.ok ? w.noPreview : (Object.values(outcome.fieldErrors)[0] ?? outcome.message));
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
  const playing = track !== null && state.track?.url === track.url && (state.status === 'playing' || state.status === 'loading');
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        style={{ '--progress': `${progress}%` } as React.CSSProperties}
        aria-label={playing ? w.pause(label) : w.hear(label)}
        aria-disabled={busy}
        onClick={() => !busy && void hear()}
      >
        {playing ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </button>
      {failure && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
