import { graphql, useFragment } from 'react-relay';
import type { SourcesPanel_project$key } from '../../__generated__/SourcesPanel_project.graphql.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SourceItem } from './SourceItem.tsx';
import styles from './SourcesPanel.module.css';

/** Where the project's articles come from, and how that goes. */
export function SourcesPanel({ project: key }: { project: SourcesPanel_project$key }) {
  const { sources, canConfigure } = useFragment(graphql`
    fragment SourcesPanel_project on Project {
      canConfigure
      sources {
        id
        ...SourceItem_source
      }
    }
  `, key);
  return (
    <Panel title="Sources">
      {sources.length === 0
        ? <p className={styles.none}>No source: articles are added by hand.</p>
        : <ul className={styles.list}>{sources.map((source) => <li key={source.id}><SourceItem source={source} canConfigure={canConfigure} /></li>)}</ul>}
    </Panel>
  );
}
