import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The files of a recogniser's model, in the form of sherpa-onnx, by what kind of model they are. */
export type RecognitionModel = { name: string; tokens: string } & (
  | { kind: 'whisper'; encoder: string; decoder: string }
  | { kind: 'transducer'; encoder: string; decoder: string; joiner: string }
  | { kind: 'senseVoice'; model: string }
);

/** A folder without a usable model; the message says what is missing. */
export class RecognitionModelError extends Error {
  override name = 'RecognitionModelError';
}

/**
 * Finds out what model lies in a folder: Whisper has encoder and decoder, a transducer a joiner too,
 * SenseVoice all in one. Of files in two sizes the smaller one (`int8`) is taken.
 * @throws RecognitionModelError
 */
export function findModel(folder: string): RecognitionModel {
  let files: string[];
  try {
    files = readdirSync(folder).sort((a, b) => Number(b.includes('int8')) - Number(a.includes('int8')));
  } catch {
    throw new RecognitionModelError(`There is no folder ${folder}.`);
  }
  const file = (matches: (name: string) => boolean) => {
    const found = files.find(matches);
    return found === undefined ? null : join(folder, found);
  };
  const part = (word: string) => file((one) => one.includes(word) && one.endsWith('.onnx'));
  const tokens = file((one) => one.endsWith('tokens.txt'));
  if (!tokens) throw new RecognitionModelError(`${folder} has no file tokens.txt.`);
  const name = basename(folder);
  const [encoder, decoder, joiner, model] = [
    part('encoder'),
    part('decoder'),
    part('joiner'),
    file((one) => one.startsWith('model') && one.endsWith('.onnx')),
  ];
  if (encoder && decoder && joiner) return { kind: 'transducer', name, tokens, encoder, decoder, joiner };
  if (encoder && decoder) return { kind: 'whisper', name, tokens, encoder, decoder };
  if (model && /sense-?voice/i.test(folder)) return { kind: 'senseVoice', name, tokens, model };
  throw new RecognitionModelError(
    `${folder} has none of the models that are known: Whisper (encoder and decoder), a transducer (joiner, too), SenseVoice (model).`,
  );
}
