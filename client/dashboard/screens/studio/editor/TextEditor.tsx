import { ActionIcon, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { estimateMinutes } from './reading-time.ts';
import styles from './StudioForm.module.css';

interface TextEditorProps {
  value: string;
  /** Characters that are too many. */
  excess: number;
  error: string | null;
  view: 'text' | 'sentences';
  onView: (view: 'text' | 'sentences') => void;
  onChange: (text: string) => void;
  /** Nothing but an address was pasted into the empty field. */
  onAddress: (url: string) => void;
  onBlur: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Text on whether the input is saved. */
  keeping: string;
  disabled: boolean;
  /** In place of the field. */
  sentences: ReactNode;
}

const rows = 10;

/** Editor for the text, as a whole or sentence by sentence. Every change can be undone. */
export function TextEditor({
  value,
  excess,
  error,
  view,
  onView,
  onChange,
  onAddress,
  onBlur,
  undo,
  redo,
  keeping,
  disabled,
  sentences,
}: TextEditorProps) {
  const { form: w } = useWords(studioWords);
  const letters = [...value].length;
  const characters = w.characters({ count: letters });
  return (
    <div
      className={styles.editor}
      // Of the whole editor: what was chosen of a sentence is taken back the same way.
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        const back = key === 'z' && !event.shiftKey;
        const again = key === 'y' || (key === 'z' && event.shiftKey);
        if (!back && !again) return;
        event.preventDefault();
        (back ? undo : redo)?.();
      }}
      role="presentation"
    >
      <EditorHead view={view} onView={onView} undo={undo} redo={redo} />
      {view === 'text' ? (
        <Textarea
          id="studio-text"
          rows={rows}
          resize="vertical"
          placeholder={w.placeholder}
          value={value}
          error={error !== null}
          aria-describedby={error === null ? undefined : 'studio-text-error'}
          readOnly={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim();
            if (value.trim() !== '' || !/^https?:\/\/\S+$/.test(pasted)) return;
            event.preventDefault();
            onAddress(pasted);
          }}
        />
      ) : (
        <div id="studio-text" tabIndex={-1} className={styles.bySentence}>
          {sentences}
        </div>
      )}
      {error !== null && (
        <p className={styles.error} id="studio-text-error" role="alert" data-field-error="">
          {error}
        </p>
      )}
      <div className={styles.below}>
        <span>{letters === 0 ? characters : w.about({ characters, minutes: estimateMinutes(value) })}</span>
        {excess > 0 && <span data-bad="">{w.tooLong({ count: excess })}</span>}
        <span role="status">{keeping}</span>
      </div>
    </div>
  );
}

/** What can be done with the text: undone, redone, and seen sentence by sentence. */
function EditorHead({
  view,
  onView,
  undo,
  redo,
}: Pick<TextEditorProps, 'view' | 'onView' | 'undo' | 'redo'>) {
  const { form: w } = useWords(studioWords);
  return (
    <div className={styles.textHead}>
      <label htmlFor="studio-text">{w.text}</label>
      <div className={styles.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={w.undo}
          title={w.undo}
          disabled={!undo}
          onClick={() => undo?.()}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={w.redo}
          title={w.redo}
          disabled={!redo}
          onClick={() => redo?.()}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
        <div className={styles.views} role="group" aria-label={w.views}>
          <button type="button" aria-pressed={view === 'text'} onClick={() => onView('text')}>
            {w.asText}
          </button>
          <button type="button" aria-pressed={view === 'sentences'} onClick={() => onView('sentences')}>
            {w.bySentence}
          </button>
        </div>
      </div>
    </div>
  );
}
