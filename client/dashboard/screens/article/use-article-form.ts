import { useState, type FormEvent, type RefObject } from 'react';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useRevisedDraft } from '../../ui/forms/use-revised-draft.ts';
import { useSaveArticle, type EditDraft, type ConcurrentEdit } from './use-save-article.ts';

const savedShown = 2000;

interface StoredArticle {
  id: string;
  saved: EditDraft;
  revision: number;
  isVoiced: boolean;
}

/** State of an article's form: the draft, the result of saving it, and conflicts with other editors. */
export function useArticleForm(
  { id, saved, revision, isVoiced }: StoredArticle,
  form: RefObject<HTMLFormElement | null>,
) {
  const { base, change, settle, discard, drop, ...draftState } = useRevisedDraft<EditDraft>(
    `article:${id}`,
    saved,
    revision,
  );
  const { value, draft } = draftState;
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [saves, setSaves] = useState(0);
  const [spoken, setSpoken] = useState<'no' | 'first' | 'again'>('no');
  const [justSaved, setJustSaved] = useState(false);
  const [conflict, setConflict] = useState<ConcurrentEdit | null>(null);
  const { update, latest, saving } = useSaveArticle(id);
  const edit = (part: Partial<EditDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const countSave = () => setSaves((count) => count + 1);
  const save = async (from: number, sent: Partial<EditDraft>): Promise<void> => {
    const outcome = await update(sent, from);
    if (!outcome.ok) {
      if (outcome.type !== 'ConflictError') return refuse(outcome.fieldErrors);
      const now = await latest();
      if (now) setConflict(now);
      return;
    }
    settle(sent);
    countSave();
    setSpoken('title' in sent || 'text' in sent ? (isVoiced ? 'again' : 'first') : 'no');
    setJustSaved(true);
    setTimeout(() => setJustSaved(false), savedShown);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!value.title.trim()) return setUntitled(true);
    void save(base().revision, draft);
  };
  return {
    ...draftState,
    base,
    change,
    discard,
    drop,
    errors,
    refuse,
    edit,
    save,
    submit,
    saving,
    justSaved,
    spoken,
    /** Counts what moves the article on: saves and releases. */
    saves,
    countSave,
    untitled,
    setUntitled,
    conflict,
    setConflict,
  };
}
