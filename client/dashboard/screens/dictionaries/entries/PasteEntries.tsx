import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { pastedEntries } from './entry-drafts.ts';
import { useAddEntries } from './use-add-entries.ts';

interface PasteEntriesProps {
  dictionary: string;
  pasted: string;
  onClose: () => void;
  /** @param entries global ids of the new entries */
  onAdded: (entries: readonly string[]) => void;
}

/** Entries that are shown before they are added. */
const shownMax = 5;

/** Imports columns of a spreadsheet: the word and its pronunciation. */
export function PasteEntries({ dictionary, pasted, onClose, onAdded }: PasteEntriesProps) {
  const { cancel, entries } = useWords(dictionariesWords);
  const w = entries.paste;
  const [text, setText] = useState(pasted);
  const [problem, setProblem] = useState('');
  const [add, busy] = useAddEntries();
  const found = pastedEntries(text);
  const save = async () => {
    const outcome = await add({ input: { dictionary, entries: found } });
    if (!outcome.ok) return setProblem(Object.values(outcome.fieldErrors).join(' '));
    notify(w.added({ count: found.length }), 2000);
    onAdded((outcome.result.entries ?? []).map(({ id }) => id));
  };
  return (
    <Dialog
      title={w.title}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button loading={busy} disabled={found.length === 0} onClick={() => void save()}>
            {w.add({ count: found.length })}
          </Button>
        </>
      }
    >
      <Textarea
        label={w.label}
        description={w.hint}
        data-autofocus
        rows={8}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem('');
        }}
      />
      {found.length > 0 && (
        <ul className={styles.rows} aria-label={w.preview}>
          {found.slice(0, shownMax).map(({ source, replacement }, index) => (
            <li key={index}>
              <strong>{source}</strong>
              <span>{replacement || entries.silent}</span>
            </li>
          ))}
        </ul>
      )}
      {found.length > shownMax && (
        <p className={styles.note}>{w.further({ count: found.length - shownMax })}</p>
      )}
      <FieldError>{problem}</FieldError>
    </Dialog>
  );
}
