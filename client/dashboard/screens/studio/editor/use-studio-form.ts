import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { amendEdit, recordEdit, newHistory, redoEdit, undoEdit } from './edit-history.ts';
import { deleteStudioDraft, storeStudioDraft, readStudioDraft } from './studio-draft.ts';
import type { StudioValue } from '../studio-value.ts';

const same = (a: StudioValue, b: StudioValue): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Of {
  /** Global id of who types. */
  person: string;
  /** Slug of the audio; null: a new one. */
  audio: string | null;
  /** As the server has it; of a new one what it begins with. */
  saved: StudioValue;
  /** Revision of the audio, which changes whenever it is regenerated; null: a new audio. */
  revision: number | null;
}

/**
 * What is typed over what the server has. Each change can be taken back, and is kept in this browser until it
 * is generated or given up.
 */
export function useStudioForm({ person, audio, saved, revision }: Of) {
  const [found] = useState(() => readStudioDraft<StudioValue>(person, audio));
  const [history, setHistory] = useState(() => newHistory({ ...saved, ...found?.value }));
  /** The revision that the typing was begun from. */
  const [base, setBase] = useState(found?.base ?? revision);
  const [isKept, setIsKept] = useState(true);
  const { present } = history;
  const latest = useRef(present);
  useEffect(() => {
    latest.current = present;
  });
  const dirty = useMemo(() => !same(present, saved), [present, saved]);

  // What the server has now is shown at once where nothing was typed.
  const before = useRef(saved);
  useEffect(() => {
    const was = before.current;
    before.current = saved;
    if (same(was, saved)) return;
    setHistory((now) => (same(now.present, was) ? recordEdit(now, saved, null) : now));
  }, [saved]);
  useEffect(() => {
    if (!dirty) setBase(revision);
  }, [dirty, revision]);
  useEffect(() => {
    if (dirty) setIsKept(storeStudioDraft(person, audio, { value: present, base }));
    else deleteStudioDraft(person, audio);
  }, [dirty, present, base, person, audio]);

  const change = useCallback(
    (part: Partial<StudioValue>, typed = false) =>
      setHistory((now) => recordEdit(now, { ...now.present, ...part }, typed ? performance.now() : null)),
    [],
  );
  /** What follows from a change rather than being one: it is taken back together with that. */
  const amend = useCallback(
    (part: Partial<StudioValue>) => setHistory((now) => amendEdit(now, { ...now.present, ...part })),
    [],
  );
  return {
    value: present,
    dirty,
    /** Whether this browser keeps what is typed. */
    isKept,
    /** Something typed before, in a page that was left, is shown. */
    restored: found !== null && dirty,
    /** Whether the audio was regenerated elsewhere since the user began to type. */
    outdated: dirty && base !== revision,
    change,
    amend,
    undo: useCallback(() => setHistory(undoEdit), []),
    redo: useCallback(() => setHistory(redoEdit), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** What the server has again; it can be undone. */
    discard: useCallback(() => {
      setBase(revision);
      setHistory((now) => recordEdit(now, saved, null));
    }, [revision, saved]),
    /**
     * A new audio was generated: what was typed since it was sent becomes a draft of that.
     * @param sent as it was sent
     */
    handOver: useCallback(
      (sent: StudioValue, slug: string, base: number) => {
        deleteStudioDraft(person, audio);
        if (!same(latest.current, sent)) storeStudioDraft(person, slug, { value: latest.current, base });
      },
      [person, audio],
    ),
    /** It was generated: nothing of it is a draft any more. */
    settle: useCallback(
      (next: number | null) => {
        setBase(next);
        deleteStudioDraft(person, audio);
      },
      [person, audio],
    ),
  };
}
