import type { Gender, VoiceLicense } from '../provider.ts';

/** Id of the provider of voices that are installed on this machine. */
export const LOCAL_PROVIDER = 'local';

/** One of a model's speakers. */
export interface Speaker {
  /** Number that the model knows it by. */
  id: number;
  /** Null: the model's only one. */
  name: string | null;
  gender: Gender;
  /** BCP 47. */
  language: string;
}

/** The files of a model, by its family, as sherpa-onnx takes them; all paths are absolute. */
export type ModelFiles =
  | {
      family: 'piper';
      model: string;
      /** Numbers of phonemes and signs. */
      tokens: Readonly<Record<string, number>>;
      /** eSpeak's name for the language. */
      espeakVoice: string;
      noiseScale: number;
      noiseScaleW: number;
      lengthScale: number;
    }
  | { family: 'vits'; model: string; tokens: string; lexicon: string; needsEspeak: boolean }
  | { family: 'matcha'; model: string; vocoder: string; tokens: string; lexicon: string }
  | { family: 'kokoro'; model: string; styles: string; tokens: string; lexicons: string[]; version: number }
  | { family: 'kitten'; model: string; styles: string; tokens: string };

export type Family = ModelFiles['family'];

/** A voice model that is installed on this machine. */
export interface LocalModel {
  /** Unique in the voices folder: name of its folder, or of its file. */
  id: string;
  files: ModelFiles;
  speakers: Speaker[];
  /** Hertz. */
  sampleRate: number;
  /** Of all its files, bytes. */
  size: number;
  /** SHA-256 of the model's file, hexadecimal. */
  checksum: string;
  license: VoiceLicense | null;
}

/** A folder or file in the voices folder that is no voice, and why, in a sentence. */
export interface FolderProblem {
  id: string;
  problem: string;
}

/** Most phonemes of one utterance, beyond which a family drops some or rushes; null: no such limit. */
export const phonemesMax: Readonly<Record<Family, number | null>> = {
  piper: null,
  vits: null,
  matcha: 380,
  // 510 are documented; sentences of that length are rushed.
  kokoro: 400,
  kitten: 220,
};

/** What a model is called in the part of its voices' names before the speaker. */
export const voiceName = ({ id }: Pick<LocalModel, 'id'>, { name }: Pick<Speaker, 'name'>): string =>
  name === null ? id : `${id}#${name}`;
