import { useState, type KeyboardEvent } from 'react';
import styles from './SyncedText.module.css';

interface SentenceEditorProps {
  label: string;
  value: string;
  /** At every keystroke, so that none is lost. */
  onChange: (value: string) => void;
  onDone: () => void;
}

/**
 * A sentence that is edited in its place: Enter and leaving it keep what was typed, Escape restores the
 * text.
 */
export function SentenceEditor({ label, value, onChange, onDone }: SentenceEditorProps) {
  const [before] = useState(value);
  const keys = (event: KeyboardEvent) => {
    // Typed text belongs to this field only, but shortcuts such as Ctrl+S work everywhere.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (event.key === 'Escape') onChange(before);
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return (
    <textarea
      className={styles.sentence}
      aria-label={label}
      value={value}
      rows={Math.max(2, Math.ceil(value.length / 70))}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the user's request
      autoFocus
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={keys}
      onBlur={onDone}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
