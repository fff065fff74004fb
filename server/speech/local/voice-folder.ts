import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { licenseIn } from './license-in-text.ts';
import type { VoiceLicense } from '../provider.ts';
import type { LocalModel, Speaker } from './local-model.ts';
import { genderInName, kokoroSpeaker, modelLanguage } from './model-languages.ts';
import { ModelFileError, readOnnxMetadata } from './onnx-metadata.ts';
import { piperConfig, type PiperConfig } from './piper-config.ts';

/** What a folder of voices lacks to be one; the message is a sentence for an operator. */
export class VoiceFolderError extends Error {
  override name = 'VoiceFolderError';
}

/** A voice before its files are hashed. */
export type FoundModel = Omit<LocalModel, 'checksum'> & {
  /** Files that decide how it sounds. */
  hashed: string[];
};

export interface VoiceFolder {
  /** What its voice is called. */
  id: string;
  /** Absolute. */
  path: string;
  /** Names of its files. */
  files: readonly string[];
}

type Metadata = Readonly<Record<string, string>>;
/** Bytes read of a text file: lists of tokens and settings are far shorter. */
const textMax = 2 * 1024 * 1024;
const speakersMax = 1_000;
const isVocoder = (name: string): boolean => /hifigan|vocos/i.test(name);

/**
 * Reads the voices of a folder: each pair of `.onnx` and `.onnx.json` is one of Piper's; otherwise it is a
 * package of sherpa-onnx, whose model tells its family.
 * @throws VoiceFolderError
 */
export async function readVoiceFolder(folder: VoiceFolder): Promise<FoundModel[]> {
  const models = folder.files.filter((name) => name.endsWith('.onnx'));
  const piper = models.filter((name) => folder.files.includes(`${name}.json`));
  if (piper.length > 0)
    return Promise.all(
      piper.map((name) => readPiper(folder, name, piper.length === 1 ? folder.id : basename(name, '.onnx'))),
    );
  const spoken = models.filter((name) => !isVocoder(name));
  // Of a model in two sizes the exact one is taken.
  const model = spoken.find((name) => !name.includes('int8')) ?? spoken[0];
  if (model === undefined) {
    const config = folder.files.find((name) => name.endsWith('.onnx.json'));
    throw new VoiceFolderError(
      config
        ? `There is ${config}, but not the model ${basename(config, '.json')}.`
        : 'There is no model in it: a file that ends with .onnx.',
    );
  }
  return [await readPackage(folder, model)];
}

async function readPiper(folder: VoiceFolder, name: string, id: string): Promise<FoundModel> {
  const path = join(folder.path, name);
  await metadataOf(path);
  const config = await readConfig(`${path}.json`);
  if (config.phoneme_type !== 'espeak' || !config.espeak)
    throw new VoiceFolderError(
      `${name}.json asks for ${config.phoneme_type} phonemes; only those of eSpeak are supported.`,
    );
  const code = config.language?.code ?? config.espeak.voice;
  return found(folder, id, config.audio.sample_rate, {
    speakers: piperSpeakers(config, languageOf(code, `${name}.json`), name),
    hashed: [path, `${path}.json`],
    files: {
      family: 'piper',
      model: path,
      tokens: Object.fromEntries(
        Object.entries(config.phoneme_id_map).map(([sign, [token]]) => [sign, token!]),
      ),
      espeakVoice: config.espeak.voice,
      noiseScale: config.inference.noise_scale,
      noiseScaleW: config.inference.noise_w,
      lengthScale: config.inference.length_scale,
    },
  });
}

async function readConfig(path: string): Promise<PiperConfig> {
  try {
    return piperConfig.parse(JSON.parse(await readText(path)));
  } catch (error) {
    if (error instanceof VoiceFolderError) throw error;
    const place = error instanceof z.ZodError ? error.issues[0]?.path.join('.') : '';
    throw new VoiceFolderError(
      place
        ? `${basename(path)} does not fit Piper's format at ${place}.`
        : `${basename(path)} is not valid JSON.`,
    );
  }
}

function piperSpeakers(config: PiperConfig, language: string, name: string): Speaker[] {
  const named = Object.entries(config.speaker_id_map);
  if (config.num_speakers <= 1 || named.length === 0)
    return numbered(config.num_speakers, language, genderInName(name));
  return named
    .slice(0, speakersMax)
    .map(([speaker, id]) => ({ id, name: speaker, language, gender: genderInName(speaker) }));
}

const numbered = (count: number, language: string, gender: Speaker['gender'] = 'neutral'): Speaker[] =>
  count <= 1
    ? [{ id: 0, name: null, gender, language }]
    : Array.from({ length: Math.min(count, speakersMax) }, (_, id) => ({
        id,
        name: String(id),
        gender: 'neutral',
        language,
      }));

async function readPackage(folder: VoiceFolder, name: string): Promise<FoundModel> {
  const path = join(folder.path, name);
  const metadata = await metadataOf(path);
  if (Object.keys(metadata).length === 0)
    throw new VoiceFolderError(
      `${name} has no description: a Piper voice needs ${name}.json beside it, other models come as packages of sherpa-onnx.`,
    );
  const type = metadata['model_type'] ?? '';
  const sampleRate = Number(metadata['sample_rate']);
  if (!(sampleRate >= 8_000 && sampleRate <= 48_000))
    throw new VoiceFolderError(`${name} is not a voice model of sherpa-onnx: it names no sample rate.`);
  const tokens = require(folder, 'tokens.txt');
  const parts = { folder, path, metadata, tokens };
  const { files, speakers, hashed } =
    type === 'kokoro' || type === 'kitten-tts'
      ? styled(parts, type)
      : /matcha/i.test(type)
        ? await matcha(parts)
        : await vits(parts);
  return found(folder, folder.id, sampleRate, { files, speakers, hashed: [path, tokens, ...hashed] });
}

interface PackageParts {
  folder: VoiceFolder;
  path: string;
  metadata: Metadata;
  tokens: string;
}
type ReadParts = Pick<FoundModel, 'files' | 'speakers' | 'hashed'>;

function styled({ folder, path, metadata, tokens }: PackageParts, type: string): ReadParts {
  const styles = require(folder, 'voices.bin');
  const names = (metadata['speaker_names'] ?? '').split(',').filter(Boolean).slice(0, speakersMax);
  if (type === 'kitten-tts')
    return {
      hashed: [styles],
      speakers:
        names.length > 0
          ? names.map((name, id) => ({ id, name, language: 'en-US', gender: genderInName(name) }))
          : numbered(Number(metadata['n_speakers']), 'en-US'),
      files: { family: 'kitten', model: path, styles, tokens },
    };
  const version = Number(metadata['version'] ?? 1);
  const lexicons = folder.files
    .filter((name) => /^lexicon.*\.txt$/.test(name))
    .map((name) => join(folder.path, name));
  if (version >= 2 && lexicons.length === 0)
    throw new VoiceFolderError('There is no lexicon in it (lexicon-us-en.txt): copy the whole package.');
  return {
    hashed: [styles, ...lexicons],
    speakers:
      names.length > 0
        ? names.map((name, id) => ({ id, name, ...kokoroSpeaker(name) }))
        : numbered(Number(metadata['n_speakers']), 'en-US'),
    files: { family: 'kokoro', model: path, styles, tokens, lexicons, version },
  };
}

async function matcha({ folder, path, metadata, tokens }: PackageParts): Promise<ReadParts> {
  const own = folder.files.find((name) => name.endsWith('.onnx') && isVocoder(name));
  if (own === undefined)
    throw new VoiceFolderError(
      'Its vocoder is missing: copy hifigan_v2.onnx or a vocos model of sherpa-onnx into the folder.',
    );
  const vocoder = join(folder.path, own);
  await metadataOf(vocoder);
  const lexicon = folder.files.includes('lexicon.txt') ? join(folder.path, 'lexicon.txt') : '';
  const language = languageOf(metadata['voice'] ?? metadata['language'] ?? '', basename(path));
  return {
    hashed: [vocoder, ...(lexicon ? [lexicon] : [])],
    speakers: numbered(Number(metadata['n_speakers'] ?? 1), language),
    files: { family: 'matcha', model: path, vocoder, tokens, lexicon },
  };
}

async function vits({ folder, path, metadata, tokens }: PackageParts): Promise<ReadParts> {
  const speakers = Number(metadata['n_speakers'] ?? 1);
  const voice = metadata['voice'] ?? '';
  const inName = /(?:^|-)([a-z]{2,3}_[A-Z]{2})-/.exec(`${basename(folder.path)} ${basename(path)}`)?.[1];
  const language = languageOf(inName ?? (voice || metadata['language'] || ''), basename(path));
  if (/piper/.test(metadata['comment'] ?? '') && metadata['has_g2pw'] !== '1' && voice)
    return {
      hashed: [],
      speakers: numbered(speakers, language),
      files: {
        family: 'piper',
        model: path,
        tokens: readTokens(await readText(tokens)),
        espeakVoice: voice,
        noiseScale: 0.667,
        noiseScaleW: 0.8,
        lengthScale: 1,
      },
    };
  const lexicon = folder.files.includes('lexicon.txt') ? join(folder.path, 'lexicon.txt') : '';
  const needsEspeak = /piper|coqui|icefall/.test(metadata['comment'] ?? '') && lexicon === '';
  if (lexicon === '' && !needsEspeak && metadata['frontend'] !== 'characters')
    throw new VoiceFolderError('There is no lexicon.txt in it: copy the whole package.');
  return {
    hashed: lexicon ? [lexicon] : [],
    speakers: numbered(speakers, language),
    files: { family: 'vits', model: path, tokens, lexicon, needsEspeak },
  };
}

/** `tokens.txt`: a sign and its number on each line; a line without a sign is that of the space. */
export function readTokens(text: string): Record<string, number> {
  const tokens: Record<string, number> = {};
  for (const line of text.split('\n')) {
    const [sign, number] = line.trim().split(/\s+/) as [string, string?];
    if (sign === '') continue;
    if (number === undefined) tokens[' '] = Number(sign);
    else tokens[sign] = Number(number);
  }
  return tokens;
}

async function found(
  folder: VoiceFolder,
  id: string,
  sampleRate: number,
  { files, speakers, hashed }: ReadParts,
): Promise<FoundModel> {
  const sizes = await Promise.all(hashed.map(async (path) => (await stat(path)).size));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  // Piper's documents say 22500 for 22050 in some voices.
  const rate = sampleRate === 22_500 ? 22_050 : sampleRate;
  return { id, files, speakers, hashed, size, sampleRate: rate, license: await licenseOf(folder) };
}

async function licenseOf(folder: VoiceFolder): Promise<VoiceLicense | null> {
  const papers = [/^model_card/i, /^licen[sc]e/i, /^readme/i, /^notice/i];
  for (const pattern of papers)
    for (const name of folder.files.filter((file) => pattern.test(file))) {
      const license = licenseIn(await readText(join(folder.path, name)).catch(() => ''));
      if (license) return license;
    }
  return null;
}

function languageOf(name: string, source: string): string {
  const language = modelLanguage(name);
  if (language === null) throw new VoiceFolderError(`${source} does not name its language.`);
  return language;
}

function require({ path, files }: VoiceFolder, name: string): string {
  if (!files.includes(name)) throw new VoiceFolderError(`${name} is missing: copy the whole package.`);
  return join(path, name);
}

async function metadataOf(path: string): Promise<Metadata> {
  try {
    return await readOnnxMetadata(path);
  } catch (error) {
    if (error instanceof ModelFileError)
      throw new VoiceFolderError(`${basename(path)} cannot be used: ${error.message}.`);
    throw error;
  }
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  // Lexicons are read by the engine only.
  if (size > textMax) throw new VoiceFolderError(`${basename(path)} is too large to be its description.`);
  return readFile(path, 'utf8');
}

/** A voice whose two files lie beside the folders: `<name>.onnx` and `<name>.onnx.json`. */
export const looseFolder = (path: string): VoiceFolder => ({
  id: basename(path, '.onnx'),
  path: dirname(path),
  files: [basename(path), `${basename(path)}.json`],
});
