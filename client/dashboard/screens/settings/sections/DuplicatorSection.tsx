import { Part } from '../../../relay/Part.tsx';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ProjectChoice } from '../ProjectChoice.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

/** Which other projects get a copy of every article. */
export default function DuplicatorSection({ form }: SectionProps) {
  const w = useWords(settingsWords).duplicator;
  const { children } = useWords(settingNamesWords);
  return (
    <>
      <p className={styles.hint}>{w.explain}</p>
      <Part what={w.what} waiting={<Bar height={120} />}>
        {(attempt) => (
          <ProjectChoice
            form={form}
            label={children.label}
            chosen={form.value.children}
            onChange={(chosen) => form.edit({ children: chosen.toSorted() })}
            attempt={attempt}
          />
        )}
      </Part>
      <FieldError>{form.errors['children']}</FieldError>
    </>
  );
}
