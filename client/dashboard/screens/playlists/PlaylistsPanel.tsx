import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { startTransition, useState } from 'react';
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay';
import { useSearchParams } from 'react-router-dom';
import type { PlaylistsPanel_project$key } from '../../__generated__/PlaylistsPanel_project.graphql.ts';
import type { PlaylistsPanelQuery } from '../../__generated__/PlaylistsPanelQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { useFallbackPolling } from '../../relay/use-live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DeletedMenu } from '../deleted-items/DeletedMenu.tsx';
import { NotBooked } from '../project-part/NotBooked.tsx';
import { PlaylistRow } from './PlaylistRow.tsx';
import styles from './PlaylistsPanel.module.css';

interface PlaylistsPanelProps {
  project: PlaylistsPanel_project$key;
}

/** Playlists of a page (specification, section 9). */
const pageSize = 20;

/** The project's playlists, a page of 20. Locked for who has not booked them. */
export function PlaylistsPanel({ project: key }: PlaylistsPanelProps) {
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
  const waiting = (
    <div className={styles.waiting} role="status" aria-busy="true" aria-label={w.loading}>
      <Bar height={40} />
      <Bar height={40} />
    </div>
  );
  return (
    <Panel tight>
      <div className={styles.head}>
        <h2>{w.heading}</h2>
        {booked && canConfigure && (
          <span className={styles.tools}>
            <LinkButton
              variant="default"
              to={`/projects/${databaseId}/add-playlist`}
              icon={<IconPlus size={16} />}
            >
              {w.add}
            </LinkButton>
            <DeletedMenu kind="playlists" project={id} list={w.heading} />
          </span>
        )}
      </div>
      {booked ? (
        <Part of={id} what={w.what} waiting={waiting}>
          {(attempt) => (
            <Table
              key={id}
              project={id}
              databaseId={databaseId}
              canConfigure={canConfigure}
              attempt={attempt}
            />
          )}
        </Part>
      ) : (
        <NotBooked what={w.heading} project={name} />
      )}
    </Panel>
  );
}

interface TableProps {
  project: string;
  databaseId: number;
  canConfigure: boolean;
  attempt: number;
}

function Table({ project: id, databaseId, canConfigure, attempt }: TableProps) {
  const f = useWords(formWords);
  const w = useWords(playlistsWords);
  const [look, setLook] = useState(0);
  const [params] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('playlists'))) || 1);
  const { project } = useLazyLoadQuery<PlaylistsPanelQuery>(
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
    { id, first: pageSize, offset: (page - 1) * pageSize },
    { fetchKey: `${attempt}.${look}`, fetchPolicy: 'store-and-network' },
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
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{w.columns.name}</th>
              <th scope="col">{w.columns.type}</th>
              <th scope="col">{w.columns.created}</th>
              <th scope="col">{w.columns.modified}</th>
              <th scope="col">{w.columns.by}</th>
              {canConfigure && (
                <th scope="col">
                  <span className="visually-hidden">{f.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {playlists.map((playlist) => (
              <PlaylistRow
                key={playlist.id}
                playlist={playlist}
                project={databaseId}
                canConfigure={canConfigure}
                onDeleted={again}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        current={page}
        total={Math.max(Math.ceil(total / pageSize), page)}
        label={w.pages}
        to={pageAddress}
      />
    </>
  );
}
