import { Button, Textarea } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Part } from '../../../relay/Part.tsx';
import { Bar } from '../../../ui/Skeletons.tsx';
import { settingNames } from '../../../words/setting-name-words.ts';
import { settingsWords } from '../../../words/settings-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

const NormalizationTrial = lazy(() => import('../NormalizationTrial.tsx'));

/**
 * Whether numbers and the like are spelled out, by what, with which instructions, and what that does to a
 * text.
 */
export function NormalizationSection({ form }: SectionProps) {
  const { value, query, errors, edit } = form;
  const w = useWords(settingsWords).normalization;
  const names = useWords(settingNames);
  const model = query.viewer?.normalizationModel;
  const standard = query.viewer?.defaultNormalizationPrompt ?? '';
  const prompt = value.normalizationPrompt;
  return (
    <>
      <p className={styles.hint}>{w.explain}</p>
      <SettingField form={form} name="normalization" />
      <p className={styles.hint}>{model ? w.model(`${model.provider} ${model.name}`) : w.rulesOnly}</p>
      {prompt === null ? (
        <>
          <figure className={styles.quote}>
            <figcaption>{w.defaultPrompt}</figcaption>
            {/* It scrolls: whoever has no mouse scrolls it with the arrow keys. */}
            <blockquote lang="de" tabIndex={0}>
              {standard}
            </blockquote>
          </figure>
          <div>
            <Button variant="default" size="xs" onClick={() => edit({ normalizationPrompt: standard })}>
              {w.beginWithDefault}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Textarea
            label={names.normalizationPrompt.label}
            autosize
            minRows={4}
            maxRows={18}
            maxLength={10_000}
            value={prompt}
            error={errors['normalizationPrompt']}
            onChange={({ currentTarget }) => edit({ normalizationPrompt: currentTarget.value })}
          />
          <div>
            <Button variant="default" size="xs" onClick={() => edit({ normalizationPrompt: null })}>
              {w.useDefault}
            </Button>
          </div>
        </>
      )}
      <Part what={w.try}>
        {() => (
          <Suspense fallback={<Bar height={80} />}>
            <NormalizationTrial project={form.project.id} prompt={prompt} />
          </Suspense>
        )}
      </Part>
    </>
  );
}
