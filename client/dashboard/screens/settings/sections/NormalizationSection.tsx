import { lazy, Suspense } from 'react';
import { Part } from '../../../relay/Part.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { PreviewDraft } from '../../draft-preview/PreviewDraft.tsx';
import { GroupFields } from '../GroupFields.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

const NormalizationTrial = lazy(() => import('../NormalizationTrial.tsx'));

/** Whether numbers and the like are spelled out, how, and what that does to a text. */
export function NormalizationSection({ form }: SectionProps) {
  const w = useWords(settingsWords).normalization;
  return (
    <>
      <p className={styles.hint}>{w.explain}</p>
      <GroupFields form={form} group="normalization" />
      <Part what={w.try}>
        {() => (
          <Suspense fallback={<Bar height={80} />}>
            <NormalizationTrial
              project={form.project.id}
              prompt={form.value.normalizationPrompt}
              readings={readingsIn(form)}
            />
          </Suspense>
        )}
      </Part>
      <div>
        <PreviewDraft
          project={form.project.id}
          draft={{
            normalizationPrompt:
              form.value.normalizationPrompt ?? form.query.viewer?.defaultNormalizationPrompt ?? '',
          }}
          asksModel={Boolean(form.query.viewer?.normalizationModel)}
        />
      </div>
    </>
  );
}

const readingsIn = ({ value }: SectionProps['form']) => ({
  readPhoneNumbers: value.readPhoneNumbers,
  readYears: value.readYears,
  readDates: value.readDates,
  readUnits: value.readUnits,
  readHandles: value.readHandles,
});
