import { graphql } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { restoreDeletedArticlesMutation } from '../../__generated__/restoreDeletedArticlesMutation.graphql.ts';
import { deletedItemsWords } from '../../generated/words/deletedItems.ts';
import { commitAction, type Outcome } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { RestorableKind } from './deleted-kinds.ts';
import { restoreMutations, type RestoreMutation } from './restore-mutations.ts';

const restoredShown = 2000;
const notRestoredShown = 5000;

/** Restores a deleted item and confirms it. A failure appears in the error dialog. */
export async function restoreDeleted(
  environment: Environment,
  kind: RestorableKind,
  { id, name }: { id: string; name: string },
): Promise<Outcome<unknown>> {
  const outcome = await commitAction<RestoreMutation>(environment, restoreMutations[kind], { input: { id } });
  if (outcome.ok) notify(currentWords(deletedItemsWords).restored({ name }), restoredShown);
  return outcome;
}

/** Articles that one call takes. */
const stepMax = 20;

/**
 * Restores articles of a project that were deleted together, and reports how many are restored and how many
 * are not. A failure stops it and appears in the error dialog.
 * @param deleted their ids; if they exceed one call, the order of selection
 */
export async function restoreDeletedArticles(
  environment: Environment,
  project: string,
  deleted: readonly string[],
): Promise<void> {
  // Originals are older than their duplicates and are restored first, so that the duplicates follow them
  // again.
  const ids = deleted.toSorted((one, other) => numberIn(one) - numberIn(other));
  let count = 0;
  let failed = 0;
  for (let from = 0; from < ids.length; from += stepMax) {
    const input = { project, articles: ids.slice(from, from + stepMax) };
    const outcome = await commitAction<restoreDeletedArticlesMutation>(environment, restoreArticles, {
      input,
    });
    if (!outcome.ok) break;
    count += outcome.result.count ?? 0;
    failed += outcome.result.failed?.length ?? 0;
  }
  const words = currentWords(deletedItemsWords);
  if (count > 0) notify(words.restoredArticles({ count }), restoredShown);
  if (failed > 0) notify(words.notRestoredArticles({ count: failed }), notRestoredShown, 'plain');
}

/** The number in a global ID, by which the older of two articles is known. */
const numberIn = (id: string): number => Number(atob(id).split(':').at(-1));

const restoreArticles = graphql`
  mutation restoreDeletedArticlesMutation($input: RestoreArticlesInput!) {
    result: restoreArticles(input: $input) {
      __typename
      ... on RestoreArticlesSuccess {
        count
        failed {
          articleId
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
