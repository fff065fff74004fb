// oxlint-disable relay/unused-fields -- sources are handed whole to nextLook
import { startTransition, useEffect, useState } from 'react';
import { graphql, useRefetchableFragment } from 'react-relay';
import type { SourcesPanel_project$key } from '../../__generated__/SourcesPanel_project.graphql.ts';
import type { SourcesPanelRefetchQuery } from '../../__generated__/SourcesPanelRefetchQuery.graphql.ts';
import { Panel } from '../../ui/Panel.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { nextLook } from './next-look.ts';
import { SourceItem } from './SourceItem.tsx';
import styles from './SourcesPanel.module.css';

/** Where the project's articles come from, and how that goes. */
export function SourcesPanel({ project: key }: { project: SourcesPanel_project$key }) {
  const [{ sources, canConfigure, canWrite }, refetch] = useRefetchableFragment<
    SourcesPanelRefetchQuery,
    SourcesPanel_project$key
  >(
    graphql`
    fragment SourcesPanel_project on Project @refetchable(queryName: "SourcesPanelRefetchQuery") {
      canConfigure
      canWrite
      sources {
        ...shown_source
        id
        type
        polledAt
        nextPollAt
        error
        ...SourceItem_source
      }
    }
  `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [looks, setLooks] = useState({ of: sources, count: 0 });
  if (looks.of !== sources) setLooks({ of: sources, count: 0 });
  // A source is read when its time comes, and a new one at once: then there is news of it.
  useEffect(() => {
    const wait = nextLook(sources, looks.count, Date.now());
    if (wait === null) return;
    const timer = setTimeout(() => {
      setLooks(({ of, count }) => ({ of, count: count + 1 }));
      startTransition(() => void refetch({}, { fetchPolicy: 'store-and-network' }));
    }, wait);
    return () => clearTimeout(timer);
  }, [sources, looks, refetch]);
  return (
    <Panel title={w.title}>
      {sources.length === 0 ? (
        <p className={styles.none}>{w.none}</p>
      ) : (
        <ul className={styles.list}>
          {sources.map((source) => (
            <li key={source.id}>
              <SourceItem source={source} canConfigure={canConfigure} canWrite={canWrite} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
