import { expect, it } from 'vitest';
import { coverMaxBytes, coverProblem, soundMaxBytes, soundProblem } from './file-checks.ts';

it.each([
  ['theme.mp3', 1, null],
  ['THEME.WAV', soundMaxBytes, null],
  ['theme.ogg', 1, 'Choose an .mp3 or .wav file.'],
  ['mp3', 1, 'Choose an .mp3 or .wav file.'],
  ['theme.wav', 0, 'The file is empty. Choose another one.'],
  ['theme.wav', soundMaxBytes + 1, 'The file is larger than 32 MB. Choose a smaller one.'],
])('a sound called %s of %d bytes: %s', (name, size, problem) =>
  expect(soundProblem({ name, size })).toBe(problem),
);

it.each([
  ['cover.jpg', 1, null],
  ['cover.JPEG', 1, null],
  ['cover.png', coverMaxBytes, null],
  ['cover.gif', 1, 'Choose a JPEG or PNG file.'],
  ['cover.png', 0, 'The file is empty. Choose another one.'],
  ['cover.png', coverMaxBytes + 1, 'The file is larger than 500 KB. Choose a smaller one.'],
])('a cover called %s of %d bytes: %s', (name, size, problem) =>
  expect(coverProblem({ name, size })).toBe(problem),
);
