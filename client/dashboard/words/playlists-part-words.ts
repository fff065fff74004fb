import { words } from './word-catalogue.ts';

/** The forms of playlists as parts of their project: headings and the document's title. */
export const playlistsPartWords = words({
  en: {
    new: 'New Playlist',
    edit: 'Edit Playlist',
    of: (heading: string, project: string) => `${heading} of ${project}`,
  },
  de: {
    new: 'Neue Playlist',
    edit: 'Playlist bearbeiten',
    of: (heading, project) => `${heading} · ${project}`,
  },
});
