/** What runs in a process of local voices: a model that is no good takes nothing else down with it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { int16Interleaved } from '../../audio/wav.ts';
import type { TextRange } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { voiceOfLanguage } from '../offline-voices.ts';
import { OfflineEngine } from '../offline-engine.ts';
import { NothingToSpeakError } from '../offline-text.ts';
import type { RequestedSounds } from '../provider.ts';
import { lastCopy } from './cut-context.ts';
import { phonemesMax, type LocalModel } from './local-model.ts';
import {
  splitByPhonemes,
  unspokenWords,
  utterancesOf,
  type Phonemize,
  type Tokens,
} from './phoneme-tokens.ts';
import { prepareModel, textOfTokens } from './prepare-model.ts';
import { runtimeConfig } from './runtime-config.ts';
import { readTokens } from './voice-folder.ts';
import type { GeneratedAudio, OfflineTts, SherpaOnnx } from 'sherpa-onnx-node';

export interface SynthesisTask {
  model: LocalModel;
  speaker: number;
  /** BCP 47. */
  language: string;
  text: string;
  sounds: readonly RequestedSounds[];
  speed: number;
  /** Where prepared models and language data lie. */
  preparedFolder: string;
  /** Megabytes that the process may have. */
  memoryMb: number;
}

export type SynthesisAnswer =
  | {
      /** 16-bit little-endian samples, one channel. */
      audio: Uint8Array;
      sampleRate: number;
      /** Words that the model has no sound for. */
      unspoken: TextRange[];
      /** Megabytes of RAM of the process. */
      memoryMb: number;
    }
  | { failed: 'not installed' | 'nothing to speak' | 'no audio' | 'model'; message: string };

/** Words of a text that is too short for some families to be spoken well alone. */
const shortText = 3;
/** Seconds of silence between sentences that are spoken one by one. */
const sentenceGap = 0.15;
const megabyte = 2 ** 20;

interface LoadedModel {
  tts: OfflineTts;
  phonemize: Phonemize | null;
  /** Sounds that the model has; null: its lexicon decides. */
  tokens: Tokens | null;
}
/** Models in memory, the one used last at the end. */
const loaded = new Map<string, LoadedModel>();
let engine: Promise<OfflineEngine> | undefined;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Speaks one text. */
export default async function run(task: SynthesisTask): Promise<SynthesisAnswer> {
  try {
    const { tts, phonemize, tokens } = await loadModel(task);
    const spoken =
      task.model.files.family === 'piper'
        ? speakTokens(task, tts, phonemize!)
        : speakText(task, tts, phonemize);
    const samples = join(spoken, task.model.sampleRate);
    if (samples.length === 0) return { failed: 'no audio', message: 'it returned no audio' };
    if (!samples.every(Number.isFinite)) return { failed: 'no audio', message: 'its audio is not a number' };
    return {
      audio: int16Interleaved([samples]),
      sampleRate: task.model.sampleRate,
      memoryMb: Math.round(process.memoryUsage.rss() / megabyte),
      unspoken:
        phonemize && tokens ? unspokenWords(task.text, task.language, tokens, phonemize, task.sounds) : [],
    };
  } catch (error) {
    if (error instanceof NothingToSpeakError) return { failed: 'nothing to speak', message: error.message };
    if (error instanceof NotInstalledError) return { failed: 'not installed', message: error.message };
    return { failed: 'model', message: error instanceof Error ? error.message : String(error) };
  }
}

/** A Piper model reads tokens: dictionaries and limits are applied to phonemes. */
function speakTokens(task: SynthesisTask, tts: OfflineTts, phonemize: Phonemize): Float32Array[] {
  const { text, language, sounds, speaker, speed, model } = task;
  const { tokens, lengthScale } = model.files as Extract<LocalModel['files'], { family: 'piper' }>;
  // At speed 1 the runtime takes the model's own pace, at another one only that.
  const pace = speed === 1 ? 1 : speed / lengthScale;
  return utterancesOf(text, language, tokens, phonemize, sounds).map((utterance) =>
    generate(tts, textOfTokens(utterance), speaker, pace),
  );
}

/** Other families read texts by their own lexicons, in parts that they can say. */
function speakText(task: SynthesisTask, tts: OfflineTts, phonemize: Phonemize | null): Float32Array[] {
  const { text, language, speaker, speed, model } = task;
  if (wordsOf(text, language).length === 0) throw new NothingToSpeakError();
  const max = phonemesMax[model.files.family];
  // A language that is not known here is measured in letters.
  const parts = max === null ? [text] : splitByPhonemes(text, max, phonemize ?? ((part) => part));
  return parts.map((part) =>
    model.files.family !== 'vits' && wordsOf(part, language).length <= shortText
      ? lastCopy(part, language, model.sampleRate, (copies) => generate(tts, copies, speaker, speed))
      : generate(tts, part, speaker, speed),
  );
}

function generate(tts: OfflineTts, text: string, speaker: number, speed: number): Float32Array {
  // Samples in memory that Node does not count would be freed too late.
  const { samples }: GeneratedAudio = tts.generate({
    text,
    sid: speaker,
    speed,
    enableExternalBuffer: false,
  });
  return samples;
}

function join(parts: readonly Float32Array[], sampleRate: number): Float32Array {
  if (parts.length === 1) return parts[0]!;
  const gap = Math.round(sentenceGap * sampleRate);
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, gap * (parts.length - 1)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length + gap;
  }
  return whole;
}

async function loadModel(task: SynthesisTask): Promise<LoadedModel> {
  const { model, language, preparedFolder, memoryMb } = task;
  // Kokoro's lexicon depends on the language.
  const key = `${model.checksum} ${model.files.family === 'kokoro' ? language : ''}`;
  const known = loaded.get(key);
  if (known) {
    loaded.delete(key);
    loaded.set(key, known);
    return known;
  }
  makeRoom(memoryMb);
  const sherpa = loadRuntime();
  const prepared = model.files.family === 'piper' ? await prepareModel(model, preparedFolder) : null;
  const tts = new sherpa.OfflineTts(await runtimeConfig(model, language, prepared, preparedFolder));
  const found = { tts, phonemize: await phonemizerOf(model, language), tokens: await soundsOf(model) };
  loaded.set(key, found);
  return found;
}

/** Unloads the models that were not used for longest while they take half of the memory. */
function makeRoom(memoryMb: number): void {
  while (loaded.size > 0 && process.memoryUsage.rss() > (memoryMb / 2) * megabyte) {
    loaded.delete(loaded.keys().next().value!);
    collectGarbage();
  }
}

/** The sounds of a model that reads by eSpeak's phonemes. */
async function soundsOf({ files }: LocalModel): Promise<Tokens | null> {
  if (files.family === 'piper') return files.tokens;
  const hasLexicon =
    files.family === 'vits' ||
    (files.family === 'matcha' && files.lexicon !== '') ||
    (files.family === 'kokoro' && files.version >= 2);
  return hasLexicon ? null : readTokens(await readFile(files.tokens, 'utf8'));
}

class NotInstalledError extends Error {}

function loadRuntime(): SherpaOnnx {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node') as SherpaOnnx;
  } catch (cause) {
    throw new NotInstalledError(String(cause), { cause });
  }
}

/**
 * Phonemes of the model's language; of each text once, since words and clauses recur. Null: not known here.
 */
async function phonemizerOf(model: LocalModel, language: string): Promise<Phonemize | null> {
  const file = model.files.family === 'piper' ? model.files.espeakVoice : voiceOfLanguage(language)?.file;
  if (file === undefined) return null;
  const espeak = await (engine ??= OfflineEngine.load());
  if (espeak.clausePhonemes('', file) === null) {
    if (model.files.family === 'piper') throw new Error(`eSpeak has no voice ${file}`);
    return null;
  }
  const known = new Map<string, string>();
  return (clause) => {
    const remembered = known.get(clause);
    if (remembered !== undefined) return remembered;
    const phonemes = espeak.clausePhonemes(clause, file) ?? '';
    if (known.size > 500) known.clear();
    known.set(clause, phonemes);
    return phonemes;
  };
}
