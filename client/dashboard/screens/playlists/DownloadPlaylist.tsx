// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment, useSubscription } from 'react-relay';
import type {
  DownloadPlaylist_playlist$data,
  DownloadPlaylist_playlist$key,
} from '../../__generated__/DownloadPlaylist_playlist.graphql.ts';
import type { DownloadPlaylistQuery } from '../../__generated__/DownloadPlaylistQuery.graphql.ts';
import type { DownloadPlaylistSubscription } from '../../__generated__/DownloadPlaylistSubscription.graphql.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords, currentWords } from '../../words/word-catalogue.ts';
import styles from './DownloadPlaylist.module.css';

interface DownloadPlaylistProps {
  /** Null: a new playlist, which has no file yet. */
  playlist: DownloadPlaylist_playlist$key | null;
  /** Whether all changes are. */
  saved: boolean;
}

type Status = Pick<DownloadPlaylist_playlist$data, 'status' | 'error' | 'errorNotices' | 'file'>;

/** Why it cannot be downloaded, in the specification's words where it has some; null: it can. */
export function downloadProblem(saved: boolean, playlist: Status | null): string | null {
  const w = currentWords(playlistsWords).download;
  if (!saved || !playlist) return w.save;
  if (playlist.status === 'READY' && playlist.file) return null;
  if (playlist.status === 'FAILED')
    return w.failed({ reason: formatStored(playlist.error ?? '', playlist.errorNotices) });
  return playlist.status === 'EMPTY' ? w.empty : w.inProgress;
}

/** Downloads the whole playlist as one file, once it is saved and ready; tells how far the file is. */
export function DownloadPlaylist({ playlist: key, saved }: DownloadPlaylistProps) {
  const { download: w } = useWords(playlistsWords);
  const environment = useRelayEnvironment();
  const playlist = useFragment(playlistFragment, key);
  const hint = useId();
  const why = downloadProblem(saved, playlist ?? null);
  const id = playlist?.id;
  /** The status is read again when the pointer or the focus comes (specification, section 4). */
  const reread = () => {
    if (!id) return;
    fetchQuery<DownloadPlaylistQuery>(
      environment,
      downloadPlaylistQuery,
      { id },
      { fetchPolicy: 'network-only' },
    ).subscribe({ error: () => {} });
  };
  const button = {
    size: 'sm',
    variant: 'default',
    leftSection: <IconDownload size={16} />,
    onPointerEnter: reread,
    onFocus: reread,
  } as const;
  return (
    <>
      {id && <Progress id={id} />}
      {why === null ? (
        <Button
          {...button}
          component="a"
          href={`${playlist!.file}?download=${encodeURIComponent(playlist!.name)}`}
        >
          {w.button}
        </Button>
      ) : (
        <Tooltip label={why} multiline maw={300} withArrow events={{ hover: true, focus: true, touch: true }}>
          {/* A button that is really disabled has no focus, and none could learn why. */}
          <Button {...button} type="button" data-disabled aria-disabled aria-describedby={hint}>
            {w.button}
          </Button>
        </Tooltip>
      )}
      <span id={hint} className="visually-hidden">
        {why}
      </span>
      {saved && playlist?.status === 'IN_PROGRESS' && (
        <span
          className={styles.progress}
          role="progressbar"
          aria-label={w.making}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={playlist.progress}
        >
          <span style={{ width: `${Math.max(3, playlist.progress)}%` }} />
        </span>
      )}
      {saved && playlist?.status === 'FAILED' && (
        <span className={styles.failed} role="alert">
          {why}
        </span>
      )}
    </>
  );
}

/** Keeps the status of the file as it is. */
function Progress({ id }: { id: string }) {
  useSubscription<DownloadPlaylistSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription DownloadPlaylistSubscription($id: ID!) {
            playlist(id: $id) {
              ...DownloadPlaylist_playlist
            }
          }
        `,
        variables: { id },
        // Without events the status is read when the pointer comes.
        onError: () => {},
      }),
      [id],
    ),
  );
  return null;
}

const playlistFragment = graphql`
  fragment DownloadPlaylist_playlist on Playlist {
    id
    name
    status
    progress
    error
    errorNotices {
      code
      parameters
    }
    file
  }
`;

const downloadPlaylistQuery = graphql`
  query DownloadPlaylistQuery($id: ID!) {
    playlist(id: $id) {
      ...DownloadPlaylist_playlist
    }
  }
`;
