import { useCallback } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useRefreshedUsageQuery } from '../../../__generated__/useRefreshedUsageQuery.graphql.ts';

/** What reads the usage again, wherever it is shown. */
export function useRefreshedUsage(): () => void {
  const environment = useRelayEnvironment();
  return useCallback(() => {
    fetchQuery<useRefreshedUsageQuery>(
      environment,
      graphql`
        query useRefreshedUsageQuery {
          studio {
            ...StudioShell_studio
          }
        }
      `,
      {},
      { fetchPolicy: 'network-only' },
    ).subscribe({ error: () => {} });
  }, [environment]);
}
