import type { SentenceMark } from './editor/sentence-marks.ts';

/** Text and settings of one audio, as the user edits them. */
export interface StudioValue {
  language: string | null;
  voice: string | null;
  /** `none`: no style of those that the voice has; null: nothing was chosen. */
  style: string | null;
  text: string;
  /** What single sentences have for themselves. */
  marks: readonly SentenceMark[];
}

/** Value for none of the voice's styles. */
export const noStyle = 'none';
