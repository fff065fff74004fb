import { fileLimits } from '../../generated/limits.ts';
import { soundsWords } from '../../generated/words/sounds.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** What the server takes, checked before anything is sent. */
export const { soundMaxBytes, coverMaxBytes } = fileLimits;

type Given = Pick<File, 'name' | 'size'>;

/** @returns why a file cannot be a sound; null: it may be one */
export function soundProblem({ name, size }: Given): string | null {
  if (!/\.(mp3|wav)$/i.test(name)) return currentWords(soundsWords).problems.sound;
  if (size === 0) return currentWords(soundsWords).problems.empty;
  return size > soundMaxBytes ? currentWords(soundsWords).problems.soundSize : null;
}

/** @returns why a file cannot be a cover; null: it may be one */
export function coverProblem({ name, size }: Given): string | null {
  if (!/\.(jpe?g|png)$/i.test(name)) return currentWords(soundsWords).problems.picture;
  if (size === 0) return currentWords(soundsWords).problems.empty;
  return size > coverMaxBytes ? currentWords(soundsWords).problems.pictureSize : null;
}

/** @returns why a file cannot be a picture of an article; null: it may be one */
export function imageProblem({ name, size }: Given): string | null {
  if (!/\.(jpe?g|png)$/i.test(name)) return currentWords(soundsWords).problems.picture;
  return size === 0 ? currentWords(soundsWords).problems.empty : null;
}
