import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { FieldError } from '../../ui/FieldError.tsx';
import type { FieldErrors } from '../../ui/field-errors.ts';
import type { SettingsFields } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

type Rules = SettingsFields['urlReplacements'];

/** How addresses are rewritten before pages are read. */
export function UrlReplacementsTable({
  rules,
  changed,
  errors,
  onChange,
}: {
  rules: Rules;
  changed: boolean;
  errors: FieldErrors;
  onChange: (rules: Rules) => void;
}) {
  const set = (index: number, part: Partial<Rules[number]>) =>
    onChange(rules.map((rule, other) => (other === index ? { ...rule, ...part } : rule)));
  return (
    <fieldset className={styles.table}>
      <legend>URL replacements</legend>
      <p className={styles.hint}>Parts of an address to replace before its page is read. Wrap a regular expression in slashes.</p>
      {rules.map(({ source, destination, isRegex }, index) => (
        <div key={index} className={styles.replacement}>
          <TextInput
            aria-label={`Source of replacement ${index + 1}`}
            placeholder={isRegex ? '/^http:/' : 'http://'}
            value={source}
            error={errors[`urlReplacements.${index}.source`]}
            onChange={(event) => set(index, { source: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Destination of replacement ${index + 1}`}
            placeholder="https://"
            value={destination}
            error={errors[`urlReplacements.${index}.destination`]}
            onChange={(event) => set(index, { destination: event.currentTarget.value })}
          />
          <Checkbox label="Regex" checked={isRegex} onChange={(event) => set(index, { isRegex: event.currentTarget.checked })} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Remove replacement ${index + 1}`}
            onClick={() => onChange(rules.filter((_, other) => other !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <FieldError>{errors['urlReplacements']}</FieldError>
      {changed && <p className={styles.warn}>Changed replacements take effect once they are saved.</p>}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rules, { source: '', destination: '', isRegex: false }])}
        >
          Add replacement
        </Button>
      </div>
    </fieldset>
  );
}
