import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { graphql } from 'react-relay';
import type { UrlReplacementsDialogQuery } from '../../../__generated__/UrlReplacementsDialogQuery.graphql.ts';
import { useImperativeQuery } from '../../../relay/use-imperative-query.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { editRows } from '../../../ui/forms/edit-rows.ts';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { AddRow, RemoveRow } from '../../../ui/forms/RowButtons.tsx';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SettingsFields } from '../settings-fields.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import dialog from './UrlReplacementsDialog.module.css';
import preview from './ExtractionPreview.module.css';
import { extractionRuleInput, useTryExtraction } from './use-try-extraction.ts';
import { formatStored } from '../../../words/server-words.ts';

type Rules = SettingsFields['urlReplacements'];

/**
 * How addresses are rewritten before pages are read, and what that does to one. Saved with the rest of the
 * settings.
 */
export default function UrlReplacementsDialog({ form, onClose }: SectionProps & { onClose: () => void }) {
  const w = useWords(parsingWords).urlReplacements;
  const { urlReplacements } = useWords(settingNamesWords);
  const { value, draft, errors, edit } = form;
  const rules = value.urlReplacements;
  const rows = editRows<Rules[number]>(rules, (changed) => edit({ urlReplacements: changed }));
  return (
    <Dialog
      title={urlReplacements.label}
      opened
      className={dialog.wide}
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.done}</Button>}
    >
      <p className={styles.hint}>{w.hint}</p>
      {rules.map(({ source, destination, isRegex }, index) => (
        <div key={index} className={styles.replacement}>
          <TextInput
            aria-label={w.source({ position: index + 1 })}
            placeholder={isRegex ? '/^http:/' : 'http://'}
            value={source}
            error={errors[`urlReplacements.${index}.source`]}
            onKeyDown={staysHere}
            onChange={(event) => rows.set(index, { source: event.currentTarget.value })}
          />
          <TextInput
            aria-label={w.destination({ position: index + 1 })}
            placeholder="https://"
            value={destination}
            error={errors[`urlReplacements.${index}.destination`]}
            onKeyDown={staysHere}
            onChange={(event) => rows.set(index, { destination: event.currentTarget.value })}
          />
          <Checkbox
            label={w.regex}
            checked={isRegex}
            onChange={(event) => rows.set(index, { isRegex: event.currentTarget.checked })}
          />
          <RemoveRow label={w.remove({ position: index + 1 })} onClick={() => rows.remove(index)} />
        </div>
      ))}
      <FieldError>{errors['urlReplacements']}</FieldError>
      <AddRow label={w.add} onClick={() => rows.add({ source: '', destination: '', isRegex: false })} />
      {'urlReplacements' in draft && <p className={styles.warn}>{w.unsaved}</p>}
      <Try form={form} />
    </Dialog>
  );
}

/** The dialog lies in the form: Enter must not send that. */
function staysHere(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

function Try({ form }: SectionProps) {
  const w = useWords(parsingWords).urlReplacements;
  const [url, setUrl] = useState('');
  const [rewritten, setRewritten] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { tryOn, trial, problem: unread, busy: reading } = useTryExtraction(form);
  const [replace, busy] = useImperativeQuery<UrlReplacementsDialogQuery>(graphql`
    query UrlReplacementsDialogQuery($input: TryUrlReplacementsInput!) {
      result: tryUrlReplacements(input: $input) {
        __typename
        ... on TryUrlReplacementsSuccess {
          url
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [shown, setShown] = useState<'url' | 'text' | null>(null);
  const rewrite = async () => {
    setShown('url');
    const { urlReplacements } = extractionRuleInput(form.value);
    const outcome = await replace(
      { input: { project: form.project.id, url: url.trim(), urlReplacements } },
      { tell: false },
    );
    setRewritten((outcome.ok && outcome.result.url) || null);
    setProblem(outcome.ok ? null : (Object.values(outcome.fieldErrors)[0] ?? outcome.message));
  };
  const parse = () => {
    setShown('text');
    void tryOn(url, extractionRuleInput(form.value));
  };
  const failure =
    shown === 'url'
      ? problem
      : (unread ??
        (trial?.failure && formatStored(trial.failure, trial.failureNotice && [trial.failureNotice])));
  return (
    <fieldset className={styles.table}>
      <legend>{w.tryLegend}</legend>
      <div className={dialog.try}>
        <TextInput
          aria-label={w.tryUrl}
          placeholder="https://"
          inputMode="url"
          value={url}
          onKeyDown={(event) => {
            staysHere(event);
            if (event.key === 'Enter' && url.trim()) void rewrite();
          }}
          onChange={({ currentTarget }) => {
            setUrl(currentTarget.value);
            setShown(null);
          }}
        />
        <Button variant="default" loading={busy} disabled={!url.trim()} onClick={() => void rewrite()}>
          {w.try}
        </Button>
        <Button variant="default" loading={reading} disabled={!url.trim()} onClick={parse}>
          {w.tryParse}
        </Button>
      </div>
      <div role="status">
        {shown === 'url' && !busy && !problem && rewritten && (
          <p className={preview.address}>
            {rewritten === url.trim() ? w.unchangedUrl : w.becomes({ address: rewritten })}
          </p>
        )}
        {shown === 'text' && !reading && !failure && trial?.text && (
          <div className={preview.text} tabIndex={0} role="region" aria-label={w.text}>
            {trial.text}
          </div>
        )}
      </div>
      {shown && !busy && !reading && <FieldError>{failure}</FieldError>}
    </fieldset>
  );
}
