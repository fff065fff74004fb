// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices, nextLook() whole sources
import { startTransition, useEffect, useState } from 'react';
import { graphql, useRefetchableFragment } from 'react-relay';
import type { SourcesStatus_project$key } from '../../../__generated__/SourcesStatus_project.graphql.ts';
import type { SourcesStateRefetchQuery } from '../../../__generated__/SourcesStateRefetchQuery.graphql.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { nextPollDelay } from './poll-interval.ts';
import { relativeTime } from '../../../ui/time/relative-time.ts';
import { isPolled, sourceIcon, sourceLabel } from './source-kinds.ts';
import styles from './SourcesPanel.module.css';
import { useNow } from '../../../ui/time/use-now.ts';

/**
 * Shows the state of the checked sources in a line above the articles; unobtrusive if all is well. Details
 * are at the end of the page and use the same data, which this component refetches.
 */
export function SourcesStatus({ project: key }: { project: SourcesStatus_project$key }) {
  const [{ sources }, refetch] = useRefetchableFragment<SourcesStateRefetchQuery, SourcesStatus_project$key>(
    graphql`
      fragment SourcesStatus_project on Project @refetchable(queryName: "SourcesStateRefetchQuery") {
        sources {
          ...liveFragments_source
          id
          type
          polledAt
          nextPollAt
          error
          errorNotices {
            code
            parameters
          }
          pageNotice
          pageNotices {
            code
            parameters
          }
          waitingArticles
        }
      }
    `,
    key,
  );
  const [looks, setLooks] = useState({ of: sources, count: 0 });
  if (looks.of !== sources) setLooks({ of: sources, count: 0 });
  // A source is read when its time comes, and a new one at once: then there is news of it.
  useEffect(() => {
    const wait = nextPollDelay(sources, looks.count, Date.now());
    if (wait === null) return;
    const timer = setTimeout(() => {
      setLooks(({ of, count }) => ({ of, count: count + 1 }));
      startTransition(() => void refetch({}, { fetchPolicy: 'store-and-network' }));
    }, wait);
    return () => clearTimeout(timer);
  }, [sources, looks, refetch]);
  const w = useWords(projectWords).sources;
  const now = useNow();
  const formatDate = useDateTimeFormat();
  const read = sources.filter(({ type }) => isPolled(type));
  if (read.length === 0) return null;
  return (
    <ul className={styles.states} aria-label={w.state}>
      {read.map(({ id, type, polledAt, error, errorNotices, pageNotice, pageNotices, waitingArticles }) => {
        const Icon = sourceIcon(type);
        const notice = error ?? pageNotice;
        const trouble = notice
          ? formatStored(notice, error ? errorNotices : pageNotices)
          : waitingArticles > 0
            ? w.waiting({ articles: waitingArticles })
            : null;
        return (
          <li key={id} data-trouble={trouble ? '' : undefined}>
            <Icon size={15} stroke={1.7} />
            <span>
              <strong>{sourceLabel(type)}</strong>{' '}
              {(error ? w.failed({ why: trouble! }) : trouble) ??
                (polledAt ? (
                  <time dateTime={polledAt} title={formatDate(polledAt)}>
                    {w.readAgo({ when: relativeTime(polledAt, now) ?? formatDate(polledAt) })}
                  </time>
                ) : (
                  w.waitsForFirst
                ))}
            </span>
            {trouble && <a href="#sources">{w.details}</a>}
          </li>
        );
      })}
    </ul>
  );
}
