import loadEspeak from '@echogarden/espeak-ng-emscripten';
import { describe, expect, test } from 'vitest';
import { engineSounds, offlinePhonemes } from '../../server/speech/offline-phonemes.ts';
import { engineText } from '../../server/speech/offline-text.ts';
import { offlineProvider } from '../../server/speech/offline.ts';
import type { SpeechRequest } from '../../server/speech/provider.ts';
import { compileDictionary } from '../../server/text/pronunciation/compile-dictionary.ts';
import type { Entry, EntryKind } from '../../server/text/pronunciation/dictionary.ts';
import { inventoryOf, readIpa } from '../../server/text/pronunciation/ipa.ts';
import { pronounce } from '../../server/text/pronunciation/pronounce.ts';
import { openService, SERVICES } from './started-services.ts';

const text = 'Fish & Qatar’s <chips>, 2 pounds.';
const entry = (kind: EntryKind, given: Partial<Entry> = {}): Entry => ({
  id: 1,
  source: 'Qatar',
  replacement: 'Cutter',
  kind,
  phonemes: kind === 'phonemes' ? 'ˈkʌtər' : null,
  wholeWord: true,
  matchCase: false,
  isPattern: false,
  inflected: false,
  ...given,
});

/** A service's request for a text with an entry, as it goes out. */
function requestFor(
  { soundsProblem }: { soundsProblem?: SoundsProblem },
  request: SpeechRequest,
  given: Entry,
): SpeechRequest {
  const dictionary = compileDictionary({
    id: 1,
    name: 'Names',
    level: 'project',
    scope: { language: null, provider: null, voice: null },
    entries: [given],
  });
  const { spoken, sounds } = pronounce([dictionary], request.text, {
    language: request.language,
    provider: 'any',
    name: request.voice,
    takesSounds: (ipa) => soundsProblem?.(ipa, request) === null,
  });
  return { ...request, text: spoken, sounds };
}
type SoundsProblem = (ipa: string, voice: SpeechRequest) => string | null;

const phoneme = '<phoneme alphabet="ipa" ph="ˈkʌtərz">Qatar’s</phoneme>';
/** What goes out for the word, by service and kind of entry. */
const table: Record<string, Record<EntryKind, string>> = {
  google: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: phoneme },
  amazon: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: phoneme },
  microsoft: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: phoneme },
  ibm: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: phoneme },
  openai: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: 'Cutter’s' },
  elevenlabs: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: 'Cutter’s' },
  gemini25: { substitution: 'Cutter’s', letters: 'Q A T A R’s', phonemes: 'Cutter’s' },
};

/** The text in a request's body, wherever the service has it; Google's marks are none of it. */
function textOf(body: string): string {
  const found = /"(?:text|ssml|input|Text)":("(?:[^"\\]|\\.)*")/.exec(body);
  const written = found ? (JSON.parse(found[1]!) as string) : body;
  return written.replace(/<mark name="\w+"\/>/g, '');
}

describe.each(SERVICES.map(({ id }) => id))('%s', (id) => {
  test.each(Object.keys(table.google!) as EntryKind[])('speaks an entry of the kind %s', async (kind) => {
    const { provider, request, last, signal } = await openService(id);
    await provider.synthesise(requestFor(provider, request({ text }), entry(kind)), signal);
    const sent = textOf(last().body);
    expect(sent).toContain(table[id]![kind]);
    for (const word of ['Fish', 'chips', '2 pounds.']) expect(sent).toContain(word);
  });

  test('speaks the written word if it supports no phonemes and there is no replacement', async () => {
    const { provider, request, last, signal } = await openService(id);
    // English has no such sound.
    const foreign = entry('phonemes', { phonemes: 'ʀɬa', replacement: '' });
    await provider.synthesise(requestFor(provider, request({ text }), foreign), signal);
    expect(textOf(last().body)).toContain('Qatar’s');
    expect(last().body).not.toContain('phoneme');
    expect(provider.soundsProblem!('ʀɬa', request({}))).toMatch(/has no ʀ, ɬ|takes? no phonemes/);
  });
});

test.each([
  ['eleven_flash_v2', 'en-US', phoneme],
  ['eleven_monolingual_v1', 'en-US', phoneme],
  ['eleven_flash_v2_5', 'en-US', 'Cutter’s'],
  ['eleven_multilingual_v2', 'en-US', 'Cutter’s'],
])('ElevenLabs’ model %s gets %s phonemes as %s', async (model, language, expected) => {
  const { provider, request, last, signal } = await openService('elevenlabs');
  const asked = request({ text, model, language });
  await provider.synthesise(requestFor(provider, asked, entry('phonemes')), signal);
  const sent = textOf(last().body);
  expect(sent).toContain(expected);
  for (const word of ['Fish & ', '<chips>', '2 pounds.']) expect(sent).toContain(word);
  expect(last().body).toContain(`"model_id":"${model}"`);
});

test('Polly’s timings around a phoneme tag are mapped', async () => {
  const { provider, request, signal } = await openService('amazon');
  const asked = requestFor(provider, request({ text: 'Go to Qatar now.' }), entry('phonemes'));
  const { timings } = await provider.synthesise(asked, signal);
  expect(timings?.map(({ start, length }) => asked.text.slice(start, start + length))).toEqual(
    expect.arrayContaining(['Go', 'to', 'now']),
  );
});

describe('the offline engine', async () => {
  const { eSpeakNGWorker } = await loadEspeak();
  const engine = new eSpeakNGWorker();
  const provider = offlineProvider({} as never, 1); // only asked what it takes

  /** The sounds that the engine makes of a markup, without stress. */
  function soundsOf(markup: string): string[] {
    const sounds: string[] = [];
    engine.synthesize(markup, (_, events) => {
      for (const { type, id } of events)
        if (type === 'phoneme' && id) sounds.push(String(id).replace(/[ˈˌ]/g, ''));
      return false;
    });
    return sounds;
  }

  test.each([
    ['de', 'gmw/de'],
    ['en', 'gmw/en-US'],
    ['en', 'gmw/en-GB-x-rp'],
    ['fr', 'roa/fr'],
  ])('supports each phoneme that it lists in %s (%s)', (language, file) => {
    expect(engine.set_voice(file)).toBe(0);
    const taken = inventoryOf(language).filter((symbol) => offlinePhonemes(symbol, language) !== null);
    expect(taken.length).toBeGreaterThan(30);
    for (const symbol of taken)
      expect([symbol, soundsOf(`[[${offlinePhonemes(symbol, language)}]]`).length]).not.toEqual([symbol, 0]);
  });

  test('speaks phonemes in its own notation, other words normally, and brackets as text', () => {
    engine.set_voice('gmw/de');
    const request: SpeechRequest = {
      voice: 'any',
      language: 'de-DE',
      settings: {},
      text: 'Heute spricht Macron.',
    };
    const said = requestFor(provider, request, {
      ...entry('phonemes'),
      source: 'Macron',
      phonemes: 'maˈkʁɔ̃',
    });
    const { markup, offsets } = engineText(said.text, engineSounds(said));
    expect(markup).toBe("Heute spricht [[m|a|k|r|'O~]].");
    expect(soundsOf(markup).slice(-5)).toEqual(['m', 'a', 'k', 'ɾ', 'ɔ̃']);
    expect(offsets[markup.indexOf('[[')]).toBe(said.text.indexOf('Macron'));
    expect(engineText('a [[b]]').markup).toBe('a [ b]]');
    expect(engineText('a [\u200b[b]]').markup).toBe('a [ b]]');
    expect(engineText('[a]', [{ start: 1, length: 1, phonemes: 'b' }]).markup).toBe('[ [[b]]]');
  });

  test('speaks the replacement in languages whose phonemes it lacks', () => {
    const spanish = { voice: 'any', language: 'es-ES', settings: {}, text: 'Merz' };
    expect(provider.soundsProblem!('merts', spanish)).toMatch(/no phonemes/);
    expect(readIpa('merts', 'es-ES').unknown).toEqual([]);
  });
});
