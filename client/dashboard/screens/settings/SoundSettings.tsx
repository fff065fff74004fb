import { NumberInput, Select } from '@mantine/core';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { CoverField } from './CoverField.tsx';
import { projectSettings } from '../../generated/project-settings.ts';
import type { SettingsFields } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

interface SectionProps {
  value: SettingsFields;
  errors: FieldErrors;
  onChange: (part: Partial<SettingsFields>) => void;
}

const pauses = [
  ['pauseSentence', 'After a sentence'],
  ['pauseParagraph', 'After a paragraph'],
  ['pauseHeading', 'After a heading'],
] as const;
const bitrates = [
  { value: '64', label: '64 kbit/s, small files' },
  { value: '128', label: '128 kbit/s, better for music' },
];

/** Pauses, quality and cover of what is made from now on. */
export function SoundSettings({ value, errors, onChange }: SectionProps) {
  return (
    <>
      <fieldset className={styles.table}>
        <legend>Pauses</legend>
        <div className={styles.pauses}>
          {pauses.map(([field, label]) => (
            <NumberInput
              key={field}
              label={label}
              min={projectSettings[field].min}
              max={projectSettings[field].max}
              step={50}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=","
              suffix=" ms"
              value={value[field]}
              error={errors[field]}
              onChange={(pause) => onChange({ [field]: pause })}
            />
          ))}
        </div>
      </fieldset>
      <Select
        label="Audio quality"
        className={styles.short!}
        data={bitrates}
        allowDeselect={false}
        value={String(value.audioBitrate)}
        error={errors['audioBitrate']}
        onChange={(bitrate) => onChange({ audioBitrate: Number(bitrate) })}
      />
      <CoverField value={value.cover} error={errors['cover']} onChange={(cover) => onChange({ cover })} />
    </>
  );
}
