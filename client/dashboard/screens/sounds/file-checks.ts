import { fileLimits } from '../../generated/begins-with.ts';
import { soundsWords } from '../../generated/words/sounds.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** What the server takes (server/product.ts); told before anything is sent. */
export const { soundMaxBytes, coverMaxBytes } = fileLimits;

type Given = Pick<File, 'name' | 'size'>;

/** @returns why a file cannot be a sound; null: it may be one */
export function soundProblem({ name, size }: Given): string | null {
  if (!/\.(mp3|wav)$/i.test(name)) return wordsNow(soundsWords).problems.sound;
  if (size === 0) return wordsNow(soundsWords).problems.empty;
  return size > soundMaxBytes ? wordsNow(soundsWords).problems.soundSize : null;
}

/** @returns why a file cannot be a cover; null: it may be one */
export function coverProblem({ name, size }: Given): string | null {
  if (!/\.(jpe?g|png)$/i.test(name)) return wordsNow(soundsWords).problems.picture;
  if (size === 0) return wordsNow(soundsWords).problems.empty;
  return size > coverMaxBytes ? wordsNow(soundsWords).problems.pictureSize : null;
}
