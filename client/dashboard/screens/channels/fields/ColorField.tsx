import { TextInput } from '@mantine/core';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ChannelForm.module.css';

interface ColorFieldProps {
  label: string;
  description?: string | undefined;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const whole = /^#[0-9a-f]{6}$/i;

/** A colour, typed as `#rrggbb` or picked with the browser's own picker. */
export function ColorField({ label, description, value, error, onChange }: ColorFieldProps) {
  const w = useWords(channelsWords);
  return (
    <TextInput
      label={label}
      description={description}
      className={styles.short!}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoCapitalize="off"
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      leftSection={
        <input
          type="color"
          className={styles.swatch}
          aria-label={w.picker({ label })}
          value={whole.test(value) ? value.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
      leftSectionPointerEvents="all"
    />
  );
}
