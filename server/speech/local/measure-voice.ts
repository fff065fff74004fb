import { assembleMp3 } from '../../audio/assemble-mp3.ts';
import { STANDARD_PROFILE } from '../../audio/bitrates.ts';
import { TaskPool } from '../../lib/threads/task-pool.ts';
import { wordsOf } from '../../text/words.ts';
import type { Recogniser } from '../recogniser.ts';
import { createSpeechThreads, type SpeechThreads } from '../threads.ts';
import type { LocalModel, Speaker } from './local-model.ts';
import type { SynthesisAnswer, SynthesisTask } from './synthesis-worker.ts';

export interface VoiceMeasures {
  sentences: number;
  /** Sentences that the model failed at. */
  failed: number;
  /** Seconds of audio, and seconds that speaking it took, without loading the model. */
  audioSeconds: number;
  seconds: number;
  /** Megabytes of the model's process at most. */
  memoryMb: number;
  /** Words that the model has no sound for. */
  unspoken: string[];
  /** Share of words that recognition understood differently; null: nothing recognizes the language here. */
  wordErrorRate: number | null;
}

export interface MeasureOptions {
  model: LocalModel;
  speaker: Speaker;
  sentences: readonly string[];
  preparedFolder: string;
  memoryMb: number;
  recogniser: Recogniser | null;
  onSentence?(done: number): void;
}

/** Speaks sentences with an installed voice, one after another, and measures what that takes. */
export async function measureVoice(options: MeasureOptions): Promise<VoiceMeasures> {
  const { speaker, sentences, recogniser } = options;
  const pool = new TaskPool<SynthesisTask, SynthesisAnswer>({
    file: new URL('./synthesis-worker.ts', import.meta.url),
    threads: 1,
    apart: true,
    memoryMb: options.memoryMb,
  });
  const threads = createSpeechThreads(1);
  const listens = recogniser?.knows(speaker.language) ?? false;
  const measures: VoiceMeasures = {
    sentences: sentences.length,
    failed: 0,
    audioSeconds: 0,
    seconds: 0,
    memoryMb: 0,
    unspoken: [],
    wordErrorRate: null,
  };
  const errors = { wrong: 0, words: 0 };
  try {
    // Loads the model.
    await pool.run(taskOf(options, sentences[0] ?? ''));
    for (const [index, text] of sentences.entries()) {
      const began = performance.now();
      const answer = await pool.run(taskOf(options, text));
      if ('failed' in answer) measures.failed++;
      else {
        measures.seconds += (performance.now() - began) / 1_000;
        measures.audioSeconds += answer.audio.length / 2 / answer.sampleRate;
        measures.memoryMb = Math.max(measures.memoryMb, answer.memoryMb);
        measures.unspoken.push(...answer.unspoken.map(({ start, end }) => text.slice(start, end)));
        if (listens) {
          const { wrong, words } = await compare(threads, recogniser!, answer, text, speaker.language);
          errors.wrong += wrong;
          errors.words += words;
        }
      }
      options.onSentence?.(index + 1);
    }
    if (errors.words > 0) measures.wordErrorRate = errors.wrong / errors.words;
    return measures;
  } finally {
    await Promise.all([pool.close(), threads.close()]);
  }
}

const taskOf = (
  { model, speaker, preparedFolder, memoryMb }: MeasureOptions,
  text: string,
): SynthesisTask => ({
  model,
  speaker: speaker.id,
  language: speaker.language,
  text,
  sounds: [],
  speed: 1,
  preparedFolder,
  memoryMb,
});

async function compare(
  threads: SpeechThreads,
  recogniser: Recogniser,
  { audio, sampleRate }: Extract<SynthesisAnswer, { audio: Uint8Array }>,
  text: string,
  language: string,
): Promise<{ wrong: number; words: number }> {
  const segment = await threads.run('segment', {
    audio,
    format: { kind: 's16le', sampleRate, channels: 1 },
    timings: undefined,
    text,
    language,
    profile: STANDARD_PROFILE,
  });
  const { bytes } = await assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, { title: text });
  const recognised = await recogniser.recognise(
    { audio: new Uint8Array(bytes), language, hints: [], tenant: '' },
    AbortSignal.timeout(300_000),
  );
  const written = plainWords(text, language);
  return { wrong: wordErrors(written, plainWords(recognised, language)), words: written.length };
}

const plainWords = (text: string, language: string): string[] =>
  wordsOf(text, language).map(({ start, length }) => text.slice(start, start + length).toLowerCase());

/** Words to insert, leave out or exchange, at least (Levenshtein). */
export function wordErrors(written: readonly string[], recognised: readonly string[]): number {
  let row = recognised.map((_, index) => index + 1);
  for (const [line, word] of written.entries()) {
    const next: number[] = [];
    for (const [column, other] of recognised.entries()) {
      const left = next[column - 1] ?? line + 1;
      const diagonal = column === 0 ? line : row[column - 1]!;
      next.push(Math.min(left + 1, row[column]! + 1, diagonal + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? written.length;
}
