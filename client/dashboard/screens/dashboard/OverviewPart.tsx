// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { fetchQuery, graphql, useRelayEnvironment, useSubscription } from 'react-relay';
import { Link } from 'react-router-dom';
import type { OverviewPartArticleSubscription } from '../../__generated__/OverviewPartArticleSubscription.graphql.ts';
import type {
  OverviewPartQuery,
  OverviewPartQuery$data,
} from '../../__generated__/OverviewPartQuery.graphql.ts';
import { connectionState } from '../../relay/connection.ts';
import { formatCompact, formatCount, formatDay } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/lists/StatusBadge.tsx';
import { overviewWords } from '../../generated/words/overview.ts';
import { accountsWithBalance } from '../../ui/accounts-with-balance.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { minutesText } from './minutes-text.ts';
import styles from './DashboardScreen.module.css';
import { RecentArticles } from './RecentArticles.tsx';
import { WeekSummary } from './WeekSummary.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

const query = graphql`
  query OverviewPartQuery @throwOnFieldError {
    viewer {
      user {
        balance
        ownBalance
        hasVerified
        organizations {
          ...liveFragments_membership
          organization {
            name
            balance
          }
        }
      }
      overview {
        voicingCount
        voicing {
          id
          databaseId
          title
          status
          project {
            databaseId
            name
          }
        }
        failedCount
        failed {
          id
          databaseId
          title
          status
          error
          errorNotices {
            code
            parameters
          }
          project {
            databaseId
            name
          }
        }
        failingProjects {
          id
          databaseId
          name
          sources {
            ...liveFragments_source
            id
            error
            errorNotices {
              code
              parameters
            }
          }
        }
        articlesThisWeek
        minutesThisWeek
        charactersToday
        charactersPerDay
        averageFrom
        charactersSaved
        daysLeft
        daysLeftOrganization
        ...WeekSummary_overview
        ...RecentArticles_overview
      }
    }
  }
`;

type Overview = NonNullable<OverviewPartQuery$data['viewer']>['overview'];

/** How often it is read again: while something is being voiced, and while nothing is, in milliseconds. */
const busyInterval = 5_000;
const quietInterval = 50_000;
/** Articles whose state changed together are read together. */
const gatherFor = 700;

/**
 * Shows articles in progress, failures with their reasons, the cost of a day, and the week's results. Updates
 * automatically.
 */
export default function OverviewPart({ attempt }: { attempt: number }) {
  const w = useWords(overviewWords);
  const { viewer } = useFreshQuery<OverviewPartQuery>(query, {}, attempt);
  const refresh = useRefresh((viewer?.overview.voicingCount ?? 0) > 0 ? busyInterval : quietInterval);
  if (!viewer) return null;
  const { overview } = viewer;
  return (
    <section className={styles.overview} aria-label={w.now}>
      <Figures
        overview={overview}
        // Organizations that are invoiced can continue below zero.
        balance={viewer.user?.hasVerified ? null : (viewer.user?.balance ?? null)}
        accounts={viewer.user ? accountsWithBalance(viewer.user).length : 0}
      />
      <div className={`${styles.lists} ${styles.now}`}>
        <div className={styles.list}>
          <h2>{w.voicing}</h2>
          {overview.voicing.length === 0 && <p className={styles.quiet}>{w.voicingNone}</p>}
          <ul data-testid="voicing">
            {overview.voicing.map((article) => (
              <li key={article.id}>
                <Watch id={article.id} onChange={refresh} />
                <StatusBadge status={article.status} />
                <ArticleLink article={article} />
              </li>
            ))}
          </ul>
          <More count={overview.voicingCount - overview.voicing.length} />
        </div>
        <Failures overview={overview} />
        <RecentArticles overview={overview} />
      </div>
      <WeekSummary overview={overview} />
    </section>
  );
}

interface FiguresProps {
  overview: Overview;
  /** In characters, of all accounts together; null: it does not end. */
  balance: number | null;
  /** Number of accounts that have one. */
  accounts: number;
}

function Figures({ overview, balance, accounts }: FiguresProps) {
  const w = useWords(overviewWords);
  const {
    articlesThisWeek,
    minutesThisWeek,
    charactersToday,
    charactersPerDay,
    averageFrom,
    charactersSaved,
    daysLeft,
    daysLeftOrganization,
  } = overview;
  const saved = charactersSaved > 0 ? [w.saved({ count: charactersSaved })] : [];
  return (
    <dl className={styles.figures} aria-label={w.figures}>
      <Figure name={w.articlesWeek} value={formatCount(articlesThisWeek)} />
      <Figure name={w.minutesWeek} value={minutesText(w, minutesThisWeek)} />
      {/* Until there is an average, what is known is shown in its place. */}
      {charactersPerDay == null ? (
        <Figure
          name={w.charactersToday}
          value={short(charactersToday)}
          detail={[...(averageFrom ? [w.averageFrom({ day: formatDay(averageFrom) })] : []), ...saved].join(
            ' · ',
          )}
        />
      ) : (
        <Figure
          name={w.perDay}
          value={short(charactersPerDay)}
          detail={[w.today({ count: formatCount(charactersToday) }), ...saved].join(' · ')}
        />
      )}
      {daysLeft == null ? (
        <Figure
          name={balance == null ? w.reach : w.balance}
          value={balance == null ? w.reachUnknown : w.balanceOf({ count: short(balance) })}
          detail={[
            ...(balance !== null && accounts > 1 ? [w.balanceIn({ accounts })] : []),
            w.reachUnknownWhy,
          ].join(' · ')}
        />
      ) : (
        <Figure
          name={w.reach}
          value={w.days({ count: daysLeft })}
          detail={daysLeftOrganization ? w.reachWhyOf({ name: daysLeftOrganization }) : w.reachWhy}
          urgent={daysLeft < 3}
        />
      )}
    </dl>
  );
}

/** As a headline: exact as long as that is short. */
const short = (characters: number): string =>
  characters < 10_000 ? formatCount(characters) : formatCompact(characters);

function Figure({
  name,
  value,
  detail,
  urgent = false,
}: {
  name: string;
  value: string;
  detail?: string;
  urgent?: boolean;
}) {
  return (
    <div data-urgent={urgent || undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}

function Failures({ overview: { failed, failedCount, failingProjects } }: { overview: Overview }) {
  const w = useWords(overviewWords);
  return (
    <div className={styles.list} data-bad={failed.length + failingProjects.length > 0 || undefined}>
      <h2>{w.failed}</h2>
      {failed.length + failingProjects.length === 0 && (
        <p className={styles.quiet}>
          <IconCircleCheck size={16} aria-hidden="true" /> {w.failedNone}
        </p>
      )}
      <ul data-testid="failed">
        {failingProjects.map(({ id, databaseId, name, sources }) => {
          const source = sources.find(({ error }) => error);
          return (
            <li key={id}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              <div>
                <Link to={`/projects/${databaseId}`} aria-label={w.sourceSettings({ project: name })}>
                  {name}
                </Link>
                <p>{w.sourceFailed({ why: formatStored(source?.error ?? '', source?.errorNotices) })}</p>
              </div>
            </li>
          );
        })}
        {failed.map((article) => (
          <li key={article.id}>
            <StatusBadge status={article.status} />
            <div>
              <ArticleLink article={article} />
              <p>
                {article.error
                  ? formatStored(article.error, article.errorNotices)
                  : article.status === 'LIMIT_REACHED'
                    ? w.limitReached
                    : w.noReason}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <More count={failedCount - failed.length} />
    </div>
  );
}

function ArticleLink({
  article: { databaseId, title, project },
}: {
  article: {
    readonly databaseId: number;
    readonly title: string;
    readonly project: { readonly databaseId: number; readonly name: string };
  };
}) {
  return (
    <span className={styles.article}>
      <Link to={`/projects/${project.databaseId}/articles/${databaseId}`}>{title}</Link>{' '}
      <small>{project.name}</small>
    </span>
  );
}

function More({ count }: { count: number }) {
  const w = useWords(overviewWords);
  return count > 0 ? <p className={styles.quiet}>{w.more({ count })}</p> : null;
}

/** Subscribes to one article. Its fields update at once; the lists that it left or joined are refetched. */
function Watch({ id, onChange }: { id: string; onChange: () => void }) {
  const first = useRef(true);
  useSubscription<OverviewPartArticleSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription OverviewPartArticleSubscription($id: ID!) {
            article(id: $id) {
              kind
              article {
                id
                title
                status
                error
                errorNotices {
                  code
                  parameters
                }
              }
            }
          }
        `,
        variables: { id },
        onNext: () => {
          // The first event carries the current state.
          if (!first.current) onChange();
          first.current = false;
        },
        onError: () => {},
      }),
      [id, onChange],
    ),
  );
  return null;
}

/** Polls while the page is visible. @returns a function that triggers an early refresh */
function useRefresh(interval: number): () => void {
  const environment = useRelayEnvironment();
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = useRef(() => {
    if (document.hidden || !connectionState().online) return;
    fetchQuery<OverviewPartQuery>(environment, query, {}, { fetchPolicy: 'network-only' }).subscribe({
      error: () => {},
    });
  });
  useEffect(() => {
    const timer = setInterval(() => read.current(), interval);
    return () => clearInterval(timer);
  }, [interval]);
  useEffect(() => () => clearTimeout(soon.current), []);
  return useCallback(() => {
    clearTimeout(soon.current);
    soon.current = setTimeout(() => read.current(), gatherFor);
  }, []);
}
