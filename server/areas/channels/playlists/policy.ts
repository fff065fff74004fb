import type { Right } from '../../access/project-access/policy.ts';

/**
 * Right to the project that each function of this area requires. Adding and changing playlists also requires
 * the feature playlist; deleting them doesn't, and existing ones remain playable.
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
