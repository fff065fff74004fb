/** What runs in the offline recogniser's process: a model that is no good takes nothing else down with it. */
import { collect, openAudio } from '../audio/decode.ts';
import { convertStream } from '../audio/resample.ts';
import type { RecognitionModel } from './recognition-model.ts';

/** Hertz that the models were trained with. */
const sampleRate = 16_000;

export interface RecognitionTask {
  model: RecognitionModel;
  /** ISO 639-1. */
  language: string;
  /** MP3. */
  audio: Uint8Array;
}

export type RecognitionAnswer = { text: string } | { failed: 'not installed' | 'model'; message: string };

type Engine = Awaited<ReturnType<typeof load>>;
/** One model, in one language, is in memory at a time. */
let engine: { key: string; loaded: Promise<Engine> } | undefined;

/** Transcribes audio. */
export default async function run({ model, language, audio }: RecognitionTask): Promise<RecognitionAnswer> {
  const key = `${model.tokens} ${model.kind === 'whisper' ? language : ''}`;
  try {
    if (engine?.key !== key) engine = { key, loaded: load(model, language) };
    const loaded = await engine.loaded;
    if ('failed' in loaded) return loaded;
    const pcm = await collect(convertStream(openAudio(audio, { kind: 'mp3' }), sampleRate, 1));
    const stream = loaded.createStream();
    stream.acceptWaveform({ samples: pcm.channels[0]!, sampleRate });
    return { text: (await loaded.decodeAsync(stream)).text.trim() };
  } catch (error) {
    engine = undefined;
    return { failed: 'model', message: error instanceof Error ? error.message : String(error) };
  }
}

async function load(model: RecognitionModel, language: string) {
  const sherpa = await import('sherpa-onnx-node').catch((error: unknown) => String(error));
  if (typeof sherpa === 'string') return { failed: 'not installed' as const, message: sherpa };
  return sherpa.default.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      ...filesOf(model, language),
      tokens: model.tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  });
}

function filesOf(model: RecognitionModel, language: string): object {
  if (model.kind === 'whisper')
    return {
      whisper: {
        encoder: model.encoder,
        decoder: model.decoder,
        language,
        task: 'transcribe',
        tailPaddings: -1,
      },
    };
  if (model.kind === 'senseVoice')
    return { senseVoice: { model: model.model, language, useInverseTextNormalization: 1 } };
  return { transducer: { encoder: model.encoder, decoder: model.decoder, joiner: model.joiner } };
}
