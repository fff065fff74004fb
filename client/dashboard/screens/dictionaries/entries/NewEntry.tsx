import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { draftState, type Template } from './entry-drafts.ts';
import { useAddEntries } from './use-add-entries.ts';
import { useDuplicates } from './use-duplicates.ts';

interface NewEntryProps {
  dictionary: string;
  /** Several lines were pasted in place of a word. */
  onPaste: (text: string) => void;
  onClose: () => void;
  /** @param id of the new entry */
  onAdded: (id: string | undefined) => void;
}

/** The row of a new entry: a template to write over. It is saved when it is left, and never as it began. */
export function NewEntry({ dictionary, onPaste, onClose, onAdded }: NewEntryProps) {
  const { entries: w } = useWords(dictionariesWords);
  const { template, draft, problems, count, warnings, set, save } = useNewEntry(dictionary, onClose, onAdded);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // The template is back in the row, to be overwritten.
    const word = row.current?.querySelector('input');
    word?.focus();
    word?.select();
  }, [count]);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (row.current?.contains(relatedTarget)) return;
    void save(false);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') {
      // If only the word is filled in, the pronunciation is next.
      if (draft.replacement === template.replacement && draft.source !== template.source)
        row.current?.querySelector<HTMLInputElement>('td:nth-child(3) input')?.focus();
      else void save(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  return (
    <tr ref={row} className={styles.fresh} data-testid="new-entry" onBlur={leave}>
      <td aria-hidden="true" />
      {(['source', 'replacement'] as const).map((name, index) => (
        <td key={name} data-column={w.columns[name]}>
          <TextInput
            className={styles.input}
            aria-label={w.columns[name]}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the user's request
            autoFocus={index === 0}
            value={draft[name]}
            error={problems[name] || undefined}
            maxLength={500}
            autoComplete="off"
            data-template={draft[name] === template[name] || undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            onPaste={paste}
            onKeyDown={keys}
          />
          {warnings[name] && (
            <span className={styles.warning} role="status">
              {warnings[name]}
            </span>
          )}
        </td>
      ))}
      <td colSpan={2} className={styles.hint}>
        {w.newHint}
      </td>
      <td>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={w.giveUp} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}

/** State of a new entry: edits over the template, and the result of saving it. */
function useNewEntry(
  dictionary: string,
  onClose: NewEntryProps['onClose'],
  onAdded: NewEntryProps['onAdded'],
) {
  const { entries: w } = useWords(dictionariesWords);
  const template: Template = { source: w.template.source, replacement: w.template.replacement };
  const [draft, setDraft] = useState<Template>(template);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [add, busy] = useAddEntries();
  const { found, edited, forget } = useDuplicates(dictionary, null);
  const [count, setCount] = useState(0);
  const warnings: Record<keyof Template, string | null> = {
    source: found.source ? w.sameSource : null,
    replacement: found.replacement ? w.sameReplacement : null,
  };
  const set = (part: Partial<Template>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblems({});
    edited({
      source: next.source === template.source ? '' : next.source,
      replacement: next.replacement === template.replacement ? '' : next.replacement,
    });
  };
  /** @param goesOn another entry follows, as when it is left by Enter */
  const save = async (goesOn: boolean) => {
    const state = draftState(draft, template);
    if (state === 'fill in') return setProblems({ source: w.fillIn });
    if (state === 'untouched' || busy) return;
    const outcome = await add({ input: { dictionary, entries: [draft] } });
    if (!outcome.ok)
      return setProblems({
        source: outcome.fieldErrors['entries.0.source'] ?? outcome.fieldErrors['entries'] ?? '',
        replacement: outcome.fieldErrors['entries.0.replacement'] ?? '',
      });
    notify(w.added({ word: draft.source.trim() }), 2000);
    onAdded(outcome.result.entries?.[0]?.id);
    if (!goesOn) return onClose();
    forget();
    setDraft(template);
    setCount(count + 1);
  };
  return { template, draft, problems, count, warnings, set, save };
}
