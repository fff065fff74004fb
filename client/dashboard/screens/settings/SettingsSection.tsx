import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { GroupFields } from './GroupFields.tsx';
import { sectionSummary } from './section-summaries.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import { hasErrors, isLocked, titleOf, type Section } from './settings-sections.ts';
import styles from './SettingsSection.module.css';

interface SettingsSectionProps {
  section: Section;
  form: SettingsFormState;
  /** Of the provider, for what is locked. */
  contactEmail: string;
}

/**
 * A section that opens and folds. An error in it opens it, and nothing but its reader closes it; a section
 * without its feature shows that instead.
 */
export function SettingsSection({ section, form, contactEmail }: SettingsSectionProps) {
  const w = useWords(settingsWords);
  const { id, group, Body, open = false, late = false } = section;
  const wanted = open || hasErrors(section, form.errors);
  const [shown, setShown] = useState(wanted);
  const [asked, setAsked] = useState(wanted);
  const [opened, setOpened] = useState(wanted);
  if (asked !== wanted) {
    setAsked(wanted);
    if (wanted) setShown(true);
  }
  const title = titleOf(section);
  if (isLocked(section, form.project)) {
    const subject = encodeURIComponent(w.contactSubject({ section: title, project: form.project.name }));
    return (
      <section id={id} className={styles.section} data-locked="" aria-labelledby={`${id}-title`}>
        <div className={styles.head}>
          <IconLock size={16} aria-hidden="true" />
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <p className={styles.lock}>
          {w.locked} <Anchor href={`mailto:${contactEmail}?subject=${subject}`}>{w.contact}</Anchor>
        </p>
      </section>
    );
  }
  const summary = sectionSummary(id, form);
  return (
    <details
      id={id}
      className={styles.section}
      open={shown}
      onToggle={({ currentTarget }) => {
        setShown(currentTarget.open);
        if (currentTarget.open) setOpened(true);
      }}
    >
      <summary className={styles.head}>
        <h2>{title}</h2>
        {summary && <span className={styles.summary}>{summary}</span>}
      </summary>
      <div className={styles.body}>
        {(!late || opened) && (
          <Suspense fallback={<Bar height={120} />}>
            {Body ? <Body form={form} /> : <GroupFields form={form} group={group!} />}
          </Suspense>
        )}
      </div>
    </details>
  );
}
