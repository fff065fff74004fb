import { useEffect, useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';

/** Milliseconds after the last keystroke. */
const pause = 500;

/**
 * Runs a query whenever typing pauses, and drops the previous request.
 * @param variables null: nothing to query
 * @returns the last response; null if there is none yet or the last request failed
 */
export function useDebouncedQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'] | null,
): Query['response'] | null {
  const environment = useRelayEnvironment();
  const [told, setTold] = useState<Query['response'] | null>(null);
  // The variables are a new object after each keystroke.
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
