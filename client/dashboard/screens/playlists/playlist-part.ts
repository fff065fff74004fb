import { IconPlaylist } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';

/** The form of a new playlist. Who has not booked playlists is sent to the project. */
export const newPlaylistPart: ProjectPart = {
  path: 'add-playlist',
  label: 'New Playlist',
  icon: IconPlaylist,
  heading: 'New Playlist',
  title: (project) => `New Playlist of ${project}`,
  right: 'canConfigure',
};

/** The editor of a playlist. */
export const editPlaylistPart: ProjectPart = {
  ...newPlaylistPart,
  path: 'playlist/:playlistId',
  label: 'Edit Playlist',
  heading: 'Edit Playlist',
  title: (project) => `Edit Playlist of ${project}`,
};
