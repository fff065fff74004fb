import { useCallback, useRef, useState } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';
import {
  outcomeOf,
  outcomeOfFailure,
  type ActionResult,
  type Outcome,
  type FailureReporting,
} from './use-action.ts';

type Question = OperationType & { response: { readonly result: ActionResult } };

/**
 * Runs a query on demand, each time afresh. Its response is a success or one of the typed errors; failures
 * are reported as by `useAction`.
 * @returns the function, and whether it is running
 */
export function useImperativeQuery<Q extends Question>(query: GraphQLTaggedNode) {
  const environment = useRelayEnvironment();
  const [busy, setBusy] = useState(false);
  const running = useRef(0);
  const ask = useCallback(
    async (
      variables: Q['variables'],
      telling: FailureReporting = {},
    ): Promise<Outcome<Q['response']['result']>> => {
      running.current += 1;
      setBusy(true);
      try {
        const answer = await fetchQuery<Q>(environment, query, variables, {
          fetchPolicy: 'network-only',
        }).toPromise();
        return outcomeOf(answer!.result, telling);
      } catch (error) {
        return outcomeOfFailure(error, telling);
      } finally {
        running.current -= 1;
        setBusy(running.current > 0);
      }
    },
    [environment, query],
  );
  return [ask, busy] as const;
}
