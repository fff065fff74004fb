import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { FieldError } from '../../ui/FieldError.tsx';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { extractorRuleNames, type SettingsFields } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

type Rules = SettingsFields['extractorRules'];
const types = Object.entries(extractorRuleNames).map(([value, label]) => ({ value: value as Rules[number]['type'], label }));

/** What of a page belongs to an article; applied in this order. */
export function ExtractorRulesTable({ rules, errors, onChange }: { rules: Rules; errors: FieldErrors; onChange: (rules: Rules) => void }) {
  const set = (index: number, part: Partial<Rules[number]>) =>
    onChange(rules.map((rule, other) => (other === index ? { ...rule, ...part } : rule)));
  return (
    <fieldset className={styles.table}>
      <legend>Extractor rules</legend>
      {rules.length === 0 && <p className={styles.hint}>No rules: the article is found automatically.</p>}
      {rules.map(({ type, selector }, index) => (
        <div key={index} className={styles.rule}>
          <Select
            aria-label={`Type of rule ${index + 1}`}
            data={types}
            allowDeselect={false}
            value={type}
            error={errors[`extractorRules.${index}.rule`]}
            onChange={(chosen) => chosen && set(index, { type: chosen })}
          />
          <TextInput
            aria-label={`Selector of rule ${index + 1}`}
            placeholder={type === 'charset' ? 'windows-1252' : '.article-body'}
            value={selector}
            error={errors[`extractorRules.${index}.selector`]}
            onChange={(event) => set(index, { selector: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => onChange(rules.filter((_, other) => other !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <FieldError>{errors['extractorRules']}</FieldError>
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rules, { type: 'should', selector: '' }])}
        >
          Add rule
        </Button>
      </div>
    </fieldset>
  );
}
