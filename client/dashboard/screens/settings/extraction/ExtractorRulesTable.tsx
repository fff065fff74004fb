import { Select, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { editRows } from '../../../ui/forms/edit-rows.ts';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { AddRow, RemoveRow, RowButton } from '../../../ui/forms/RowButtons.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { extractorRuleNames, type SettingsFields } from '../settings-fields.ts';
import type { SectionProps } from '../settings-form-state.ts';
import { PreviewDraft } from '../../draft-preview/PreviewDraft.tsx';
import styles from '../SettingsForm.module.css';
import { extractionRuleInput } from './use-try-extraction.ts';

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
  const edit = editRows<Rules[number]>(rules, (changed) => form.edit({ extractorRules: changed }));
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
              onChange={(chosen) => chosen && edit.set(index, { type: chosen })}
            />
            <TextInput
              aria-label={w.selector({ position: index + 1 })}
              placeholder={type === 'CHARSET' ? 'windows-1252' : '.article-body'}
              value={selector}
              error={errors[`extractorRules.${index}.selector`]}
              onChange={(event) => edit.set(index, { selector: event.currentTarget.value })}
            />
            <div className={styles.rowActions}>
              <RowButton
                label={w.up({ position: index + 1 })}
                icon={IconArrowUp}
                disabled={index === 0}
                onClick={() => edit.moveUp(index)}
              />
              <RemoveRow label={w.remove({ position: index + 1 })} onClick={() => edit.remove(index)} />
            </div>
          </div>
        ))}
        <FieldError>{errors['extractorRules']}</FieldError>
        <AddRow label={w.add} onClick={() => edit.add({ type: 'SHOULD', selector: '' })} />
        <div>
          <PreviewDraft
            project={form.project.id}
            draft={{ extractorRules: extractionRuleInput(form.value).extractorRules }}
          />
        </div>
      </fieldset>
      <Suspense fallback={<Bar height={120} />}>
        <ExtractionPreview form={form} />
      </Suspense>
    </div>
  );
}
