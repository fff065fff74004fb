import { graphql, useFragment } from 'react-relay';
import type { PlaylistRow_playlist$key } from '../../__generated__/PlaylistRow_playlist.graphql.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { DeleteCell, NameCell } from '../../frames/project-list/ProjectListTable.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { DeletePlaylist } from './DeletePlaylist.tsx';
import { cutTitle } from './playlist-fields.ts';
import styles from './PlaylistsPanel.module.css';

interface PlaylistRowProps {
  playlist: PlaylistRow_playlist$key;
  /** Database id. */
  project: number;
  canConfigure: boolean;
  onDeleted: () => void;
}

/** A playlist in the list of its project. */
export function PlaylistRow({ playlist: key, project, canConfigure, onDeleted }: PlaylistRowProps) {
  const { id, databaseId, name, type, createdAt, updatedAt, updatedBy } = useFragment(
    graphql`
    fragment PlaylistRow_playlist on Playlist {
      id
      databaseId
      name
      type
      createdAt
      updatedAt
      updatedBy {
        name
        avatar
      }
    }
  `,
    key,
  );
  const w = useWords(playlistsWords);
  const formatDate = useDateTimeFormat();
  return (
    <tr data-testid="playlist">
      <NameCell canConfigure={canConfigure} to={`/projects/${project}/playlist/${databaseId}`} title={name}>
        {cutTitle(name)}
      </NameCell>
      <td>{type === 'AUTO' ? w.automatic : w.manual}</td>
      <td className={styles.date}>{formatDate(createdAt)}</td>
      <td className={styles.date}>{formatDate(updatedAt)}</td>
      <td>
        {updatedBy && (
          <span className={styles.by}>
            {updatedBy.avatar ? (
              <img className={styles.avatar} src={updatedBy.avatar} alt="" />
            ) : (
              <span className={styles.avatar} aria-hidden="true">
                {initials(updatedBy.name)}
              </span>
            )}
            {updatedBy.name}
          </span>
        )}
      </td>
      {canConfigure && <DeleteCell dialog={DeletePlaylist} id={id} name={name} onDeleted={onDeleted} />}
    </tr>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
