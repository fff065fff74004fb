import { useEffect, useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

/** Milliseconds after the last keystroke. */
const pause = 500;

/**
 * Asks anew whenever nobody has typed for a while; what was asked before is no longer waited for.
 * @param variables null: there is nothing to ask
 * @returns the last answer; null: there is none yet, or the last question failed
 */
export function useDebouncedQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'] | null,
): Query['response'] | null {
  const environment = useRelayEnvironment();
  const [told, setTold] = useState<Query['response'] | null>(null);
  // They are made anew each time somebody types.
  const asked = variables && JSON.stringify(variables);
  useEffect(() => {
    if (asked === null) return;
    let asking: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      asking = fetchQuery<Query>(environment, query, JSON.parse(asked) as Query['variables'], {
        fetchPolicy: 'network-only',
      }).subscribe({ next: setTold, error: () => setTold(null) });
    }, pause);
    return () => {
      clearTimeout(timer);
      asking?.unsubscribe();
    };
  }, [environment, query, asked]);
  return told;
}
