import { settingsWords } from '../../../words/settings-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

/** Which articles are checked by somebody, and how much of what is found in them. */
export function SmartQaSection({ form }: SectionProps) {
  const { explain } = useWords(settingsWords).qa;
  const { qaPercentArticles: articles, qaPercentErrors: errors } = form.value;
  const isPercentage = (value: number | string): value is number =>
    typeof value === 'number' && value >= 0 && value <= 100;
  return (
    <>
      <div className={styles.pauses}>
        <SettingField form={form} name="qaPercentArticles" suffix=" %" />
        <SettingField form={form} name="qaPercentErrors" suffix=" %" />
      </div>
      {isPercentage(articles) && isPercentage(errors) && (
        <p className={styles.hint} role="status">
          {explain(articles, errors)}
        </p>
      )}
    </>
  );
}
