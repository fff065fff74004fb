import type { Right } from '../../access/project-access/policy.ts';

/**
 * The right to its project that each function of this area asks for. Adding and changing playlists also needs
 * the feature playlist; taking them away does not, and those that are there go on being heard.
 */
export const policy = {
  readPlaylist: 'read',
  watchPlaylist: 'read',
  previewAutomatic: 'read',
  previewPlaylistText: 'configure',
  processPlaylistAudio: 'configure',
  createPlaylist: 'configure',
  updatePlaylist: 'configure',
  deletePlaylist: 'configure',
  restorePlaylist: 'configure',
} as const satisfies Record<string, Right>;
