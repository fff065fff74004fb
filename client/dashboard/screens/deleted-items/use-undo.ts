import { useRelayEnvironment } from 'react-relay';
import { restoringWords } from '../../generated/words/restoring.ts';
import { outcomeOfFailure } from '../../relay/use-action.ts';
import { notify, undoShown } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { DeletedKind } from './deleted-kinds.ts';

/**
 * Says that something was deleted, beside a button that takes it back; whatever asked for it may be gone by
 * then. @returns the function; `text` is what is said
 */
export function useUndo(kind: DeletedKind) {
  const environment = useRelayEnvironment();
  const w = useWords(restoringWords);
  return (item: { id: string; name: string }, text: string): void => {
    const undo = async () => {
      try {
        const { bringBack } = await withWords(import('./bring-back.ts'));
        await bringBack(environment, kind, item);
      } catch (error) {
        outcomeOfFailure(error, {});
      }
    };
    notify(text, undoShown, 'good', { label: w.undo, run: () => void undo() });
  };
}
