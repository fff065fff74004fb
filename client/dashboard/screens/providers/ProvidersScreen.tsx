import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useFragment, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import type { CircuitState, ProvidersScreen_provider$key } from '../../__generated__/ProvidersScreen_provider.graphql.ts';
import type { ProvidersScreenQuery } from '../../__generated__/ProvidersScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { formatCount, formatDateTime } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import styles from './ProvidersScreen.module.css';

/** Milliseconds between two looks while the screen is open. */
const refreshEvery = 10_000;

const query = graphql`
  query ProvidersScreenQuery @preloadable @throwOnFieldError {
    providers {
      id
      ...ProvidersScreen_provider
    }
  }
`;

/** For administrators: every speech service, whether it can speak, and why not. */
export default function ProvidersScreen() {
  const { providers } = usePreloadedQuery<ProvidersScreenQuery>(query, useLoadedQuery<ProvidersScreenQuery>());
  useRefresh();
  return (
    <>
      <PageHeader title="Speech services" detail={<span>Credentials are set in the server’s configuration.</span>} />
      <Panel title="Services">
        <ul className={styles.list}>
          {providers.map((provider) => (
            <Service key={provider.id} provider={provider} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Service({ provider }: { provider: ProvidersScreen_provider$key }) {
  const { title, available, reason, voices, refreshedAt, circuit, lastError } = useFragment(
    graphql`
    fragment ProvidersScreen_provider on ProviderState {
      title
      available
      reason
      voices
      refreshedAt
      circuit
      lastError
    }
  `,
    provider,
  );
  return (
    <li>
      <span
        className={styles.state}
        data-tone={available ? (circuit === 'closed' ? 'good' : 'warn') : circuit === 'open' ? 'bad' : 'plain'}
      >
        {stateOf(available, circuit)}
      </span>
      <span className={styles.what}>
        <strong>{title}</strong>
        {reason && <span>{reason}</span>}
        {lastError && <span>Last failure: {lastError}</span>}
      </span>
      <span className={styles.voices}>
        {formatCount(voices)} voices{refreshedAt && <span>listed {formatDateTime(refreshedAt)}</span>}
      </span>
    </li>
  );
}

function stateOf(available: boolean, circuit: CircuitState): string {
  if (circuit === 'open') return 'Paused';
  if (!available) return 'Not set up';
  return circuit === 'half_open' ? 'Being tried' : 'Speaks';
}

function useRefresh() {
  const environment = useRelayEnvironment();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setRound(round + 1), refreshEvery);
    // What fails is asked again in the next round; the screen keeps what it has.
    const reading = round > 0 ? fetchQuery<ProvidersScreenQuery>(environment, query, {}).subscribe({ error: () => {} }) : undefined;
    return () => {
      clearTimeout(timer);
      reading?.unsubscribe();
    };
  }, [environment, round]);
}
