import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { localProvider, type LocalProvider } from '../../server/speech/local/local-provider.ts';
import { VoicesDirectory } from '../../server/speech/local/voices-directory.ts';
import type { SpeechAudio, SpeechRequest, Voice } from '../../server/speech/provider.ts';
import { ProviderError } from '../../server/speech/provider-errors.ts';
import {
  piperModel,
  recordedPhonemes,
  recordedSounds,
  writeKitten,
  writeKokoro,
  writeMatcha,
  writePiperPackage,
  writePiperVoice,
} from './models/voice-models.ts';

const never = new AbortController().signal;

async function openVoices(env: Record<string, string> = {}, timeoutMs = 60_000) {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-voices-'));
  const directory = new VoicesDirectory(folder);
  const provider = localProvider({
    directory,
    env: { VOICES_PROCESSES: '1', ...env },
    patience: { timeoutMs },
  });
  const close = async () => {
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, directory, provider, close };
}

async function open(env: Record<string, string> = {}, timeoutMs = 60_000) {
  const opened = await openVoices(env, timeoutMs);
  onTestFinished(opened.close);
  return opened;
}

const say = (provider: LocalProvider, voice: string, text: string, more: Partial<SpeechRequest> = {}) =>
  provider.synthesise({ voice, language: 'en-US', settings: {}, text, ...more }, never);

const samplesOf = (audio: Uint8Array): Float32Array =>
  Float32Array.from(new Int16Array(audio.slice().buffer), (sample) => sample / 32_768);

const rateOf = ({ format }: SpeechAudio): number => (format.kind === 's16le' ? format.sampleRate : 0);

/** What a test model was given, in its own record. */
const recorded = (spoken: SpeechAudio, stretch = 1): string =>
  recordedPhonemes(samplesOf(spoken.audio), rateOf(spoken), stretch);

const loudest = ({ audio }: SpeechAudio): number =>
  samplesOf(audio).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Sounds alone. */
const bare = (phonemes: string) => phonemes.replace(/[\s.,?ˈˌː]/g, '');

describe('voices of every family', () => {
  let voices: Awaited<ReturnType<typeof openVoices>>;
  const speak = (voice: string, text: string, more: Partial<SpeechRequest> = {}) =>
    say(voices.provider, voice, text, more);

  beforeAll(async () => {
    voices = await openVoices();
    const { folder, directory } = voices;
    await writePiperVoice(join(folder, 'tone'), 'tone', { sampleRate: 16_000 });
    await writePiperPackage(join(folder, 'vits-piper-de_DE-tones-medium'), {
      language: 'de_DE',
      espeakVoice: 'de',
    });
    await writePiperVoice(join(folder, 'en_GB-duo-low'), 'en_GB-duo-low', {
      language: 'en_GB',
      speakers: ['anna-f', 'bert'],
    });
    await writeFile(join(folder, 'en_GB-duo-low', 'MODEL_CARD'), '# Duo\n* License: CC BY-NC 4.0\n');
    await writePiperVoice(join(folder, 'lacking'), 'lacking', { without: [...'zuː'] });
    await writeMatcha(join(folder, 'matcha'));
    await writeKokoro(join(folder, 'kokoro'));
    await writeKitten(join(folder, 'kitten'), { speakers: ['expr-voice-2-m', 'expr-voice-2-f'] });
    await directory.scan();
  });
  afterAll(() => voices.close());

  test('are listed with their speakers, languages, genders and licenses', async () => {
    expect(voices.directory.installed.problems).toEqual([]);
    const listed = await voices.provider.voices(never);
    expect(listed.map(({ name, label, language, gender }) => [name, label, language, gender])).toEqual([
      ['en_GB-duo-low#anna-f', 'Anna-f · Duo (low)', 'en-GB', 'female'],
      ['en_GB-duo-low#bert', 'Bert · Duo (low)', 'en-GB', 'neutral'],
      ['kitten#expr-voice-2-m', 'Expr-voice-2-m · Kitten', 'en-US', 'male'],
      ['kitten#expr-voice-2-f', 'Expr-voice-2-f · Kitten', 'en-US', 'female'],
      ['kokoro#af_tone', 'Tone · Kokoro', 'en-US', 'female'],
      ['kokoro#bm_tone', 'Tone · Kokoro', 'en-GB', 'male'],
      ['lacking', 'Lacking', 'en-US', 'neutral'],
      ['matcha', 'Matcha', 'en-US', 'neutral'],
      ['tone', 'Tone', 'en-US', 'neutral'],
      ['vits-piper-de_DE-tones-medium', 'Tones (medium)', 'de-DE', 'neutral'],
    ]);
    expect(listed[0]!.license).toEqual({ name: 'CC BY-NC 4.0', limits: ['non-commercial', 'attribution'] });
  });

  test('speak the text, in their sample rate and at a chosen speed', async () => {
    const text = 'The council approved the budget, finally.';
    const english = 'ðə kˈaʊnsəl ɐpɹˈuːvd ðə bˈʌdʒɪt, fˈaɪnəli.';
    const piper = await speak('tone', text);
    expect(piper.format).toEqual({ kind: 's16le', sampleRate: 16_000, channels: 1 });
    expect(recorded(piper)).toBe(english);
    expect(recorded(await speak('tone', text, { settings: { speed: 2 } }), 0.5)).toBe(english);
    const german = await speak('vits-piper-de_DE-tones-medium', 'Guten Abend.', { language: 'de-DE' });
    expect(recorded(german)).toBe('ɡˈuːtən ˈɑːbənt.');
    for (const voice of ['matcha', 'kokoro#af_tone', 'kokoro#bm_tone', 'kitten#expr-voice-2-f'])
      expect(recorded(await speak(voice, text)).trim(), voice).toBe(english);
  });

  test('have distinct speakers', async () => {
    expect(loudest(await speak('en_GB-duo-low#anna-f', 'Hello there.'))).toBeCloseTo(0.4, 2);
    expect(loudest(await speak('en_GB-duo-low#bert', 'Hello there.'))).toBeCloseTo(0.3, 2);
    const longText = 'Hello there, all of you.';
    expect(loudest(await speak('kokoro#bm_tone', longText))).toBeCloseTo(0.3, 2);
  });

  test('of Piper accept phonemes of dictionaries, and name unsupported ones', async () => {
    const sounds = [{ start: 4, length: 6, ipa: 'wˈɪn' }];
    expect(recorded(await speak('tone', 'Ask Nguyen, please.', { sounds }))).toBe('ˈæsk wˈɪn, plˈiːz.');
    const problem = (ipa: string, voice: string) =>
      voices.provider.soundsProblem!(ipa, { voice, language: 'en-US' });
    expect(problem('wˈɪn', 'tone')).toBeNull();
    expect(problem('ʘ̃ʬ', 'tone')).toContain('ʬ');
    expect(problem('wˈɪn', 'kitten#expr-voice-2-m')).toContain('phonemes');
  });

  test('report words without known phonemes', async () => {
    const text = 'The zoo is closed.';
    const { unspoken } = await speak('lacking', text);
    expect(unspoken!.map(({ start, end }) => text.slice(start, end))).toEqual(['zoo']);
    expect((await speak('tone', text)).unspoken).toEqual([]);
    expect((await speak('kokoro#af_tone', text)).unspoken).toEqual([]);
    await expect(speak('tone', '…')).rejects.toMatchObject({ name: 'NothingToSpeakError' });
  });

  test('speak all 600 phonemes of a long sentence', async () => {
    const words = Array.from(
      { length: 130 },
      (_, index) => ['council', 'budget', 'thursday', 'window'][index % 4],
    );
    const text = `${words.join(' ')}.`;
    const whole = bare(recorded(await speak('tone', text)));
    expect(whole.length).toBeGreaterThan(600);
    for (const voice of ['kokoro#af_tone', 'matcha', 'kitten#expr-voice-2-m']) {
      const spoken = await speak(voice, text);
      expect(recordedSounds(samplesOf(spoken.audio), rateOf(spoken)), voice).toBe(whole);
    }
  });

  test.each(['Sport', 'Weather report', 'Breaking news today', 'Why?'])(
    'speak a short heading once and completely: %s',
    async (heading) => {
      const alone = bare(recorded(await speak('tone', heading)));
      for (const voice of ['kokoro#af_tone', 'matcha', 'kitten#expr-voice-2-m']) {
        const spoken = await speak(voice, heading);
        expect(recordedSounds(samplesOf(spoken.audio), rateOf(spoken)), voice).toBe(alone);
      }
    },
  );
});

describe('a defective model', () => {
  const failure = async (provider: LocalProvider, voice: string): Promise<ProviderError> =>
    say(provider, voice, 'Hello.').then(
      () => expect.unreachable('it spoke'),
      (error: unknown) => error as ProviderError,
    );

  test('that throws or returns nothing does not affect other voices', async () => {
    const { folder, directory, provider } = await open();
    await writePiperVoice(join(folder, 'good'), 'good');
    await writePiperVoice(join(folder, 'throws'), 'throws', { behavior: 'throws' });
    await writePiperVoice(join(folder, 'nothing'), 'nothing', { behavior: 'returns nothing' });
    await directory.scan();
    const broken = { kind: 'gone', message: expect.stringContaining('out of data bounds') as string };
    expect(await failure(provider, 'throws')).toMatchObject(broken);
    expect(await failure(provider, 'nothing')).toMatchObject({ kind: 'gone' });
    expect(recorded(await say(provider, 'good', 'Hello.'))).toBe('həlˈoʊ.');
    for (let time = 1; time < 3; time++) await failure(provider, 'throws');
    // From then on it is not tried: that its file is gone goes unnoticed.
    await rm(join(folder, '.prepared'), { recursive: true });
    await rm(join(folder, 'throws'), { recursive: true });
    expect(await failure(provider, 'throws')).toMatchObject(broken);
  });

  test('that never ends is killed', async () => {
    const { folder, directory, provider } = await open({}, 1_500);
    await writePiperVoice(join(folder, 'endless'), 'endless', { behavior: 'never ends' });
    await directory.scan();
    const { kind, message } = await failure(provider, 'endless');
    expect([kind, message]).toEqual(['gone', expect.stringContaining('it took longer than 2 s')]);
  });

  test('that exceeds its memory limit is killed', async () => {
    const { folder, directory, provider } = await open({ VOICES_MEMORY_MB: '60' });
    await writePiperVoice(join(folder, 'tone'), 'tone');
    await directory.scan();
    expect((await failure(provider, 'tone')).message).toContain('it needs more than 60 MB');
  });

  test('ends immediately when the request is aborted', async () => {
    const { folder, directory, provider } = await open();
    await writePiperVoice(join(folder, 'endless'), 'endless', { behavior: 'never ends' });
    await writePiperVoice(join(folder, 'good'), 'good');
    await directory.scan();
    const cancel = new AbortController();
    const request = { voice: 'endless', language: 'en-US', settings: {}, text: 'Hello.' };
    const speaking = provider.synthesise(request, cancel.signal);
    setImmediate(() => cancel.abort(new Error('enough')));
    await expect(speaking).rejects.toThrow('enough');
    expect(recorded(await say(provider, 'good', 'Hello.'))).toBe('həlˈoʊ.');
  });
});

describe('the voices folder', () => {
  const old = new Date('2026-01-01');

  test('is rescanned, and reports changes', async () => {
    const { folder, directory, provider } = await open();
    expect(await directory.scan()).toBe(false);
    await writePiperVoice(join(folder, 'one'), 'one');
    expect(await directory.scan()).toBe(true);
    expect(await directory.scan()).toBe(false);
    const [{ availableModels: before }] = (await provider.voices(never)) as [Voice];
    await writeFile(
      join(folder, 'one', 'one.onnx'),
      piperModel({ sampleRate: 22_050, speakers: ['a', 'b'] }),
    );
    expect(await directory.scan()).toBe(true);
    const [{ availableModels: after }] = (await provider.voices(never)) as [Voice];
    expect(after).not.toEqual(before);
    await expect(say(provider, 'one', 'Hello.', { model: before[0] })).rejects.toMatchObject({
      kind: 'bad_request',
    });
    await rm(join(folder, 'one'), { recursive: true });
    expect(await directory.scan()).toBe(true);
    await expect(say(provider, 'one', 'Hello.')).rejects.toMatchObject({ kind: 'gone' });
    expect(await readdir(join(folder, '.prepared'))).toEqual(['checksums.json']);
  });

  test('can lose a voice while it speaks', async () => {
    const { folder, directory, provider } = await open();
    await writePiperVoice(join(folder, 'one'), 'one');
    await directory.scan();
    const text = 'The council approved the budget.';
    const first = say(provider, 'one', text);
    await rm(join(folder, 'one'), { recursive: true });
    const second = say(provider, 'one', text);
    // What was begun ends, with its audio or an error of its own.
    await first.catch((error: unknown) => expect(error).toBeInstanceOf(ProviderError));
    await second.catch((error: unknown) => expect(error).toBeInstanceOf(ProviderError));
    await directory.scan();
    await expect(say(provider, 'one', text)).rejects.toMatchObject({ kind: 'gone' });
  });

  test('reports an invalid folder in one line', async () => {
    const { folder, directory } = await open();
    const problems: Record<string, RegExp> = {
      truncated: /truncated\.onnx cannot be used: it is incomplete/,
      foreign: /no model in it/,
      text: /text\.onnx cannot be used: it is not an ONNX model/,
      plain: /plain\.onnx has no description/,
      'no-model': /not the model en_US-x\.onnx/,
      'bad-json': /bad-json\.onnx\.json is not valid JSON/,
      'other-json': /does not fit Piper's format at audio/,
      'no vocoder': /Rename it/,
      silent: /vocoder is missing/,
    };
    const make = async (name: string, files: Record<string, string | Buffer>) => {
      await mkdir(join(folder, name));
      for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
    };
    await writePiperVoice(join(folder, 'truncated'), 'truncated');
    await truncate(join(folder, 'truncated', 'truncated.onnx'), 900);
    await make('foreign', { 'photo.jpg': 'x' });
    await make('text', { 'text.onnx': 'this is a text', 'text.onnx.json': '{}' });
    await make('plain', { 'plain.onnx': piperModel({}) });
    await make('no-model', { 'en_US-x.onnx.json': '{}' });
    await make('bad-json', { 'bad-json.onnx': piperModel({}), 'bad-json.onnx.json': '{' });
    await make('other-json', { 'other-json.onnx': piperModel({}), 'other-json.onnx.json': '{}' });
    await make('no vocoder', {});
    await writeMatcha(join(folder, 'silent'));
    await rm(join(folder, 'silent', 'hifigan_v2.onnx'));
    for (const name of Object.keys(problems))
      for (const file of await readdir(join(folder, name))) await utimes(join(folder, name, file), old, old);
    await directory.scan();
    const found = Object.fromEntries(directory.installed.problems.map(({ id, problem }) => [id, problem]));
    expect(Object.keys(found).sort()).toEqual(Object.keys(problems).sort());
    for (const [id, pattern] of Object.entries(problems)) expect(found[id], id).toMatch(pattern);
    expect(directory.installed.models).toEqual([]);
  });

  test('waits for a folder that is being copied', async () => {
    const { folder, directory } = await open();
    await writePiperVoice(join(folder, 'one'), 'one');
    await truncate(join(folder, 'one', 'one.onnx'), 900);
    await directory.scan();
    expect(directory.installed).toEqual({ models: [], problems: [] });
  });

  test('accepts a pair of files next to the folders', async () => {
    const { folder, directory } = await open();
    await writePiperVoice(folder, 'de_DE-thorsten-medium', { language: 'de_DE', espeakVoice: 'de' });
    await directory.scan();
    expect(directory.installed.models).toMatchObject([{ id: 'de_DE-thorsten-medium' }]);
  });
});
