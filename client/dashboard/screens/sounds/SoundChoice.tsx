import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  SoundChoice_project$data,
  SoundChoice_project$key,
  SoundKind,
} from '../../__generated__/SoundChoice_project.graphql.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import { formatTime } from '../../ui/player/player-store.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { UploadField } from '../../ui/forms/UploadField.tsx';
import { soundsWords } from '../../generated/words/sounds.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { soundProblem } from './file-checks.ts';
import styles from './SoundChoice.module.css';
import { useDeleteSound } from './use-delete-sound.ts';
import { useUploadSound } from './use-upload-sound.ts';

type Sound = SoundChoice_project$data['sounds'][number];

interface SoundChoiceProps {
  project: SoundChoice_project$key;
  label: string;
  /** Kinds of the built-in sounds that are offered; uploaded ones all are. */
  kinds: readonly SoundKind[];
  /** Base names of files. */
  value: readonly string[];
  multiple: boolean;
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/**
 * One or several of the project's sounds, each with a play button; another one can be uploaded in place and
 * is chosen then.
 */
export function SoundChoice({
  project: key,
  label,
  kinds,
  value,
  multiple,
  onChange,
  error,
}: SoundChoiceProps) {
  const w = useWords(soundsWords);
  const { id, sounds: all } = useFragment(projectFragment, key);
  const sounds = all.filter(
    ({ kind, file }) => kind === null || kind === undefined || kinds.includes(kind) || value.includes(file),
  );
  const group = useId();
  const [deleting, setDeleting] = useState<Sound | null>(null);
  const choose = (file: string) =>
    onChange(multiple ? [...value.filter((other) => other !== file), file] : [file]);
  const send = useUploadSound(id, ({ file }) => choose(file));
  const [remove, removing] = useDeleteSound(id);
  const confirm = async () => {
    const { file } = deleting!;
    if (await remove(file)) onChange(value.filter((other) => other !== file));
    setDeleting(null);
  };
  const gone = value.filter((file) => !sounds.some((sound) => sound.file === file));
  return (
    <fieldset className={styles.choice} aria-invalid={error ? true : undefined}>
      <legend className="visually-hidden">{label}</legend>
      {sounds.length + gone.length > 0 && (
        <ul className={styles.list}>
          {sounds.map((sound) => (
            <SoundItem
              key={sound.id}
              sound={sound}
              group={group}
              multiple={multiple}
              isChosen={value.includes(sound.file)}
              onChoose={(isChosen) =>
                isChosen ? choose(sound.file) : onChange(value.filter((file) => file !== sound.file))
              }
              onDelete={() => setDeleting(sound)}
            />
          ))}
          {gone.map((file) => (
            <li key={file} className={styles.sound} data-gone="">
              <label>
                <input
                  type={multiple ? 'checkbox' : 'radio'}
                  name={group}
                  checked
                  onChange={() => onChange(value.filter((other) => other !== file))}
                />
                <span className={styles.name}>{w.gone}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <UploadField
        label={w.upload}
        hint={w.files}
        accept=".mp3,.wav,audio/mpeg,audio/wav"
        check={soundProblem}
        send={send}
      />
      <FieldError>{error}</FieldError>
      <ConfirmDialog
        title={w.deleteTitle}
        confirm={w.confirm}
        opened={deleting !== null}
        busy={removing}
        onConfirm={() => void confirm()}
        onClose={() => setDeleting(null)}
      >
        <p>{w.deleteBody({ sound: deleting?.name ?? '' })}</p>
      </ConfirmDialog>
    </fieldset>
  );
}

interface SoundItemProps {
  sound: Sound;
  /** The name that its input shares with the others. */
  group: string;
  multiple: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
}

function SoundItem({ sound, group, multiple, isChosen, onChoose, onDelete }: SoundItemProps) {
  const w = useWords(soundsWords);
  return (
    <li className={styles.sound} data-chosen={isChosen || undefined}>
      <label>
        <input
          type={multiple ? 'checkbox' : 'radio'}
          name={group}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span className={styles.name}>{sound.name}</span>
      </label>
      <span className={styles.detail}>
        {sound.builtIn && `${w.builtIn} · `}
        {formatTime(sound.durationMs / 1000)}
      </span>
      <PlayButton
        track={{
          id: `sound:${sound.file}`,
          url: audioPath(sound.url),
          title: sound.name,
          durationMs: sound.durationMs,
        }}
        title={sound.name}
      />
      {!sound.builtIn && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={w.delete({ sound: sound.name })}
          onClick={onDelete}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

const projectFragment = graphql`
  fragment SoundChoice_project on Project {
    id
    sounds {
      ...liveFragments_sound
      id
      name
      file
      url
      durationMs
      builtIn
      kind
    }
  }
`;
