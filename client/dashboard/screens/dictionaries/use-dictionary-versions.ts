import { useEffect, useMemo, useRef } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { useDictionaryVersionsSubscription } from '../../__generated__/useDictionaryVersionsSubscription.graphql.ts';

/** Calls whenever somebody changes a dictionary or one of its entries. */
export function useDictionaryVersions(id: string, onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useSubscription<useDictionaryVersionsSubscription>(
    useMemo(() => {
      let known: number | undefined;
      return {
        subscription: graphql`
          subscription useDictionaryVersionsSubscription($id: ID!) {
            dictionary(id: $id) {
              version
              ...DictionaryPanel_dictionary
            }
          }
        `,
        variables: { id },
        onNext: (event) => {
          const version = event?.dictionary.version;
          // It begins with what is there.
          if (known !== undefined && version !== known) latest.current();
          known = version;
        },
        // Without events the entries are polled.
        onError: () => {},
      };
    }, [id]),
  );
}
