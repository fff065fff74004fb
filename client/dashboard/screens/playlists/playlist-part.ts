import { IconPlaylist } from '@tabler/icons-react';
import { playlistsPartWords } from '../../generated/words/playlistsPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

const documentOf = (heading: string, project: string): string =>
  currentWords(playlistsPartWords).of({ heading, project });

/** The project's playlists. Locked unless the organization has booked them. */
export const playlistsPart: ProjectPart = {
  path: 'playlists',
  label: () => currentWords(playlistsPartWords).menu,
  icon: IconPlaylist,
  heading: () => currentWords(playlistsPartWords).menu,
  title: (project) => documentOf(currentWords(playlistsPartWords).menu, project),
  feature: 'PLAYLIST',
};

/** The form of a new playlist. Without the feature it redirects to the project. */
export const newPlaylistPart: ProjectPart = {
  path: 'add-playlist',
  label: () => currentWords(playlistsPartWords).new,
  icon: IconPlaylist,
  heading: () => currentWords(playlistsPartWords).new,
  title: (project) => documentOf(currentWords(playlistsPartWords).new, project),
  right: 'canConfigure',
};

/** The editor of a playlist. */
export const editPlaylistPart: ProjectPart = {
  ...newPlaylistPart,
  path: 'playlist/:playlistId',
  label: () => currentWords(playlistsPartWords).edit,
  heading: () => currentWords(playlistsPartWords).edit,
  title: (project) => documentOf(currentWords(playlistsPartWords).edit, project),
};
