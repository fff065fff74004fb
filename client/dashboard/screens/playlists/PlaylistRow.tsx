import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { PlaylistRow_playlist$key } from '../../__generated__/PlaylistRow_playlist.graphql.ts';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
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
  const f = useWords(formWords);
  const w = useWords(playlistsWords);
  const [deleting, setDeleting] = useState(false);
  const formatDate = useDateTimeFormat();
  return (
    <tr data-testid="playlist">
      <td>
        {canConfigure ? (
          <Link className={styles.name} to={`/projects/${project}/playlist/${databaseId}`} title={name}>
            {cutTitle(name)}
          </Link>
        ) : (
          <span className={styles.name}>{cutTitle(name)}</span>
        )}
      </td>
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
      {canConfigure && (
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={f.deleteOf({ name })}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={16} />
          </ActionIcon>
          <DeletePlaylist
            id={id}
            name={name}
            opened={deleting}
            onClose={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        </td>
      )}
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
