import { Button } from '@mantine/core';
import { languageLabel } from '../../ui/format.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';

/** By what texts are normalized, and with which instructions: the default ones, or one's own. */
export function NormalizationPrompt({ form }: SectionProps) {
  const { value, query, edit } = form;
  const w = useWords(settingsWords).normalization;
  const model = query.viewer?.normalizationModel;
  const standard = query.viewer?.defaultNormalizationPrompt ?? '';
  return (
    <>
      <p className={styles.hint}>
        {model ? w.model({ name: `${model.provider} ${model.name}` }) : w.rulesOnly}
      </p>
      {value.normalizationPrompt === null ? (
        <>
          {value.voiceLanguage && !/^de\b/.test(value.voiceLanguage) && (
            <p className={styles.hint}>{w.inGerman({ language: languageLabel(value.voiceLanguage) })}</p>
          )}
          <figure className={styles.quote}>
            <figcaption>{w.defaultPrompt}</figcaption>
            {/* Focusable, so that it can be scrolled with the arrow keys without a mouse. */}
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
          <SettingField form={form} name="normalizationPrompt" />
          <div>
            <Button variant="default" size="xs" onClick={() => edit({ normalizationPrompt: null })}>
              {w.useDefault}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
