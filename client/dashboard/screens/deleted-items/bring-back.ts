import type { Environment } from 'relay-runtime';
import { deletedItemsWords } from '../../generated/words/deletedItems.ts';
import { commitAction, type Outcome } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { DeletedKind } from './deleted-kinds.ts';
import { restoreMutations, type RestoreMutation } from './restore-mutations.ts';

const restoredShown = 2000;

/** Takes a deletion back, and says so; a failure is told in the error dialog. */
export async function bringBack(
  environment: Environment,
  kind: DeletedKind,
  { id, name }: { id: string; name: string },
): Promise<Outcome<unknown>> {
  const outcome = await commitAction<RestoreMutation>(environment, restoreMutations[kind], { input: { id } });
  if (outcome.ok) notify(wordsNow(deletedItemsWords).restored({ name }), restoredShown);
  return outcome;
}
