import { graphql } from 'react-relay';
import type { useDeleteEntriesMutation } from '../../../__generated__/useDeleteEntriesMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';

/**
 * Deletes entries, one after the other. @returns the function, which answers those that are gone, and whether
 * it is at work
 */
export function useDeleteEntries() {
  const [remove, busy] = useAction<useDeleteEntriesMutation>(graphql`
    mutation useDeleteEntriesMutation($input: DeleteDictionaryEntryInput!) {
      result: deleteDictionaryEntry(input: $input) {
        __typename
        ... on DeleteDictionaryEntrySuccess {
          entry {
            id
            deletedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const removeAll = async (ids: readonly string[]): Promise<string[]> => {
    const gone: string[] = [];
    for (const id of ids) {
      // What is wrong with one is most likely wrong with all, and was told.
      if (!(await remove({ input: { id } })).ok) break;
      gone.push(id);
    }
    return gone;
  };
  return [removeAll, busy] as const;
}
