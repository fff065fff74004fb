import { needsStyle, type StudioVoice } from '../voices/studio-voices.ts';
import type { StudioValue } from '../studio-value.ts';
import { sentencesOf, submittedText } from './sentence-marks.ts';

/** Characters that a preview says. */
const sampleMax = 300;

interface StudioLimits {
  maxCharacters: number;
  /** Message of a required field. */
  required: string;
}

/** Returns the input that a form would send, and the fields that are still missing. */
export function checkStudio(
  value: StudioValue,
  voice: StudioVoice | undefined,
  isLoading: boolean,
  { maxCharacters, required }: StudioLimits,
) {
  const sent = submittedText(value.text, value.marks);
  const excess = Math.max(0, sent.text.length - maxCharacters);
  const missing: Record<string, string> = {
    ...(value.language === null && { language: required }),
    ...(value.voice === null && !isLoading && { voice: required }),
    ...(needsStyle(voice) && value.style === null && { style: required }),
    ...(value.text.trim() === '' && { text: required }),
  };
  const isComplete = Object.keys(missing).length === 0 && value.voice !== null && excess === 0;
  return { sent, excess, missing, isComplete };
}

/** The sentence that a preview says; empty: the voice's own sample. */
export function sampleOf({ text, language }: StudioValue): string {
  const [first] = sentencesOf(text.slice(0, sampleMax * 2), language);
  const sample = first ? text.slice(first.start, first.end) : '';
  return sample.length <= sampleMax ? sample : '';
}
