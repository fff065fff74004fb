import { expect, onTestFinished, test } from 'vitest';
import { mayHaveCost, openRecogniser, recognisedLanguage } from '../../server/speech/recognition.ts';
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

test('sends the sound with its language and the names that may be heard, and reads what was', async () => {
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

test('takes a model of one’s own and no more hints than are read', async () => {
  const { recognise, sent } = await open({ RECOGNITION_MODEL: 'large-v3' });
  await recognise(Array.from({ length: 200 }, (_, index) => `Name${index}`));
  expect(sent[0]!.fields['model']).toBe('large-v3');
  expect(sent[0]!.fields['prompt']!.length).toBeLessThanOrEqual(500);
  expect(sent[0]!.fields['prompt']).toMatch(/^Name0, Name1, .*\d$/);
});

test('knows its languages', () => {
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
])('fails as a service does that answers %j, without its key', async (fault, kind, cost) => {
  const { server, recognise } = await open();
  server.fail(fault, { times: 5 });
  const error = await recognise().catch((problem: unknown) => problem);
  // A key that is refused is not tried again for a while.
  expect(error).toMatchObject(kind === 'credentials' ? { reason: kind } : { kind });
  expect(String(error)).not.toContain(key);
  expect(mayHaveCost(error)).toBe(cost);
});

test('is none without an address, and a price that is none is named', () => {
  expect(openRecogniser({})).toBeNull();
  expect(openRecogniser({ RECOGNITION_URL: '' })).toBeNull();
  expect(() => openRecogniser({ RECOGNITION_EUR_PER_DAY: 'much' })).toThrow('RECOGNITION_EUR_PER_DAY');
});
