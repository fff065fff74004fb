import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { OrganizationSelect } from '../../organization/OrganizationSelect.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

/** Which organization the project belongs to. */
export function OrganizationSection({ form: { query, project, value, errors, edit } }: SectionProps) {
  const w = useWords(settingsWords);
  return (
    <>
      <OrganizationSelect
        viewer={query.viewer ?? null}
        value={value.organization}
        present={project.organization ?? null}
        error={errors['organization']}
        onChange={(organization) => edit({ organization })}
      />
      {value.organization === null && <p className={styles.hint}>{w.organizationPrivate}</p>}
    </>
  );
}
