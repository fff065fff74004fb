import { graphql, useFragment } from 'react-relay';
import type { SourcesPanel_project$key } from '../../../__generated__/SourcesPanel_project.graphql.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SourceItem } from './SourceItem.tsx';
import styles from './SourcesPanel.module.css';

/** Where the project's articles come from, and how that goes. */
export function SourcesPanel({ project: key }: { project: SourcesPanel_project$key }) {
  const { sources, canConfigure, canWrite } = useFragment(
    graphql`
    fragment SourcesPanel_project on Project {
      canConfigure
      canWrite
      sources {
        ...liveFragments_source
        id
        ...SourceItem_source
      }
    }
  `,
    key,
  );
  const w = useWords(projectWords).sources;
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
