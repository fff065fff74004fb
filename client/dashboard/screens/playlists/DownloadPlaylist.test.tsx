import { expect, it } from 'vitest';
import { downloadProblem } from './DownloadPlaylist.tsx';

const playlist = (status: 'READY' | 'IN_PROGRESS' | 'FAILED' | 'EMPTY', given: object = {}) => ({
  status,
  error: null,
  errorNotices: null,
  file: null,
  ...given,
});

it.each([
  [false, playlist('READY', { file: '/download/audio/a.mp3' }), 'save your playlist to download audio file'],
  [true, null, 'save your playlist to download audio file'],
  [true, playlist('IN_PROGRESS'), 'file in progress...'],
  [true, playlist('FAILED', { error: 'A file is missing.' }), 'Couldn’t create the file: A file is missing.'],
  [true, playlist('EMPTY'), 'None of its articles can be played yet.'],
  [true, playlist('READY', { file: '/download/audio/a.mp3' }), null],
] as const)('shows why it cannot be downloaded: saved %s, %j: %s', (saved, of, why) => {
  expect(downloadProblem(saved, of)).toBe(why);
});
