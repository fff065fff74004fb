import { expect, it } from 'vitest';
import { whyNoDownload } from './DownloadPlaylist.tsx';

const playlist = (status: 'ready' | 'in_progress' | 'failed' | 'empty', given: object = {}) => ({
  status,
  error: null,
  file: null,
  ...given,
});

it.each([
  [false, playlist('ready', { file: '/download/audio/a.mp3' }), 'save your playlist to download audio file'],
  [true, null, 'save your playlist to download audio file'],
  [true, playlist('in_progress'), 'file in progress...'],
  [
    true,
    playlist('failed', { error: 'A file is missing.' }),
    'The file could not be made: A file is missing.',
  ],
  [true, playlist('empty'), 'No article in it can be heard.'],
  [true, playlist('ready', { file: '/download/audio/a.mp3' }), null],
] as const)('says why it cannot be downloaded: saved %s, %j: %s', (saved, of, why) => {
  expect(whyNoDownload(saved, of)).toBe(why);
});
