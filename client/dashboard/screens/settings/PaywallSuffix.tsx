import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { PaywallSuffix_project$key } from '../../__generated__/PaywallSuffix_project.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { UploadField } from '../../ui/forms/UploadField.tsx';
import { paywallWords } from '../../generated/words/paywall.ts';
import { soundsWords } from '../../generated/words/sounds.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { soundProblem } from '../sounds/file-checks.ts';
import { useUploadSound } from '../sounds/use-upload-sound.ts';
import styles from './SettingsForm.module.css';

interface PaywallSuffixProps {
  project: PaywallSuffix_project$key;
  /** The sound's address; null: none of one's own. */
  value: string | null;
  error: string | undefined;
  onChange: (address: string | null) => void;
}

/** The sound at the end of the free part: play, replace, remove. */
export function PaywallSuffix({ project: key, value, error, onChange }: PaywallSuffixProps) {
  const w = useWords(paywallWords).suffix;
  const { paywallAudioSuffix } = useWords(settingNamesWords);
  const { files } = useWords(soundsWords);
  const { id, sounds } = useFragment(
    graphql`
    fragment PaywallSuffix_project on Project {
      id
      sounds {
        ...liveFragments_sound
        name
        url
        durationMs
      }
    }
  `,
    key,
  );
  const send = useUploadSound(id, ({ url }) => onChange(audioPath(url)));
  const sound = sounds.find(({ url }) => value !== null && audioPath(url) === audioPath(value));
  const name = sound?.name ?? value;
  return (
    <fieldset className={styles.table}>
      <legend>{paywallAudioSuffix.label}</legend>
      {value === null || name === null ? (
        <p className={styles.hint}>{w.none}</p>
      ) : (
        <div className={styles.suffix}>
          <PlayButton
            track={{
              id: `sound:${value}`,
              url: audioPath(value),
              title: name,
              durationMs: sound?.durationMs ?? 0,
            }}
            title={name}
          />
          <span>{name}</span>
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={15} />}
            onClick={() => onChange(null)}
          >
            {w.remove}
          </Button>
        </div>
      )}
      <UploadField
        label={value === null ? w.upload : w.replace}
        hint={files}
        accept=".mp3,.wav,audio/mpeg,audio/wav"
        check={soundProblem}
        send={send}
      />
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
