import { expect, it } from 'vitest';
import { kindOfType } from './channel-kinds.ts';
import { saveHint } from './save-hint.ts';

const playlistPlayer = kindOfType('PLAYLIST_PLAYER')!;
const later = { playlist: 'p2', goesLiveAt: null, publishedUntil: null };
const live = { playlist: 'p1', goesLiveAt: '2026-11-21T10:00', publishedUntil: null };

it.each([
  [
    { cta: '', playlists: [] },
    'To save, add a call to action, select a playlist and set when a playlist goes live.',
  ],
  [{ cta: ' ', playlists: [live] }, 'To save, add a call to action.'],
  [{ cta: 'Listen', playlists: [later] }, 'To save, set when a playlist goes live.'],
  [{ cta: 'Listen', playlists: [later, live] }, null],
])('%j: %s', (values, hint) => expect(saveHint(playlistPlayer, values)).toBe(hint));

it('is shown only for the playlist player', () => expect(saveHint(kindOfType('PODCAST')!, {})).toBeNull());
