import { Button, TextInput } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconVolume } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { VoicePreviewMutation } from '../../__generated__/VoicePreviewMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { previewProgress } from './preview-progress.ts';
import styles from './VoicePicker.module.css';
import { settingList, type SettingValues } from './setting-values.ts';

const maxCharacters = 300;

interface VoicePreviewProps {
  voice: string;
  language: string;
  settings: SettingValues;
  /** Global id of the project whose dictionaries apply; absent: there is no project yet. */
  project?: string | undefined;
}

/** Speaks a short text with what is chosen. A change of voice, settings or text asks for a new preview. */
export function VoicePreview(props: VoicePreviewProps) {
  const w = useWords(voicesWords);
  const [text, setText] = useState('');
  return (
    <div className={styles.preview}>
      <TextInput
        label={w.previewText}
        placeholder={w.previewPlaceholder}
        maxLength={maxCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Preview
        key={JSON.stringify([props.voice, props.language, props.settings, text])}
        {...props}
        text={text.trim()}
      />
    </div>
  );
}

function Preview({ voice, language, settings, project, text }: VoicePreviewProps & { text: string }) {
  const w = useWords(voicesWords);
  const [progress, setProgress] = useState(0);
  const [track, setTrack] = useState<Track | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const state = usePlayer();
  const playing =
    track !== null &&
    state.track?.url === track.url &&
    (state.status === 'playing' || state.status === 'loading');
  const [preview, busy] = useAction<VoicePreviewMutation>(voicePreviewMutation);
  useEffect(() => () => clearInterval(timer.current), []);

  const run = async () => {
    const begun = performance.now();
    setProblem(null);
    timer.current = setInterval(() => setProgress(previewProgress(performance.now() - begun)), 100);
    const { style, model, ...values } = settings;
    const outcome = await preview(
      {
        input: {
          voice,
          language,
          text: text || null,
          voiceSettings: settingList(values),
          style: textOrNull(style),
          model: textOrNull(model),
          project: project ?? null,
        },
      },
      { tell: false },
    );
    clearInterval(timer.current);
    if (!outcome.ok || !outcome.result.url) {
      setProgress(0);
      return setProblem(
        outcome.ok ? w.noPreview : (Object.values(outcome.fieldErrors)[0] ?? outcome.message),
      );
    }
    setProgress(100);
    const ready: Track = {
      id: `preview:${voice}`,
      url: audioPath(outcome.result.url),
      title: w.preview,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    player.toggle(ready);
  };
  return (
    <>
      {track ? (
        <Button
          variant="light"
          leftSection={playing ? <IconPlayerPauseFilled size={15} /> : <IconPlayerPlayFilled size={15} />}
          onClick={() => player.toggle(track)}
          disabled={progress < 100}
        >
          {playing ? w.pause : w.play}
        </Button>
      ) : (
        <Button
          variant="light"
          leftSection={<IconVolume size={16} />}
          loading={busy}
          onClick={() => void run()}
        >
          {w.preview}
        </Button>
      )}
      {(busy || progress === 100) && <Progress percent={progress} />}
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Progress({ percent }: { percent: number }) {
  const w = useWords(voicesWords);
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={w.preview}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

const voicePreviewMutation = graphql`
  mutation VoicePreviewMutation($input: PreviewVoiceInput!) {
    result: previewVoice(input: $input) {
      __typename
      ... on PreviewVoiceSuccess {
        url
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
