import { SearchSelect } from '../../../ui/forms/SearchSelect.tsx';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ChannelForm.module.css';
import type { ProjectSound } from '../use-channel-project.ts';

interface SoundFieldProps {
  label: string;
  /** Of the setting. */
  name: string;
  sounds: readonly ProjectSound[];
  /** Base name of the file; null: no sound. */
  value: string | null;
  error?: string | undefined;
  onChange: (file: string | null) => void;
}

/** Which built-in sounds suit which setting; uploaded ones suit all. */
const suitable: Readonly<Record<string, readonly string[]>> = {
  introAudio: ['INTRO', 'LOGO'],
  outroAudio: ['OUTRO', 'LOGO'],
  nextNewsAudio: ['NEXT'],
};

/** One of the project's sounds, by its label, with a button to hear it; or none. */
export function SoundField({ label, name, sounds, value, error, onChange }: SoundFieldProps) {
  const { sounds: w } = useWords(channelsWords);
  const kinds = suitable[name];
  const offered = sounds.filter(
    ({ file, kind }) => !kind || !kinds || kinds.includes(kind) || file === value,
  );
  const chosen = sounds.find(({ file }) => file === value);
  const isGone = value !== null && !chosen;
  return (
    <div className={styles.sound}>
      <SearchSelect
        label={label}
        placeholder={w.none}
        clearable
        clearButtonProps={{ 'aria-label': w.noneOf({ label }) }}
        data={[
          ...offered.map((sound) => ({
            value: sound.file,
            label: sound.builtIn ? w.builtIn({ name: sound.name }) : sound.name,
          })),
          ...(isGone ? [{ value, label: w.gone }] : []),
        ]}
        nothingFoundMessage={w.unknown}
        value={value}
        error={error}
        onChange={onChange}
      />
      <PlayButton
        track={
          chosen
            ? {
                id: `sound:${chosen.file}`,
                url: audioPath(chosen.url),
                title: chosen.name,
                durationMs: chosen.durationMs,
              }
            : null
        }
        title={label}
      />
    </div>
  );
}
