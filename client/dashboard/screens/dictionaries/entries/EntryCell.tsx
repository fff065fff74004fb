import { TextInput } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { useCellDraft, type CellDraftOptions } from './use-cell-draft.ts';

export interface EntryCellProps extends CellDraftOptions {
  /** What it is, as it is read out: "Word: Merz". */
  label: string;
  /** Shown in place of nothing. */
  empty: string;
  warning: string | null;
  /** Opens all fields of the entry. */
  onDetails: () => void;
  onDelete: () => void;
}

/**
 * A text that a double click, Enter or F2 opens; leaving it saves, Escape does not. With Shift, Enter opens
 * all of the entry; Delete takes it away.
 */
export function EntryCell({ label, empty, warning, onDetails, onDelete, ...options }: EntryCellProps) {
  const { entries: w } = useWords(dictionariesWords);
  const { value, mayWrite } = options;
  const button = useRef<HTMLButtonElement>(null);
  const { draft, problem, saving, open, type, save, close } = useCellDraft(options, button);
  if (draft !== null)
    return (
      <CellInput
        label={label}
        draft={draft}
        problem={problem}
        saving={saving}
        onDraft={type}
        onSave={(focus) => void save(focus)}
        onClose={() => close(true)}
      />
    );
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'F2') open();
    else if (event.key === 'Enter' && event.shiftKey) onDetails();
    else if (event.key === 'Delete') onDelete();
    else if (step) neighbour(event.currentTarget, step)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.cell}
        data-empty={value === '' || undefined}
        aria-label={`${label}: ${value || empty}`}
        title={mayWrite ? w.editHint : undefined}
        // A press of a key is a click without a place; with the mouse it takes two.
        onClick={({ detail }) => detail === 0 && open()}
        onDoubleClick={open}
        onKeyDown={keys}
      >
        {value || empty}
      </button>
      {warning && (
        <span className={styles.warning} role="status">
          {warning}
        </span>
      )}
    </>
  );
}

interface CellInputProps {
  label: string;
  draft: string;
  problem: string | null;
  saving: boolean;
  onDraft: (draft: string) => void;
  /** @param focus whether the cell has the focus afterwards */
  onSave: (focus: boolean) => void;
  onClose: () => void;
}

function CellInput({ label, draft, problem, saving, onDraft, onSave, onClose }: CellInputProps) {
  return (
    <TextInput
      className={styles.input}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of what was double-clicked
      autoFocus
      value={draft}
      error={problem}
      maxLength={500}
      aria-busy={saving}
      autoComplete="off"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onDraft(currentTarget.value)}
      onBlur={() => onSave(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSave(true);
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The same cell of the row above or below. */
function neighbour(cell: Element, step: number): HTMLElement | null {
  const column = cell.closest('td');
  const row = column?.parentElement;
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  return next?.children[[...(row?.children ?? [])].indexOf(column!)]?.querySelector('button') ?? null;
}
