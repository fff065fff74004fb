import { Button, Textarea } from '@mantine/core';
import { IconPlayerPauseFilled, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { usePlayer } from '../../../ui/player/player.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ChannelForm.module.css';
import type { ChannelProject } from '../use-channel-project.ts';
import { useSpokenPreview } from './use-spoken-preview.ts';

interface SpokenTextFieldProps {
  label: string;
  description?: string | undefined;
  value: string;
  maxLength?: number | undefined;
  error?: string | undefined;
  project: Pick<ChannelProject, 'id' | 'voice'>;
  onChange: (value: string) => void;
}

/** A text that is spoken around the articles, and a button to hear it in the project's voice. */
export function SpokenTextField({
  label,
  description,
  value,
  maxLength,
  error,
  project,
  onChange,
}: SpokenTextFieldProps) {
  const f = useWords(formWords);
  const { sounds: w } = useWords(channelsWords);
  const text = value.trim();
  const { speak, busy, track } = useSpokenPreview(project, text, label);
  const [problem, setProblem] = useState<{ of: string; message: string } | null>(null);
  const { track: on, status } = usePlayer();
  const playing = track !== null && on?.url === track.url && (status === 'playing' || status === 'loading');
  const run = async () => {
    setProblem(null);
    const message = await speak();
    if (message !== null) setProblem({ of: text, message });
  };
  return (
    <div className={styles.spoken}>
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxLength}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant="light"
        leftSection={playing ? <IconPlayerPauseFilled size={14} /> : <IconVolume size={15} />}
        disabled={text === ''}
        loading={busy}
        aria-label={playing ? w.pauseTextOf({ label }) : w.previewTextOf({ label })}
        onClick={() => void run()}
      >
        {playing ? f.pause : w.previewText}
      </Button>
      <FieldError>{problem?.of === text && problem.message}</FieldError>
    </div>
  );
}
