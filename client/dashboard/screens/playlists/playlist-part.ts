import { IconPlaylist } from '@tabler/icons-react';
import { playlistsPartWords } from '../../generated/words/playlistsPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

const documentOf = (heading: string, project: string): string =>
  wordsNow(playlistsPartWords).of({ heading, project });

/** The form of a new playlist. Who has not booked playlists is sent to the project. */
export const newPlaylistPart: ProjectPart = {
  path: 'add-playlist',
  label: () => wordsNow(playlistsPartWords).new,
  icon: IconPlaylist,
  heading: () => wordsNow(playlistsPartWords).new,
  title: (project) => documentOf(wordsNow(playlistsPartWords).new, project),
  right: 'canConfigure',
};

/** The editor of a playlist. */
export const editPlaylistPart: ProjectPart = {
  ...newPlaylistPart,
  path: 'playlist/:playlistId',
  label: () => wordsNow(playlistsPartWords).edit,
  heading: () => wordsNow(playlistsPartWords).edit,
  title: (project) => documentOf(wordsNow(playlistsPartWords).edit, project),
};
