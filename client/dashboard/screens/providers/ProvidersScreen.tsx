// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useFragment, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import type { ProvidersScreen_provider$key } from '../../__generated__/ProvidersScreen_provider.graphql.ts';
import type {
  ProvidersScreenQuery,
  ProvidersScreenQuery$data,
} from '../../__generated__/ProvidersScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { speechServices } from '../../generated/registries.ts';
import { providersWords } from '../../generated/words/providers.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { InstalledVoices } from './InstalledVoices.tsx';
import styles from './ProvidersScreen.module.css';
import { ServiceTest } from './ServiceTest.tsx';
import { formatStored } from '../../words/server-words.ts';

/** Milliseconds between two looks while the screen is open. */
const refreshEvery = 10_000;

const query = graphql`
  query ProvidersScreenQuery @preloadable @throwOnFieldError {
    providers {
      provider
      title
      available
      voices
      circuit
      ...ProvidersScreen_provider
    }
    installedVoices {
      ...InstalledVoices_installed
    }
  }
`;

/**
 * For administrators: every speech service, whether it can speak, and why not; those that work come first.
 */
export default function ProvidersScreen() {
  const w = useWords(providersWords);
  const { providers, installedVoices } = usePreloadedQuery<ProvidersScreenQuery>(
    query,
    useLoadedQuery<ProvidersScreenQuery>(),
  );
  useRefresh();
  // A paused one is set up: what is wrong with it has to be seen.
  const isSetUp = ({ available, circuit }: ProvidersScreenQuery$data['providers'][number]) =>
    available || circuit !== 'CLOSED';
  const byName = [...providers].sort(
    (a, b) => Number(b.available) - Number(a.available) || a.title.localeCompare(b.title),
  );
  return (
    <>
      <PageHeader title={w.title} detail={<span>{w.about}</span>} />
      <div className={styles.parts}>
        <Services title={w.working} shown={byName.filter(isSetUp)} />
        <InstalledVoices installed={installedVoices} />
        <Services title={w.notSetUp} shown={byName.filter((provider) => !isSetUp(provider))} />
      </div>
    </>
  );
}

function Services({
  title,
  shown,
}: {
  title: string;
  shown: readonly ProvidersScreenQuery$data['providers'][number][];
}) {
  const w = useWords(providersWords);
  return (
    <Panel title={title}>
      {shown.length === 0 && <p>{w.none}</p>}
      <ul className={styles.list}>
        {shown.map((provider) => (
          <Service key={provider.provider} provider={provider} />
        ))}
      </ul>
    </Panel>
  );
}

function Service({ provider }: { provider: ProvidersScreen_provider$key }) {
  const w = useWords(providersWords);
  const format = useDateTimeFormat();
  const {
    provider: code,
    title,
    available,
    reason,
    reasonNotice,
    voices,
    refreshedAt,
    circuit,
    lastError,
    lastErrorNotice,
  } = useFragment(
    graphql`
    fragment ProvidersScreen_provider on ProviderState {
      provider
      title
      available
      reason
      reasonNotice {
        code
        parameters
      }
      voices
      refreshedAt
      circuit
      lastError
      lastErrorNotice {
        code
        parameters
      }
    }
  `,
    provider,
  );
  const page = speechServices[code]?.credentialsPage;
  const state = circuit === 'OPEN' || circuit === 'HALF_OPEN' ? circuit : available ? 'speaks' : 'missing';
  return (
    <li>
      {state !== 'missing' && (
        <span className={styles.state} data-tone={state === 'speaks' ? 'good' : available ? 'warn' : 'bad'}>
          {w.states[state]}
        </span>
      )}
      <span className={styles.what}>
        <strong>{title}</strong>
        {reason && <span>{formatStored(reason, reasonNotice && [reasonNotice])}</span>}
        {lastError && (
          <span>
            {w.lastFailure({ message: formatStored(lastError, lastErrorNotice && [lastErrorNotice]) })}
          </span>
        )}
        {page && !available && (
          <a href={page} target="_blank" rel="noreferrer" aria-label={w.credentialsOf({ service: title })}>
            {w.credentials}
          </a>
        )}
        {voices > 0 && <ServiceTest code={code} title={title} />}
      </span>
      {state !== 'missing' && (
        <span className={styles.voices}>
          {w.voices({ count: voices })}
          {refreshedAt && <span>{w.listed({ when: format(refreshedAt) })}</span>}
        </span>
      )}
    </li>
  );
}

function useRefresh() {
  const environment = useRelayEnvironment();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setRound(round + 1), refreshEvery);
    // A failed request is repeated in the next round; the screen keeps its data.
    const reading =
      round > 0
        ? fetchQuery<ProvidersScreenQuery>(environment, query, {}).subscribe({ error: () => {} })
        : undefined;
    return () => {
      clearTimeout(timer);
      reading?.unsubscribe();
    };
  }, [environment, round]);
}
