import { graphql } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { bringBackArticlesMutation } from '../../__generated__/bringBackArticlesMutation.graphql.ts';
import { deletedItemsWords } from '../../generated/words/deletedItems.ts';
import { commitAction, type Outcome } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { RestorableKind } from './deleted-kinds.ts';
import { restoreMutations, type RestoreMutation } from './restore-mutations.ts';

const restoredShown = 2000;

/** Takes a deletion back, and says so; a failure is told in the error dialog. */
export async function bringBack(
  environment: Environment,
  kind: RestorableKind,
  { id, name }: { id: string; name: string },
): Promise<Outcome<unknown>> {
  const outcome = await commitAction<RestoreMutation>(environment, restoreMutations[kind], { input: { id } });
  if (outcome.ok) notify(wordsNow(deletedItemsWords).restored({ name }), restoredShown);
  return outcome;
}

/** Articles that one call takes. */
const stepMax = 200;

/**
 * Takes back that articles of a project were deleted together, and says how many are there again; a failure
 * ends it and is told in the error dialog.
 */
export async function bringBackArticles(
  environment: Environment,
  project: string,
  ids: readonly string[],
): Promise<void> {
  let count = 0;
  for (let from = 0; from < ids.length; from += stepMax) {
    const input = { project, articles: ids.slice(from, from + stepMax) };
    const outcome = await commitAction<bringBackArticlesMutation>(environment, restoreArticles, { input });
    if (!outcome.ok) break;
    count += outcome.result.count ?? 0;
  }
  notify(wordsNow(deletedItemsWords).restoredArticles({ count }), restoredShown);
}

const restoreArticles = graphql`
  mutation bringBackArticlesMutation($input: RestoreArticlesInput!) {
    result: restoreArticles(input: $input) {
      __typename
      ... on RestoreArticlesSuccess {
        count
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
