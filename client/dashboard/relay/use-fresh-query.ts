import { useEffect, useState } from 'react';
import { useLazyLoadQuery } from 'react-relay';
import { getRequest, type GraphQLTaggedNode, type OperationType } from 'relay-runtime';

/** Number of components that were unmounted, by the name of their query. */
const unmounts = new Map<string, number>();

/**
 * Returns what the store has of a query at once, and fetches it again whenever the component is mounted.
 * `useLazyLoadQuery` alone doesn't always fetch: a render that React discards keeps its result for five
 * minutes, and the next component with the same key shows that.
 * @param reload fetches again when it changes
 */
export function useFreshQuery<T extends OperationType>(
  query: GraphQLTaggedNode,
  variables: T['variables'],
  reload: string | number = 0,
): T['response'] {
  const { name } = getRequest(query).params;
  // Stays the same while the first render waits for its data, which would otherwise be fetched forever.
  const [mount] = useState(() => unmounts.get(name) ?? 0);
  useEffect(() => () => void unmounts.set(name, (unmounts.get(name) ?? 0) + 1), [name]);
  return useLazyLoadQuery<T>(query, variables, {
    fetchKey: `${mount}.${reload}`,
    fetchPolicy: 'store-and-network',
  });
}
