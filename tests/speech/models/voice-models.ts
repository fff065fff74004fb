import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onnxModel, type Node, type Tensor, type Value } from './onnx-writer.ts';
import {
  endingConstants,
  frameSize,
  quietLevel,
  tokensMax,
  toneGraph,
  toneOf,
  type Behavior,
} from './tone-graph.ts';

/**
 * Phonemes and signs of Piper's English voices with their numbers (piper-phonemize, DEFAULT_PHONEME_ID_MAP);
 * what these tests do not need is left out.
 */
export const piperTokens: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...`_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœǀǁǂǃɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻⱱ`,
  ].map((symbol, id) => [symbol, id]),
);
/** Those that are not spoken: padding, ends, spaces and punctuation. */
const quiet = [..."_^$ !'(),-.:;?"].map((sign) => piperTokens[sign]!);

const tokensFile = (tokens: Readonly<Record<string, number>>): string =>
  Object.entries(tokens)
    .map(([symbol, id]) => `${symbol} ${id}\n`)
    .join('');

const int64 = (name: string, ...shape: (string | number)[]): Value => ({ name, type: 'int64', shape });
const float = (name: string, ...shape: (string | number)[]): Value => ({ name, type: 'float', shape });
const scalar = (name: string, value: number, type: Tensor['type'] = 'float'): Tensor => ({
  name,
  type,
  shape: [],
  values: [value],
});
const scalarShape: Tensor = { name: 'scalarShape', type: 'int64', shape: [0], values: [] };

/** Nodes that make `level` from the number of a speaker, or from a style that is that number. */
const levelOfSpeaker = (input: string): Node[] => [
  { op: 'Cast', inputs: [input], outputs: ['speakerNumbers'], attributes: { to: 1 } },
  { op: 'ReduceMax', inputs: ['speakerNumbers'], outputs: ['speaker'], attributes: { keepdims: 0 } },
  { op: 'Mul', inputs: ['speaker', 'speakerStep'], outputs: ['fainter'] },
  { op: 'Sub', inputs: ['firstLevel', 'fainter'], outputs: ['level'] },
];
const levels = [scalar('speakerStep', 0.1), scalar('firstLevel', 0.4)];

export interface ModelOptions {
  sampleRate?: number;
  /** Names of its speakers; one without a name by default. */
  speakers?: readonly string[];
  behavior?: Behavior;
}

/** The model of a Piper voice, without sherpa-onnx's metadata unless it is given. */
export function piperModel(
  { sampleRate = 22_050, speakers = [], behavior = 'speaks' }: ModelOptions,
  metadata: Readonly<Record<string, string | number>> = {},
): Buffer {
  const severalSpeakers = speakers.length > 1;
  return onnxModel(
    toneGraph({
      sampleRate,
      quiet,
      behavior,
      tokens: 'input',
      inputs: [
        int64('input', 1, 'tokens'),
        int64('input_lengths', 1),
        float('scales', 3),
        ...(severalSpeakers ? [int64('sid', 1)] : []),
      ],
      output: float('output', 1, 1, 1, 'samples'),
      constants: [
        scalar('second', 1, 'int64'),
        ...levels,
        ...(severalSpeakers ? [] : [scalar('onlySpeaker', 0)]),
        ...endingConstants(behavior),
      ],
      delivery: [
        { op: 'Gather', inputs: ['scales', 'second'], outputs: ['stretch'] },
        ...levelOfSpeaker(severalSpeakers ? 'sid' : 'onlySpeaker'),
      ],
    }),
    metadata,
  );
}

export interface PiperOptions extends ModelOptions {
  /** As Piper writes it: `en_US`. */
  language?: string;
  /** eSpeak's name for it. */
  espeakVoice?: string;
  /** Phonemes that it lacks. */
  without?: readonly string[];
}

/** A voice as Piper publishes it: `<name>.onnx` and `<name>.onnx.json`. */
export async function writePiperVoice(
  folder: string,
  name: string,
  { language = 'en_US', espeakVoice = 'en-us', without = [], ...options }: PiperOptions = {},
): Promise<void> {
  const { sampleRate = 22_050, speakers = [] } = options;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.onnx`), piperModel(options));
  await writeFile(
    join(folder, `${name}.onnx.json`),
    JSON.stringify({
      audio: { sample_rate: sampleRate, quality: 'medium' },
      espeak: { voice: espeakVoice },
      inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
      phoneme_type: 'espeak',
      phoneme_id_map: Object.fromEntries(
        Object.entries(piperTokens)
          .filter(([sign]) => !without.includes(sign))
          .map(([sign, id]) => [sign, [id]]),
      ),
      num_symbols: Object.keys(piperTokens).length,
      num_speakers: Math.max(1, speakers.length),
      speaker_id_map: Object.fromEntries(speakers.map((speaker, id) => [speaker, id])),
      language: { code: language, family: language.slice(0, 2) },
      dataset: name.split('-')[1] ?? name,
    }),
  );
}

/** A Piper voice as sherpa-onnx packages it: with metadata and `tokens.txt`. */
export async function writePiperPackage(folder: string, options: PiperOptions = {}): Promise<void> {
  const { language = 'en_US', espeakVoice = 'en-us', sampleRate = 22_050, speakers = [] } = options;
  await mkdir(folder, { recursive: true });
  const metadata = {
    model_type: 'vits',
    comment: 'piper',
    language: language.startsWith('de') ? 'German' : 'English',
    voice: espeakVoice,
    has_espeak: 1,
    n_speakers: Math.max(1, speakers.length),
    sample_rate: sampleRate,
  };
  await writeFile(join(folder, `${language}-tones-medium.onnx`), piperModel(options, metadata));
  await writeFile(join(folder, 'tokens.txt'), tokensFile(piperTokens));
}

/** Kokoro and Kitten: a style for each speaker, and a file of all styles. */
async function writeStyled(
  folder: string,
  family: 'kokoro' | 'kitten',
  { sampleRate = 24_000, speakers = ['af_tone', 'bm_tone'], behavior = 'speaks' }: ModelOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const rows = family === 'kokoro' ? 510 : 1;
  const tokens = family === 'kokoro' ? 'tokens' : 'input_ids';
  const graph = toneGraph({
    sampleRate,
    quiet,
    behavior,
    tokens,
    inputs: [int64(tokens, 1, 'tokens'), float('style', 1, 2), float('speed', 1)],
    output: float('audio', 'samples'),
    constants: [...levels, scalarShape, ...endingConstants(behavior)],
    delivery: [
      { op: 'Reshape', inputs: ['speed', 'scalarShape'], outputs: ['speedNumber'] },
      { op: 'Reciprocal', inputs: ['speedNumber'], outputs: ['stretch'] },
      ...levelOfSpeaker('style'),
    ],
  });
  const metadata = {
    model_type: family === 'kokoro' ? 'kokoro' : 'kitten-tts',
    language: 'English',
    has_espeak: 1,
    sample_rate: sampleRate,
    version: 1,
    voice: 'en-us',
    style_dim: family === 'kokoro' ? `${rows},1,2` : `${rows},2`,
    n_speakers: speakers.length,
    speaker_names: speakers.join(','),
    comment: `A test model of the family ${family}`,
  };
  await writeFile(join(folder, 'model.onnx'), onnxModel(graph, metadata));
  await writeFile(join(folder, 'tokens.txt'), tokensFile(piperTokens));
  const styles = speakers.flatMap((_, speaker) => Array.from({ length: rows * 2 }, () => speaker));
  await writeFile(join(folder, 'voices.bin'), Buffer.from(Float32Array.from(styles).buffer));
}

/** A package of Kokoro 0.19, which speaks English. */
export const writeKokoro = (folder: string, options: ModelOptions = {}): Promise<void> =>
  writeStyled(folder, 'kokoro', options);

export const writeKitten = (folder: string, options: ModelOptions = {}): Promise<void> =>
  writeStyled(folder, 'kitten', options);

/** A package of Matcha: the acoustic model makes the samples, which its vocoder passes on. */
export async function writeMatcha(
  folder: string,
  { sampleRate = 22_050, behavior = 'speaks' }: ModelOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const graph = toneGraph({
    sampleRate,
    quiet,
    behavior,
    tokens: 'x',
    inputs: [
      int64('x', 1, 'tokens'),
      int64('x_length', 1),
      float('noise_scale', 1),
      float('length_scale', 1),
    ],
    output: float('mel', 1, 1, 'samples'),
    constants: [...levels, scalarShape, scalar('onlySpeaker', 0), ...endingConstants(behavior)],
    delivery: [
      { op: 'Reshape', inputs: ['length_scale', 'scalarShape'], outputs: ['stretch'] },
      ...levelOfSpeaker('onlySpeaker'),
    ],
  });
  const metadata = {
    model_type: 'matcha-tts',
    language: 'English',
    voice: 'en-us',
    has_espeak: 1,
    use_eos_bos: 1,
    pad_id: 0,
    n_speakers: 1,
    sample_rate: sampleRate,
    version: 1,
  };
  await writeFile(join(folder, 'model-steps-3.onnx'), onnxModel(graph, metadata));
  await writeFile(
    join(folder, 'hifigan_v2.onnx'),
    onnxModel(
      {
        nodes: [{ op: 'Identity', inputs: ['mel'], outputs: ['audio'] }],
        constants: [],
        inputs: [float('mel', 1, 1, 'samples')],
        outputs: [float('audio', 1, 1, 'samples')],
      },
      { model_type: 'hifigan' },
    ),
  );
  await writeFile(join(folder, 'tokens.txt'), tokensFile(piperTokens));
}

/**
 * The tokens that a test model was given, read from its tones (Goertzel's algorithm in each frame).
 * @param stretch how much longer than usual each token lasts
 */
export function recordedTokens(samples: Float32Array, sampleRate: number, stretch = 1): number[] {
  const length = Math.round(frameSize(sampleRate) * stretch);
  const tokens: number[] = [];
  for (let at = 0; at + length <= samples.length; at += length) {
    const frame = samples.subarray(at, at + length);
    let best = 0;
    let most = quietLevel ** 2 / 1_000;
    let found = false;
    // How often it crosses zero says nearly which tone it is.
    const near = (crossings(frame) * sampleRate) / (2 * frame.length);
    const around = Math.round((near - toneOf(0)) / (toneOf(1) - toneOf(0)));
    for (let token = Math.max(0, around - 3); token <= Math.min(tokensMax - 1, around + 3); token++) {
      const power = powerAt(frame, toneOf(token) / sampleRate);
      if (power <= most) continue;
      [most, best, found] = [power, token, true];
    }
    if (found) tokens.push(best);
  }
  return tokens;
}

/** The same as the phonemes that they stand for, without padding and ends. */
export const recordedPhonemes = (samples: Float32Array, sampleRate: number, stretch = 1): string =>
  recordedTokens(samples, sampleRate, stretch)
    .map((token) => Object.keys(piperTokens)[token] ?? '')
    .filter((sign) => !'_^$'.includes(sign))
    .join('');

/**
 * The phonemes in audio that was cut or joined, so that a frame may begin wherever it gets loud: without
 * spaces, punctuation and stress.
 */
export function recordedSounds(samples: Float32Array, sampleRate: number): string {
  const length = Math.round(frameSize(sampleRate));
  const level = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 20;
  const isLoud = (sample: number): boolean => Math.abs(sample) > level;
  const sounds: string[] = [];
  for (let at = 0; at + length <= samples.length;) {
    if (!samples.subarray(at, at + 20).some(isLoud)) {
      const next = samples.subarray(at + 1).findIndex(isLoud);
      if (next === -1) break;
      at += 1 + next;
      continue;
    }
    const [token = 0] = recordedTokens(samples.subarray(at, at + length), sampleRate);
    sounds.push(Object.keys(piperTokens)[token] ?? '');
    at += length;
  }
  return sounds.join('').replace(/[ˈˌː]/g, '');
}

function crossings(frame: Float32Array): number {
  let count = 0;
  for (let at = 1; at < frame.length; at++) if (frame[at]! >= 0 !== frame[at - 1]! >= 0) count++;
  return count;
}

/** @param rate cycles a sample */
function powerAt(frame: Float32Array, rate: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * rate);
  let [before, now] = [0, 0];
  for (const sample of frame) [before, now] = [now, sample + factor * now - before];
  return (now * now + before * before - factor * now * before) / frame.length ** 2;
}
