// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { graphql, useFragment } from 'react-relay';
import type { SourcesState_project$key } from '../../__generated__/SourcesState_project.graphql.ts';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { projectWords } from '../../generated/words/project.ts';
import { toldKept } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { relativeTime } from './relative-time.ts';
import { isPolled, sourceIcon, sourceLabel } from './source-kinds.ts';
import styles from './SourcesPanel.module.css';
import { useNow } from './use-now.ts';

/**
 * How the sources that are read do, in a line above the articles: quiet while all is well. What there is more
 * stands at the end of the page.
 */
export function SourcesState({ project: key }: { project: SourcesState_project$key }) {
  const { sources } = useFragment(
    graphql`
      fragment SourcesState_project on Project {
        sources {
          ...shown_source
          id
          type
          polledAt
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
          ? toldKept(notice, error ? errorNotices : pageNotices)
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
