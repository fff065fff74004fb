import { useRelayEnvironment } from 'react-relay';
import { restoringWords } from '../../generated/words/restoring.ts';
import { outcomeOfFailure } from '../../relay/use-action.ts';
import { notify, undoNoticeMs } from '../../ui/messages.ts';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { RestorableKind } from './deleted-kinds.ts';

/** Of a notice that has nothing to undo, in milliseconds. */
const doneShown = 2000;

/**
 * Announces a deletion with an undo button where the server can restore the item. The component that called
 * it may be unmounted by then.
 * @returns the function; `text` is the announcement, `restored` is called once the item is restored
 */
export function useUndo(kind: RestorableKind) {
  const environment = useRelayEnvironment();
  const offer = useUndoNotice();
  return (item: { id: string; name: string }, text: string, restored?: () => void): void =>
    offer(text, async () => {
      const { restoreDeleted } = await withWords(import('./restore-deleted.ts'));
      if ((await restoreDeleted(environment, kind, item)).ok) restored?.();
    });
}

/** The same for articles that were deleted together. */
export function useUndoArticles(project: string) {
  const environment = useRelayEnvironment();
  const offer = useUndoNotice();
  return (ids: readonly string[], text: string): void =>
    offer(text, async () => {
      const { restoreDeletedArticles } = await withWords(import('./restore-deleted.ts'));
      await restoreDeletedArticles(environment, project, ids);
    });
}

function useUndoNotice() {
  const w = useWords(restoringWords);
  const days = useRestorableDays();
  return (text: string, restore: () => Promise<void>): void => {
    const undo = () => void restore().catch((error: unknown) => outcomeOfFailure(error, {}));
    if (days > 0) notify(text, undoNoticeMs, 'good', { label: w.undo, run: undo });
    else notify(text, doneShown);
  };
}
