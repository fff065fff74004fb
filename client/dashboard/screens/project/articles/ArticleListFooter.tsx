import { useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type { ArticleListFooter_project$key } from '../../../__generated__/ArticleListFooter_project.graphql.ts';
import { ChannelsPanel } from '../../channels/list/ChannelsPanel.tsx';
import { PlaylistsPanel } from '../../playlists/PlaylistsPanel.tsx';
import styles from '../ProjectScreen.module.css';
import { SourcesPanel } from '../sources/SourcesPanel.tsx';

/** Sections below the articles. They load with all their data when they are close to the viewport. */
export default function ArticleListFooter({ project: key }: { project: ArticleListFooter_project$key }) {
  const project = useFragment(
    graphql`
    fragment ArticleListFooter_project on Project {
      ...ChannelsPanel_project
      ...PlaylistsPanel_project
      ...SourcesPanel_project
    }
  `,
    key,
  );
  const { hash, key: visit } = useLocation();
  const parts = useRef<HTMLDivElement>(null);
  // The router looks for the anchor before it is rendered. While the content above it loads, the anchor
  // moves, so it is scrolled into view until the user scrolls.
  useEffect(() => {
    if (!hash) return;
    const done = new AbortController();
    const observer = new ResizeObserver(() => {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      if (!parts.current?.querySelector('[aria-busy="true"]')) done.abort();
    });
    done.signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(parts.current!);
    for (const movement of ['wheel', 'touchmove', 'keydown'])
      addEventListener(movement, () => done.abort(), { signal: done.signal, passive: true });
    return () => done.abort();
  }, [hash, visit]);
  return (
    <div className={styles.below} ref={parts}>
      <div>
        <ChannelsPanel project={project} />
      </div>
      <div>
        <PlaylistsPanel project={project} />
      </div>
      <div id="sources">
        <SourcesPanel project={project} />
      </div>
    </div>
  );
}
