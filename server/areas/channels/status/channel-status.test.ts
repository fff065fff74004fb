import { expect, test } from 'vitest';
import { artworkOf, channelStatus, directoriesOf } from './channel-status.ts';

const seen = { seenAt: new Date() };
const skill = (status?: string) => ({ type: 'alexaSkill', deployments: status ? [{ status }] : [] });

test.each([
  [{ type: 'player' }, 'unseen'],
  [{ type: 'player', sighting: { seenAt: null } }, 'unseen'],
  [{ type: 'playlistPlayer', sighting: seen }, 'live'],
  [{ type: 'podcast' }, 'noArtwork'],
  [{ type: 'podcast', settings: { artwork: 'a'.repeat(40) } }, 'live'],
  [{ type: 'podcast', settings: { newFeedUrl: 'https://example.com/feed' } }, 'moved'],
  [skill(), 'unpublished'],
  [skill('starting'), 'publishing'],
  [skill('finished'), 'submitted'],
  [skill('failed'), 'failed'],
  [{ type: 'googleAction' }, 'retired'],
  [{ type: 'json' }, 'live'],
] as const)('%j is %s', (channel, status) => {
  expect(channelStatus({ settings: {}, sighting: null, deployments: [], ...channel })).toBe(status);
});

test('directories and artwork are those of podcasts', () => {
  const settings = {
    artwork: 'a'.repeat(40),
    spotifyUrl: 'https://open.spotify.com/show/1',
    amazonUrl: 'https://music.amazon.com/1',
  };
  expect(directoriesOf('podcast', settings)).toEqual(['spotify', 'amazon']);
  expect(artworkOf('podcast', settings)).toBe('a'.repeat(40));
  expect([directoriesOf('json', settings), artworkOf('json', settings)]).toEqual([[], null]);
});
