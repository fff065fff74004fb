import { expect, it } from 'vitest';
import { coverMaxBytes, coverProblem, soundMaxBytes, soundProblem } from './file-checks.ts';

it.each([
  ['theme.mp3', 1, null],
  ['THEME.WAV', soundMaxBytes, null],
  ['theme.ogg', 1, 'Only .mp3 and .wav files can be uploaded.'],
  ['mp3', 1, 'Only .mp3 and .wav files can be uploaded.'],
  ['theme.wav', 0, 'The file is empty.'],
  ['theme.wav', soundMaxBytes + 1, 'The file is larger than 32 MB.'],
])('a sound called %s of %d bytes: %s', (name, size, problem) =>
  expect(soundProblem({ name, size })).toBe(problem),
);

it.each([
  ['cover.jpg', 1, null],
  ['cover.JPEG', 1, null],
  ['cover.png', coverMaxBytes, null],
  ['cover.gif', 1, 'Only JPEG and PNG pictures can be uploaded.'],
  ['cover.png', 0, 'The file is empty.'],
  ['cover.png', coverMaxBytes + 1, 'The picture is larger than 500 KB.'],
])('a cover called %s of %d bytes: %s', (name, size, problem) =>
  expect(coverProblem({ name, size })).toBe(problem),
);
