import { graphql, usePreloadedQuery } from 'react-relay';
import type { FailingItemsScreenQuery } from '../../__generated__/FailingItemsScreenQuery.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';

/** For administrators: items that repeated jobs cannot process, and why. */
export default function FailingItemsScreen() {
  const { failingItems: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const { failingItems } = usePreloadedQuery<FailingItemsScreenQuery>(
    graphql`
    query FailingItemsScreenQuery @preloadable @throwOnFieldError {
      failingItems {
        job
        item
        failures
        firstFailedAt
        failedAt
        error
      }
    }
  `,
    useLoadedQuery<FailingItemsScreenQuery>(),
  );
  return (
    <AdministrationFrame>
      <div className={styles.parts}>
        <Panel title={w.title}>
          <p className={styles.note}>{w.about}</p>
          {failingItems.length === 0 ? (
            <p className={styles.found}>{w.none}</p>
          ) : (
            <ul className={styles.list}>
              {failingItems.map(({ job, item, failures, firstFailedAt, failedAt, error }) => (
                <li key={`${job} ${item}`}>
                  <span className={styles.who}>
                    <strong>
                      {job}: {item}
                    </strong>
                    <span className={styles.warn}>{error}</span>
                    <span>
                      {w.failures({ count: failures, since: format(firstFailedAt), last: format(failedAt) })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </AdministrationFrame>
  );
}
