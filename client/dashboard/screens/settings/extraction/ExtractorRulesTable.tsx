import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { FieldError } from '../../../ui/FieldError.tsx';
import { Bar } from '../../../ui/Skeletons.tsx';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { extractorRuleNames, type SettingsFields } from '../settings-fields.ts';
import type { SectionProps } from '../settings-form-state.ts';
import { TryDraft } from '../../trial/TryDraft.tsx';
import styles from '../SettingsForm.module.css';
import { triedRules } from './use-try-extraction.ts';

const ExtractionPreview = lazy(() => import('./ExtractionPreview.tsx'));

type Rules = SettingsFields['extractorRules'];
const types = Object.entries(extractorRuleNames).map(([value, label]) => ({
  value: value as Rules[number]['type'],
  label,
}));

/** What of a page belongs to an article, applied in this order; beside it, what that makes of a page. */
export function ExtractorRulesTable({ form }: SectionProps) {
  const w = useWords(parsingWords).rules;
  const { extractorRules } = useWords(settingNamesWords);
  const { errors } = form;
  const rules = form.value.extractorRules;
  const change = (changed: Rules) => form.edit({ extractorRules: changed });
  const set = (index: number, part: Partial<Rules[number]>) =>
    change(rules.map((rule, other) => (other === index ? { ...rule, ...part } : rule)));
  const moveUp = (index: number) => {
    const moved = [...rules];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    change(moved);
  };
  return (
    <div className={styles.beside}>
      <fieldset className={styles.table}>
        <legend>{extractorRules.label}</legend>
        {rules.length === 0 && <p className={styles.hint}>{w.none}</p>}
        {rules.map(({ type, selector }, index) => (
          <div key={index} className={styles.rule}>
            <Select
              aria-label={w.type({ position: index + 1 })}
              data={types}
              allowDeselect={false}
              value={type}
              error={errors[`extractorRules.${index}.rule`]}
              onChange={(chosen) => chosen && set(index, { type: chosen })}
            />
            <TextInput
              aria-label={w.selector({ position: index + 1 })}
              placeholder={type === 'CHARSET' ? 'windows-1252' : '.article-body'}
              value={selector}
              error={errors[`extractorRules.${index}.selector`]}
              onChange={(event) => set(index, { selector: event.currentTarget.value })}
            />
            <div className={styles.rowActions}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={w.up({ position: index + 1 })}
                disabled={index === 0}
                onClick={() => moveUp(index)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={w.remove({ position: index + 1 })}
                onClick={() => change(rules.filter((_, other) => other !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          </div>
        ))}
        <FieldError>{errors['extractorRules']}</FieldError>
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => change([...rules, { type: 'SHOULD', selector: '' }])}
          >
            {w.add}
          </Button>
        </div>
        <div>
          <TryDraft
            project={form.project.id}
            draft={{ extractorRules: triedRules(form.value).extractorRules }}
          />
        </div>
      </fieldset>
      <Suspense fallback={<Bar height={120} />}>
        <ExtractionPreview form={form} />
      </Suspense>
    </div>
  );
}
