import type { ChannelValues, DeclaredKind } from './channel-kinds.ts';
import type { PublishedPlaylist } from './playlist-choice.ts';

/** What is missing before a channel can be saved at all (specification, section 4); null: nothing. */
export function saveHint({ type }: DeclaredKind, { cta, playlists }: ChannelValues): string | null {
  if (type !== 'playlistPlayer') return null;
  const chosen = playlists as readonly PublishedPlaylist[];
  const missing = [
    ...(typeof cta === 'string' && cta.trim() ? [] : ['enter a call to action']),
    ...(chosen.length > 0 ? [] : ['select a playlist']),
    ...(chosen.some(({ goesLiveAt }) => goesLiveAt !== null) ? [] : ['set when a playlist goes live']),
  ];
  if (missing.length === 0) return null;
  const last = missing.pop()!;
  return `To save, ${missing.length > 0 ? `${missing.join(', ')} and ` : ''}${last}.`;
}
