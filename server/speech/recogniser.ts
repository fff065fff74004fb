/** What is to be written down. */
export interface RecognitionRequest {
  /** MP3. */
  audio: Uint8Array;
  /** BCP 47. */
  language: string;
  /** Names and similar words that may occur, as they are written. */
  hints: readonly string[];
  /** Whose question it is: tenants take turns. */
  tenant: string;
}

/** Transcribes audio. */
export interface Recogniser {
  /** The service's name for it. */
  model: string;
  /** Millionths of a euro for a minute of sound, and that may be spent in a day (UTC) by all processes. */
  microsPerMinute: number;
  microsPerDay: number;
  /** Milliseconds after which an answer comes no more, its attempts and its turn included. */
  longestMs: number;
  /** Whether anything is recognised in a language (BCP 47). */
  knows(language: string): boolean;
  /** @throws ProviderError, ProviderWaitError; the signal's reason when aborted */
  recognise(request: RecognitionRequest, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** Languages that Whisper was trained for (openai/whisper, tokenizer.py). */
const languages = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no nb nn th ur hr bg lt la mi ml cy sk te ' +
    'fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk mt ' +
    'sa lb my bo tl mg as tt haw ln ha ba jw su yue'
  ).split(' '),
);

/** The language as the call takes it, ISO 639-1; null: nothing is recognised in it. @param language BCP 47 */
export function recognisedLanguage(language: string): string | null {
  const base = /^[a-z]{2,3}/i.exec(language)?.[0].toLowerCase();
  if (base === undefined || !languages.has(base)) return null;
  // Both written languages are one to it.
  return base === 'nb' || base === 'nn' ? 'no' : base;
}
