import { useRef, useState, type RefObject } from 'react';

export interface CellDraftOptions {
  value: string;
  mayWrite: boolean;
  /** @returns what is wrong with it; null: it is saved */
  onSave: (value: string) => Promise<string | null>;
  /** Editing begins. */
  onOpen: () => void;
  onRefused: () => void;
}

/**
 * Holds what is typed into a cell from opening it until it is saved or given up.
 * @param button has the focus again afterwards
 */
export function useCellDraft(
  { value, mayWrite, onSave, onOpen, onRefused }: CellDraftOptions,
  button: RefObject<HTMLButtonElement | null>,
) {
  const [draft, setDraft] = useState<string | null>(null);
  /** Value when editing began. What others save in the meantime is not the user's own change. */
  const [before, setBefore] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const left = useRef(false);
  const open = () => {
    if (!mayWrite) return onRefused();
    left.current = false;
    setProblem(null);
    setBefore(value);
    setDraft(value);
    onOpen();
  };
  const type = (changed: string) => {
    setProblem(null);
    setDraft(changed);
  };
  const close = (focus: boolean) => {
    left.current = true;
    setDraft(null);
    setProblem(null);
    if (focus) queueMicrotask(() => button.current?.focus());
  };
  /** @param focus whether the cell has the focus afterwards */
  const save = async (focus: boolean) => {
    if (left.current || saving || draft === null) return;
    if (draft === before) return close(focus);
    setSaving(true);
    const wrong = await onSave(draft);
    setSaving(false);
    setProblem(wrong);
    if (wrong === null) close(focus);
  };
  return { draft, problem, saving, open, type, save, close };
}
