import { TextInput } from '@mantine/core';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SectionProps } from '../settings-form-state.ts';

export function NameSection({ form }: SectionProps) {
  const w = useWords(settingsWords);
  return (
    <TextInput
      aria-label={w.sections.name}
      value={form.value.name}
      error={form.errors['name']}
      onChange={({ currentTarget }) => form.edit({ name: currentTarget.value })}
    />
  );
}
