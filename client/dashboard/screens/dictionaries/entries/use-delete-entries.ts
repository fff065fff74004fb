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
      // A failure most likely affects all entries, and it was reported.
      if (!(await remove({ input: { id } })).ok) break;
      gone.push(id);
    }
    return gone;
  };
  return [removeAll, busy] as const;
}
