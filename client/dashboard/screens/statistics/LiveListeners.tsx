import { useCallback, useMemo } from 'react';
import { fetchQuery, graphql, useLazyLoadQuery, useRelayEnvironment, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import { useState } from 'react';
import type {
  LiveListenersQuery,
  LiveListenersQuery$data,
} from '../../__generated__/LiveListenersQuery.graphql.ts';
import type { LiveListenersSubscription } from '../../__generated__/LiveListenersSubscription.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useFallbackPolling } from '../../relay/use-fallback-polling.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Definition } from './Definition.tsx';
import styles from './Statistics.module.css';

const query = graphql`
  query LiveListenersQuery($project: ID!) @throwOnFieldError {
    project(id: $project) {
      live {
        now
        plays
        minutesHeard
        playsByMinute
        articles {
          title
          plays
        }
      }
    }
  }
`;

const subscription = graphql`
  subscription LiveListenersSubscription($project: ID!) {
    liveListening(project: $project) {
      now
      plays
      minutesHeard
      playsByMinute
      articles {
        title
        plays
      }
    }
  }
`;

type Live = NonNullable<NonNullable<LiveListenersQuery$data['project']>['live']>;

/** Milliseconds after which it is read again while no events arrive. */
const pollEvery = 15_000;

/** Shows the number of current listeners. Updates automatically. */
export function LiveListeners({ project, attempt }: { project: string; attempt: number }) {
  const environment = useRelayEnvironment();
  const first = useLazyLoadQuery<LiveListenersQuery>(
    query,
    { project },
    { fetchPolicy: 'network-only', fetchKey: attempt },
  );
  const [latest, setLatest] = useState<Live | null>(null);
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<LiveListenersSubscription>>(
      () => ({
        subscription,
        variables: { project },
        onNext: (event) => {
          if (event) setLatest(event.liveListening);
        },
      }),
      [project],
    ),
  );
  useFallbackPolling(
    useCallback(() => {
      fetchQuery<LiveListenersQuery>(
        environment,
        query,
        { project },
        { fetchPolicy: 'network-only' },
      ).subscribe({
        next: (data) => setLatest(data.project?.live ?? null),
        // The last values stay; the banner reports the lost connection.
        error: () => {},
      });
    }, [environment, project]),
    pollEvery,
  );
  const live = latest ?? first.project?.live;
  return live ? <LiveStrip live={live} /> : null;
}

function LiveStrip({ live }: { live: Live }) {
  const w = useWords(statisticsWords).live;
  const most = Math.max(1, ...live.playsByMinute);
  return (
    <section className={styles.live} aria-label={w.title}>
      <p className={styles.now}>
        <span className={styles.pulse} data-on={live.now > 0 || undefined} aria-hidden="true" />
        <strong>{w.now({ count: live.now })}</strong>
        <Definition name={w.title}>
          <p>{w.about}</p>
        </Definition>
      </p>
      {live.plays === 0 ? (
        <p className={styles.quiet}>{w.none}</p>
      ) : (
        <>
          <svg
            className={styles.minutes}
            viewBox={`0 0 ${live.playsByMinute.length * 6} 32`}
            role="img"
            aria-label={`${w.byMinute}: ${live.playsByMinute.join(', ')}`}
          >
            {live.playsByMinute.map((plays, minute) => (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- a minute is its place
                key={minute}
                x={minute * 6}
                width={4.5}
                y={32 - Math.max(1.5, (plays / most) * 32)}
                height={Math.max(1.5, (plays / most) * 32)}
                rx={1}
                data-none={plays === 0 || undefined}
              />
            ))}
          </svg>
          <p>
            {w.plays({ count: live.plays })} · {w.heard({ count: live.minutesHeard })}
          </p>
          {live.articles.length > 0 && (
            <ol className={styles.playing} aria-label={w.articles}>
              {live.articles.slice(0, 3).map(({ title, plays }, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- two articles may have one title
                <li key={place}>
                  <span>{title}</span> <b>{plays}</b>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}
