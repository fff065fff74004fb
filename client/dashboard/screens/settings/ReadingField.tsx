import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { SettingName } from './declared-fields.ts';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './settings-form-state.ts';

/** A choice of how a class of numbers and signs is read. */
export function readingField(name: SettingName) {
  return function ReadingField({ form }: SectionProps) {
    const { readings } = useWords(settingsWords).normalization;
    return (
      <SettingField
        form={form}
        name={name}
        optionLabel={(option) => readings[option as keyof typeof readings] ?? String(option)}
      />
    );
  };
}
