import { settingsWords } from '../../../words/settings-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { CoverField } from '../CoverField.tsx';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

const pauses = ['pauseSentence', 'pauseParagraph', 'pauseHeading'] as const;

/** Pauses, quality and cover of what is made from now on. */
export function SoundSection({ form }: SectionProps) {
  const w = useWords(settingsWords);
  return (
    <>
      <fieldset className={styles.table}>
        <legend>{w.pauses}</legend>
        <div className={styles.pauses}>
          {pauses.map((name) => (
            <SettingField
              key={name}
              form={form}
              name={name}
              label={w[name]}
              step={50}
              suffix={w.milliseconds}
            />
          ))}
        </div>
      </fieldset>
      <SettingField
        form={form}
        name="audioBitrate"
        optionLabel={(kbits) => (kbits === 64 || kbits === 128 ? w.bitrates[`${kbits}`] : String(kbits))}
      />
      <CoverField
        value={form.value.cover}
        error={form.errors['cover']}
        onChange={(cover) => form.edit({ cover })}
      />
    </>
  );
}
