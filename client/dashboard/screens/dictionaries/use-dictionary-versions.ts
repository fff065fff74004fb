import { useEffect, useMemo, useRef } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { useDictionaryVersionsSubscription } from '../../__generated__/useDictionaryVersionsSubscription.graphql.ts';

/** Calls `onChange` whenever a dictionary or one of its entries changes. */
export function useDictionaryVersions(id: string, onChange: () => void): void {
  const latest = useRef(onChange);
  const known = useRef<{ id: string; version: number } | null>(null);
  useEffect(() => {
    latest.current = onChange;
  });
  useSubscription<useDictionaryVersionsSubscription>(
    useMemo(
      () => ({
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
          if (version === undefined) return;
          // It begins with what is there.
          const before = known.current?.id === id ? known.current.version : version;
          known.current = { id, version };
          if (version !== before) latest.current();
        },
        // Without events the entries are polled.
        onError: () => {},
      }),
      [id],
    ),
  );
}
