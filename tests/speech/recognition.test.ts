import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mayBeBilled, openRecogniser } from '../../server/speech/recognition.ts';
import { findModel } from '../../server/speech/recognition-model.ts';
import { recognisedLanguage } from '../../server/speech/recogniser.ts';
import { startRecognition, type SentSound } from './servers/recognition.ts';
import { mp3 } from './servers/sound.ts';

const key = 'k3y-Qm9x-never-shown';
const signal = new AbortController().signal;

async function open(env: Record<string, string> = {}) {
  const sent: SentSound[] = [];
  const server = await startRecognition(
    (one) => {
      sent.push(one);
      return 'Nobody waved.';
    },
    { apiKey: key },
  );
  onTestFinished(() => server.close());
  const recogniser = openRecogniser({
    RECOGNITION_URL: `${server.url}/v1/`,
    RECOGNITION_API_KEY: key,
    ...env,
  })!;
  const audio = new Uint8Array(await mp3(400));
  const recognise = (hints: string[] = [], language = 'en-GB') =>
    recogniser.recognise({ audio, language, hints, tenant: 'organization:1' }, signal);
  return { server, sent, recogniser, recognise, audio };
}

test('sends the audio with its language and expected names, and parses the result', async () => {
  const { recognise, sent, audio } = await open();
  expect(await recognise(['Merz', 'NATO'])).toBe('Nobody waved.');
  expect(sent).toHaveLength(1);
  expect(sent[0]!.fields).toEqual({
    model: 'whisper-1',
    response_format: 'json',
    temperature: '0',
    language: 'en',
    prompt: 'Merz, NATO',
  });
  expect(Buffer.from(sent[0]!.audio).equals(Buffer.from(audio))).toBe(true);
});

test('a custom model is accepted, and the number of hints is limited', async () => {
  const { recognise, sent } = await open({ RECOGNITION_MODEL: 'large-v3' });
  await recognise(Array.from({ length: 200 }, (_, index) => `Name${index}`));
  expect(sent[0]!.fields['model']).toBe('large-v3');
  expect(sent[0]!.fields['prompt']!.length).toBeLessThanOrEqual(500);
  expect(sent[0]!.fields['prompt']).toMatch(/^Name0, Name1, .*\d$/);
});

test('supported languages are listed', () => {
  expect(['de-CH', 'nb-NO', 'zh-Hant-TW', 'tlh', ''].map(recognisedLanguage)).toEqual([
    'de',
    'no',
    'zh',
    null,
    null,
  ]);
});

test.each([
  [{ status: 401 } as const, 'credentials', false],
  [{ status: 429, message: 'insufficient_quota' } as const, 'credentials', false],
  [{ status: 400, message: 'Invalid file format.' } as const, 'bad_request', false],
  ['truncated' as const, 'bad_audio', true],
  ['wrong_type' as const, 'bad_audio', true],
])('a response of %j is reported without the key', async (fault, kind, cost) => {
  const { server, recognise } = await open();
  server.fail(fault, { times: 5 });
  const error = await recognise().catch((problem: unknown) => problem);
  // A key that is refused is not tried again for a while.
  expect(error).toMatchObject(kind === 'credentials' ? { reason: kind } : { kind });
  expect(String(error)).not.toContain(key);
  expect(mayBeBilled(error)).toBe(cost);
});

test('speech recognition is off without a URL, and an invalid price is named', () => {
  expect(openRecogniser({})).toBeNull();
  expect(openRecogniser({ RECOGNITION_URL: '' })).toBeNull();
  expect(() => openRecogniser({ RECOGNITION_EUR_PER_DAY: 'much' })).toThrow('RECOGNITION_EUR_PER_DAY');
});

describe('a model in a folder', () => {
  const folderWith = async (name: string, files: readonly string[]): Promise<string> => {
    const parent = await mkdtemp(join(tmpdir(), 'parlance-model-'));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    await mkdir(join(parent, name));
    for (const file of files) await writeFile(join(parent, name, file), 'x');
    return join(parent, name);
  };
  const whisper = [
    'tiny-encoder.onnx',
    'tiny-encoder.int8.onnx',
    'tiny-decoder.int8.onnx',
    'tiny-tokens.txt',
  ];

  test.each([
    ['whisper', 'sherpa-onnx-whisper-tiny', whisper, ['de', 'en'], ['tlh']],
    ['whisper', 'sherpa-onnx-whisper-tiny.en', whisper, ['en-GB'], ['de']],
    [
      'transducer',
      'zipformer',
      ['encoder-1.onnx', 'decoder-1.onnx', 'joiner-1.onnx', 'tokens.txt'],
      [],
      ['en'],
    ],
    ['senseVoice', 'sense-voice', ['model.int8.onnx', 'tokens.txt'], ['ja-JP', 'en'], ['de']],
  ])('is identified by its files: %s in %s', async (kind, name, files, known, unknown) => {
    const folder = await folderWith(name, files);
    const model = findModel(folder);
    expect(model).toMatchObject({ kind, name });
    if (model.kind === 'whisper') expect(model.encoder).toContain('int8');
    const recogniser = openRecogniser({ RECOGNITION_MODEL_DIR: folder })!;
    expect(recogniser).toMatchObject({ model: name, microsPerMinute: 0 });
    expect(known.filter((language) => !recogniser.knows(language))).toEqual([]);
    expect(unknown.filter((language) => recogniser.knows(language))).toEqual([]);
    // Its operator knows better.
    const told = openRecogniser({ RECOGNITION_MODEL_DIR: folder, RECOGNITION_LANGUAGES: 'fr, en' })!;
    expect(['fr-CH', 'de'].map((language) => told.knows(language))).toEqual([true, false]);
  });

  test.each([
    ['a folder without a model', null, /There is no folder/],
    ['without tokens', ['tiny-encoder.onnx'], /has no file tokens\.txt/],
    ['with something else', ['tokens.txt', 'model.onnx'], /none of the models that are known/],
  ])('%s prevents the start of the server, with the variable named', async (_, files, message) => {
    const folder = files ? await folderWith('model', files) : '/nowhere/at-all';
    expect(() => openRecogniser({ RECOGNITION_MODEL_DIR: folder })).toThrow(message);
    expect(() => openRecogniser({ RECOGNITION_MODEL_DIR: folder })).toThrow(/RECOGNITION_MODEL_DIR/);
  });

  test('that is unusable, or whose engine is not installed, fails only its own requests', async () => {
    const recogniser = openRecogniser({ RECOGNITION_MODEL_DIR: await folderWith('tiny', whisper) })!;
    onTestFinished(() => recogniser.close());
    const audio = new Uint8Array(await mp3(400));
    const request = { audio, language: 'en', hints: [], tenant: 'organization:1' };
    await expect(recogniser.recognise(request, signal)).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'bad_request',
      message: expect.stringMatching(/npm install|cannot be used/),
    });
  });
});
