import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { isFieldPath } from '../../../ui/forms/field-errors.ts';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ExtractorRulesTable } from '../extraction/ExtractorRulesTable.tsx';
import { GroupFields } from '../GroupFields.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

const ExtractorAddress = lazy(() => import('../extraction/ExtractorAddress.tsx'));
const UrlReplacementsDialog = lazy(() => import('../extraction/UrlReplacementsDialog.tsx'));

/** Settings for which articles are imported, and which parts of their pages are the article. */
export function ParsingSection({ form }: SectionProps) {
  return (
    <>
      <GroupFields form={form} group="extraction" />
      <UrlReplacements form={form} />
      <ExtractorRulesTable form={form} />
      {form.isAdministrator && (
        <Suspense fallback={null}>
          <ExtractorAddress form={form} />
        </Suspense>
      )}
    </>
  );
}

/** How many there are, the way to them, and what of them could not be saved. */
function UrlReplacements({ form }: SectionProps) {
  const [opened, setOpened] = useState(false);
  const w = useWords(parsingWords).urlReplacements;
  const { changesNotSaved } = useWords(settingsWords);
  const { value, draft, errors } = form;
  const changed = 'urlReplacements' in draft;
  const [refused] = Object.entries(errors).flatMap(([path, message]) =>
    isFieldPath(path, 'urlReplacements') ? [message] : [],
  );
  return (
    <div className={styles.table}>
      <div className={styles.line}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconAdjustments size={15} />}
          onClick={() => setOpened(true)}
        >
          {w.open}
        </Button>
        <span className={styles.hint}>{w.summary({ count: value.urlReplacements.length })}</span>
      </div>
      {changed && !form.refused && <p className={styles.warn}>{w.unsaved}</p>}
      {changed && form.refused && <FieldError>{refused ?? changesNotSaved}</FieldError>}
      {opened && (
        <Suspense fallback={null}>
          <UrlReplacementsDialog form={form} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
