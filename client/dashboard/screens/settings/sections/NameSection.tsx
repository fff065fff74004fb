import { TextInput } from '@mantine/core';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SectionProps } from '../settings-form-state.ts';

export function NameSection({ form }: SectionProps) {
  const { name } = useWords(settingNamesWords);
  return (
    <TextInput
      aria-label={name.label}
      value={form.value.name}
      error={form.errors['name']}
      onChange={({ currentTarget }) => form.edit({ name: currentTarget.value })}
    />
  );
}
