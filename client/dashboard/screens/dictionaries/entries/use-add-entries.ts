import { graphql } from 'react-relay';
import type { useAddEntriesMutation } from '../../../__generated__/useAddEntriesMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';

/** Adds entries to a dictionary, all or none. @returns the function, and whether it runs */
export const useAddEntries = () =>
  useAction<useAddEntriesMutation>(graphql`
    mutation useAddEntriesMutation($input: AddDictionaryEntriesInput!) {
      result: addDictionaryEntries(input: $input) {
        __typename
        ... on AddDictionaryEntriesSuccess {
          entries {
            id
            revision
            ...EntryRow_entry
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
