import { IconPlaylist } from '@tabler/icons-react';
import { startTransition, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useSearchParams } from 'react-router-dom';
import type { PlaylistsPanel_project$key } from '../../__generated__/PlaylistsPanel_project.graphql.ts';
import type { PlaylistsPanelQuery } from '../../__generated__/PlaylistsPanelQuery.graphql.ts';
import { useFallbackPolling } from '../../relay/use-fallback-polling.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { Pagination } from '../../ui/lists/Pagination.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectListPanel } from '../../frames/project-list/ProjectListPanel.tsx';
import { ProjectListTable } from '../../frames/project-list/ProjectListTable.tsx';
import { FeatureLocked } from '../../frames/project-part/FeatureLocked.tsx';
import { PlaylistRow } from './PlaylistRow.tsx';
import styles from './PlaylistsPanel.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface PlaylistsPanelProps {
  project: PlaylistsPanel_project$key;
  /** The panel is a separate page, whose heading names it. */
  isPage?: boolean;
}

/** The project's playlists, a page of 20. Locked without the feature. */
export function PlaylistsPanel({ project: key, isPage = false }: PlaylistsPanelProps) {
  const w = useWords(playlistsWords);
  const { id, databaseId, name, canConfigure, entitlements } = useFragment(
    graphql`
    fragment PlaylistsPanel_project on Project {
      id
      databaseId
      name
      canConfigure
      entitlements
    }
  `,
    key,
  );
  const booked = entitlements.includes('PLAYLIST');
  return (
    <ProjectListPanel
      kind="playlists"
      project={id}
      addTo={booked && canConfigure ? `/projects/${databaseId}/add-playlist` : null}
      words={w}
      page={isPage ? null : `/projects/${databaseId}/playlists`}
      locked={booked ? undefined : <FeatureLocked what={w.heading} project={name} />}
    >
      {(attempt) => (
        <Table key={id} project={id} databaseId={databaseId} canConfigure={canConfigure} attempt={attempt} />
      )}
    </ProjectListPanel>
  );
}

interface TableProps {
  project: string;
  databaseId: number;
  canConfigure: boolean;
  attempt: number;
}

function Table({ project: id, databaseId, canConfigure, attempt }: TableProps) {
  const w = useWords(playlistsWords);
  const [look, setLook] = useState(0);
  const [params] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('playlists'))) || 1);
  const { project } = useFreshQuery<PlaylistsPanelQuery>(
    graphql`
    query PlaylistsPanelQuery($id: ID!, $first: Int!, $offset: Int!) @throwOnFieldError {
      project(id: $id) {
        playlists(first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              ...PlaylistRow_playlist
            }
          }
        }
      }
    }
  `,
    { id, first: pageSizes.list, offset: (page - 1) * pageSizes.list },
    `${attempt}.${look}`,
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  useFallbackPolling(again);
  const playlists = (project?.playlists.edges ?? []).flatMap((edge) => edge?.node ?? []);
  const total = project?.playlists.totalCount ?? 0;
  const pageAddress = (number: number): string => {
    const next = new URLSearchParams(params);
    if (number > 1) next.set('playlists', String(number));
    else next.delete('playlists');
    return `?${next}`;
  };
  return (
    <>
      {playlists.length === 0 ? (
        <EmptyState small icon={IconPlaylist} title={total === 0 ? w.none : w.emptyPage}>
          {total > 0 ? w.fewer : canConfigure ? w.noneText : w.noneForOthers}
        </EmptyState>
      ) : (
        <ProjectListTable
          columns={[w.columns.name, w.columns.type, w.columns.created, w.columns.modified, w.columns.by]}
          canConfigure={canConfigure}
          className={styles.table}
        >
          {playlists.map((playlist) => (
            <PlaylistRow
              key={playlist.id}
              playlist={playlist}
              project={databaseId}
              canConfigure={canConfigure}
              onDeleted={again}
            />
          ))}
        </ProjectListTable>
      )}
      <Pagination
        current={page}
        total={Math.max(Math.ceil(total / pageSizes.list), page)}
        label={w.pages}
        to={pageAddress}
      />
    </>
  );
}
