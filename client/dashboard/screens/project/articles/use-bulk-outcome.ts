import { useEffect, useState } from 'react';
import { useUndoArticles } from '../../../frames/deleted-items/use-undo.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { notify, undoNoticeMs } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { useBulk, type ArticleSelection, type BulkKind, type BulkOutcome } from './use-bulk.ts';

/**
 * Changes the articles of a selection on request. If all were changed, it closes with a message that offers
 * to undo it; otherwise it returns the outcome, so that the dialog can list what was left unchanged.
 * @param onClose called with whether any article was changed
 */
export function useBulkOutcome(
  kind: BulkKind,
  selection: ArticleSelection,
  onClose: (changed: boolean) => void,
) {
  const w = useWords(projectWords).bulk;
  const { run, stop, seen, restoreLabels } = useBulk(kind, selection);
  const undoDeletion = useUndoArticles(selection.project);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  /** How many articles were looked at; null: it does not run. */
  const progress = outcome === null ? seen : null;
  const isRunning = progress !== null;
  useWarning(isRunning);

  const doneText = (count: number): string =>
    ({ delete: w.deleted, voice: w.voiced, label: w.labelled })[kind]({ count });
  const begin = async (count: number, labels: { add: string[]; remove: string[] }) => {
    const result = await run(count, labels);
    if (result.refused !== null || result.failed.size > 0) return setOutcome(result);
    const { done, deleted, relabelled } = result;
    if (deleted.length > 0) undoDeletion(deleted, doneText(done));
    else if (relabelled.length === 0) notify(doneText(done), 2000);
    else
      notify(doneText(done), undoNoticeMs, undefined, {
        label: w.undo,
        run: () => void restoreLabels(relabelled).then((count) => notify(w.undone({ count }), 2000)),
      });
    onClose(true);
  };
  const close = () => {
    if (isRunning) return stop();
    if (outcome && outcome.deleted.length > 0) undoDeletion(outcome.deleted, doneText(outcome.done));
    onClose((outcome?.done ?? 0) > 0);
  };
  return { outcome, progress, doneText, begin, close };
}

/** Asks for confirmation to leave the page while it runs, because the rest would not be done. */
function useWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
