import { constants } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalModel } from './local-model.ts';
import { metadataBytes } from './onnx-metadata.ts';

/** First of the characters that stand for the tokens of a prepared model: private ones of Unicode. */
const firstCharacter = 0xe000;

/** The text that a prepared model reads as these tokens. */
export const textOfTokens = (tokens: readonly number[]): string =>
  String.fromCodePoint(...tokens.map((token) => firstCharacter + token));

export interface PreparedModel {
  model: string;
  tokens: string;
}

/**
 * Makes a copy of a Piper model that takes tokens in place of a text: Piper's own files lack what
 * sherpa-onnx reads from a model's metadata, and a text's phonemes are decided here, by dictionaries too. A
 * copy has the model's checksum in its path, is made once, and shares the file's blocks where the file
 * system can.
 */
export async function prepareModel(
  { checksum, sampleRate, speakers, files }: LocalModel,
  parent: string,
): Promise<PreparedModel> {
  if (files.family !== 'piper') throw new Error(`A ${files.family} model needs no preparation`);
  const folder = join(parent, checksum.slice(0, 32));
  const prepared = { model: join(folder, 'model.onnx'), tokens: join(folder, 'tokens.txt') };
  if (await stat(folder).catch(() => null)) return prepared;
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, 'model-'));
  try {
    await copyFile(files.model, join(draft, 'model.onnx'), constants.COPYFILE_FICLONE);
    await appendFile(
      join(draft, 'model.onnx'),
      metadataBytes({
        model_type: 'vits',
        comment: 'piper',
        frontend: 'characters',
        language: 'tokens',
        voice: '',
        add_blank: 0,
        use_eos_bos: 0,
        n_speakers: speakers.length,
        sample_rate: sampleRate,
      }),
    );
    const ids = [...new Set(Object.values(files.tokens))];
    await writeFile(join(draft, 'tokens.txt'), ids.map((id) => `${textOfTokens([id])} ${id}\n`).join(''));
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have been faster.
    if (!(await stat(folder).catch(() => null))) throw error;
  }
  return prepared;
}
