import { basename } from 'node:path';
import { writeEspeakData } from './espeak-data.ts';
import type { LocalModel } from './local-model.ts';
import { kokoroEspeak } from './model-languages.ts';
import type { PreparedModel } from './prepare-model.ts';

/**
 * What sherpa-onnx is given to load a model (its `OfflineTtsConfig`).
 * @param language of the speaker, BCP 47: Kokoro reads by that language's lexicon
 */
export async function runtimeConfig(
  model: LocalModel,
  language: string,
  prepared: PreparedModel | null,
  preparedFolder: string,
): Promise<object> {
  return {
    model: {
      ...(await familyConfig(model, language, prepared, preparedFolder)),
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    maxNumSentences: 1,
    // Pauses stay as long as the model makes them.
    silenceScale: 1,
  };
}

async function familyConfig(
  { files }: LocalModel,
  language: string,
  prepared: PreparedModel | null,
  preparedFolder: string,
): Promise<object> {
  if (files.family === 'piper') {
    const { noiseScale, noiseScaleW, lengthScale } = files;
    return { vits: { ...prepared, noiseScale, noiseScaleW, lengthScale } };
  }
  const { model, tokens } = files;
  if (files.family === 'vits')
    return {
      vits: {
        model,
        tokens,
        lexicon: files.lexicon,
        dataDir: files.needsEspeak ? await writeEspeakData(preparedFolder) : '',
        noiseScale: 0.667,
        noiseScaleW: 0.8,
        lengthScale: 1,
      },
    };
  const dataDir = await writeEspeakData(preparedFolder);
  if (files.family === 'matcha')
    return {
      matcha: {
        acousticModel: model,
        vocoder: files.vocoder,
        tokens,
        lexicon: files.lexicon,
        dataDir,
        noiseScale: 1,
        lengthScale: 1,
      },
    };
  const common = { model, tokens, voices: files.styles, dataDir, lengthScale: 1 };
  if (files.family === 'kitten') return { kitten: common };
  const lang = kokoroEspeak[language] ?? '';
  return {
    kokoro: { ...common, lexicon: files.version >= 2 ? lexiconsFor(files.lexicons, language) : '', lang },
  };
}

/** The lexicon of the speaker's English, and the Chinese one, whose words do not occur in it. */
function lexiconsFor(lexicons: readonly string[], language: string): string {
  const other = language === 'en-GB' ? 'us-en' : 'gb-en';
  return lexicons.filter((path) => !basename(path).includes(other)).join(',');
}
