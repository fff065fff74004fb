import { expect, test } from 'vitest';
import { NothingToVoiceError, planVoicing, type Spell, type Voicing } from './voicing-plan.ts';
import { plainEntry } from '../../../text/pronunciation/check-entry.ts';
import { compileDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import type { Entry } from '../../../text/pronunciation/dictionary.ts';
import { spellByRules } from '../../articles/normalization/spell-pieces.ts';
import { chunkText } from '../../../text/chunk-text.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import type { Provider, VoiceSetting } from '../../../speech/provider.ts';

const speed: VoiceSetting = {
  id: 'speed',
  title: 'Speed',
  type: 'float',
  min: 0.5,
  max: 2,
  step: 0.1,
  default: 1,
};
const normalise: VoiceSetting = { id: 'normalise', title: 'Normalise', type: 'boolean', default: true };

function voices(settings: VoiceSetting[], limits: Record<string, Provider['limits']['maxRequest']>) {
  const voice = (id: string): CatalogueVoice => ({
    id,
    name: id.split(':')[1]!,
    provider: id.split(':')[0]!,
    label: id,
    language: 'en-US',
    gender: 'female',
    type: 'standard',
    styles: [],
    availableModels: [],
    availableSettings: settings,
    favorite: false,
    warnings: {},
  });
  return {
    findVoice: (id: string) => (id.split(':')[0]! in limits ? voice(id) : null),
    provider: (id: string) => ({ id, limits: { maxRequest: limits[id]!, concurrency: 1 } }) as Provider,
  };
}

const voicing: Voicing = {
  articleId: 1,
  title: 'A title',
  text: 'One sentence. Another one.\n\nThe second paragraph.\n\nThe third.',
  skipTitle: false,
  skipText: false,
  strategy: 'sentences',
  voiceToVoice: null,
  voiceProvider: 'openai',
  voiceName: 'Ann',
  voiceLanguage: 'en-US',
  voiceSettings: {},
  pauses: { sentence: 250, paragraph: 600, heading: 900 },
  sound: { bitrate: 64, volumeBoost: 0, music: null, logo: null, cover: null },
  publisher: 'The Paper',
  paywall: null,
};
const plan = (
  change: Partial<Voicing> = {},
  settings: VoiceSetting[] = [speed],
  limits: Record<string, Provider['limits']['maxRequest']> = { openai: { unit: 'characters', value: 4_000 } },
) =>
  planVoicing(voices(settings, limits), async (text, options) => chunkText(text, options), {
    ...voicing,
    ...change,
  });
/** The plan with entries of one dictionary. @param takesSounds whether the voice takes sounds */
function said(
  text: string,
  entries: Partial<Entry>[],
  { takesSounds = true, spell = null }: { takesSounds?: boolean; spell?: Spell | null } = {},
) {
  const { provider, ...rest } = voices([], { openai: { unit: 'characters', value: 60 } });
  const speech = {
    ...rest,
    provider: (id: string) => ({
      ...provider(id),
      soundsProblem: () => (takesSounds ? null : 'It takes none.'),
    }),
  };
  const dictionary = compileDictionary({
    id: 1,
    name: 'Names',
    level: 'project',
    scope: { language: null, provider: null, voice: null },
    entries: entries.map((entry, id) => ({ ...plainEntry('', ''), id, ...entry })),
  });
  return planVoicing(
    speech,
    async (whole, options) => chunkText(whole, options),
    { ...voicing, title: '', text },
    spell,
    [dictionary],
  );
}

const keys = async (...given: Parameters<typeof plan>) => (await plan(...given)).chunks.map(({ key }) => key);

test('the key of a chunk depends only on the request to the speech service', async () => {
  const own = await keys();
  expect(await keys({ voiceSettings: { speed: 1 } })).toEqual(own);
  expect(await keys({}, [speed, normalise])).toEqual(own);
  expect(
    await keys({
      sound: { bitrate: 128, volumeBoost: 50, music: 'm', logo: 'l', cover: 'c' },
      pauses: { sentence: 0, paragraph: 0, heading: 0 },
    }),
  ).toEqual(own);
  expect(await keys({ articleId: 2, publisher: 'Another' })).toEqual(own);
  for (const other of [{ voiceSettings: { speed: 1.5 } }, { voiceName: 'Bob' }]) {
    expect((await keys(other)).filter((key) => own.includes(key))).toEqual([]);
  }
});

test('the key of a version depends on everything audible', async () => {
  const versions = await Promise.all([
    plan(),
    plan({ sound: { ...voicing.sound, bitrate: 128 } }),
    plan({ sound: { ...voicing.sound, music: 'm' } }),
    plan({ sound: { ...voicing.sound, cover: 'c' } }),
    plan({ pauses: { ...voicing.pauses, sentence: 300 } }),
    plan({ skipTitle: true }),
    plan({ articleId: 2 }),
    plan({ paywall: { paragraphs: 1, suffix: null } }),
    plan({ paywall: { paragraphs: 2, suffix: null } }),
    plan({ paywall: { paragraphs: 1, suffix: 'words' } }),
    plan({ paywall: { paragraphs: 1, suffix: { file: 'f' } } }),
  ]);
  expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
  expect((await plan()).version).toBe(versions[0]!.version);
});

test('the chunk limit of a text is that of its strictest voice', async () => {
  const long = `Every ${'word '.repeat(60).trim()}.`;
  const text = `${long} <voice name="ibm:Zoe">${long}</voice>`;
  const limits = {
    openai: { unit: 'characters', value: 4_000 },
    ibm: { unit: 'bytes', value: 100 },
  } as const;
  const { chunks } = await plan({ text }, [], limits);
  for (const { provider, text: said } of chunks)
    expect(Buffer.byteLength(said), `${provider}: ${said}`).toBeLessThanOrEqual(100);
  expect(
    (await plan({ text: `${long} ${long}` }, [], limits)).chunks.slice(1).map(({ text: said }) => said),
  ).toEqual([long, long]);
});

test('a teaser ends after a number of paragraphs, not counting headings', async () => {
  const count = async (text: string, paragraphs: number) =>
    (await plan({ text, paywall: { paragraphs, suffix: null } })).teaser?.chunks ?? null;
  expect(await count(voicing.text, 1)).toBe(3);
  expect(await count(voicing.text, 2)).toBe(4);
  expect(await count(voicing.text, 3)).toBeNull();
  expect(await count('# A heading\n\nOne.\n\nTwo.', 1)).toBe(3);
});

test('a dictionary entry changes only the sentences that contain its word', async () => {
  const text = 'Merz speaks. Nobody listens. Merz’s plan is 3 pages long.';
  const before = await said(text, []);
  const after = await said(text, [{ source: 'Merz', replacement: 'Mairts' }]);
  expect(after.chunks.map((chunk) => chunk.text)).toEqual([
    'Mairts speaks.',
    'Nobody listens.',
    'Mairts’s plan is 3 pages long.',
  ]);
  // What is marked while it is read stays as written.
  expect(after.chunks.map(({ written }) => written)).toEqual([
    'Merz speaks.',
    null,
    'Merz’s plan is 3 pages long.',
  ]);
  expect(after.chunks.map(({ start }) => start)).toEqual(before.chunks.map(({ start }) => start));
  expect(after.chunks.map(({ key }, index) => key === before.chunks[index]!.key)).toEqual([
    false,
    true,
    false,
  ]);
  expect(after.version).not.toBe(before.version);
  expect(after.pronounced).toEqual([
    { dictionaryId: 1, dictionary: 'Names', entryId: 0, source: 'Merz', how: 'replaced', count: 2 },
  ]);
  // No dictionary at all is the same as one that finds nothing.
  expect((await said('Nobody.', [{ source: 'Merz', replacement: 'x' }])).version).toBe(
    (await said('Nobody.', [])).version,
  );
});

test('phonemes are sent to a voice that supports them, and are part of the chunk’s key', async () => {
  const entry = { source: 'Macron', replacement: 'Makrong', kind: 'phonemes', phonemes: 'makʁɔ̃' } as const;
  const [heard] = (await said('Here Macron speaks.', [entry])).chunks;
  expect(heard).toMatchObject({
    text: 'Here Macron speaks.',
    written: null,
    request: { sounds: [{ start: 5, length: 6, ipa: 'makʁɔ̃' }] },
  });
  const others = [
    (await said('Here Macron speaks.', [])).chunks[0]!,
    (await said('Here Macron speaks.', [{ ...entry, phonemes: 'makrɔ' }])).chunks[0]!,
  ];
  expect(new Set([heard!.key, ...others.map(({ key }) => key)]).size).toBe(3);
  const without = await said('Here Macron speaks.', [entry], { takesSounds: false });
  expect(without.chunks[0]).toMatchObject({ text: 'Here Makrong speaks.', written: 'Here Macron speaks.' });
  expect(without.chunks[0]!.request).not.toHaveProperty('sounds');
  expect(without.pronounced).toMatchObject([{ how: 'fallback', count: 1 }]);
});

test('dictionaries apply after spelling out, and both map back to the written text', async () => {
  const spell: Spell = (pieces) => spellByRules(pieces);
  const { chunks, normalized } = await said(
    'Dr. Merz has 3 dogs.',
    [
      { source: 'Doctor', replacement: 'Doc' },
      { source: 'three', replacement: 'tree' },
      { source: 'Merz', replacement: 'Mairts' },
    ],
    { spell },
  );
  expect(chunks[0]).toMatchObject({ text: 'Doc Mairts has tree dogs.', written: 'Dr. Merz has 3 dogs.' });
  let [rebuilt, at] = ['', 0];
  for (const { start, length, spoken } of chunks[0]!.changes) {
    rebuilt += chunks[0]!.written!.slice(at, start) + spoken;
    at = start + length;
  }
  expect(rebuilt + chunks[0]!.written!.slice(at)).toBe(chunks[0]!.text);
  expect(normalized?.changes.map(({ spoken }) => spoken)).toEqual(['Doctor', 'three']);
});

test.each<[string, Partial<Entry>[], string]>([
  [
    'Room 3/4 has 5 dogs.',
    [{ source: '3/4', replacement: 'three to four' }],
    'Room three to four has five dogs.',
  ],
  ['It cost $5 at 9/11.', [{ source: '$5', replacement: 'a fiver' }], 'It cost a fiver at nine eleven.'],
  [
    'Ask Dr. Who on 5 May.',
    [{ source: 'Dr.', replacement: 'Docteur' }],
    'Ask Docteur Who on the fifth of May.',
  ],
  [
    'We met @news at 10%.',
    [{ source: '@news', replacement: 'the news desk' }],
    'We met the news desk at ten percent.',
  ],
  [
    'The year 1984 is a book.',
    [{ source: '1984', replacement: '', kind: 'letters' }],
    'The year 1 9 8 4 is a book.',
  ],
  // A word within what is spelled out leaves the number spelled out.
  ['It takes 5 km.', [{ source: 'km', replacement: 'klicks' }], 'It takes five kilometres.'],
  ['It has 7 dogs.', [{ source: 'seven', replacement: 'sefen' }], 'It has sefen dogs.'],
])(
  'a dictionary entry for a number or sign takes precedence over its rule: “%s”',
  async (text, entries, spoken) => {
    const { chunks } = await said(text, entries, { spell: (pieces) => spellByRules(pieces) });
    expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(spoken);
    // What is highlighted is what is written.
    expect(chunks.map(({ written, text: same }) => written ?? same).join(' ')).toBe(text);
  },
);

test('a phonetic entry for a word with a digit prevents its spelling out', async () => {
  const entry = { source: 'U2', replacement: '', kind: 'phonemes' as const, phonemes: 'juːtuː' };
  const { chunks } = await said('Here is U2 with 3 songs.', [entry], {
    spell: (pieces) => spellByRules(pieces),
  });
  expect(chunks[0]!.text).toBe('Here is U2 with three songs.');
  expect(chunks[0]!.request.sounds).toEqual([{ start: 8, length: 2, ipa: 'juːtuː' }]);
});

test('chunks that replacements made too long are split with their phonemes, and empty ones dropped', async () => {
  const word = 'A fairly long sentence is said of Macron in one single go.';
  const { chunks } = await said(word, [
    { source: 'fairly', replacement: 'very very very very very very very' },
    { source: 'Macron', replacement: '', kind: 'phonemes', phonemes: 'makʁɔ̃' },
  ]);
  expect(chunks.length).toBeGreaterThan(1);
  const sounded = chunks.filter(({ request }) => request.sounds);
  expect(
    sounded.map(({ text, request }) =>
      request.sounds!.map(({ start, length }) => text.slice(start, start + length)),
    ),
  ).toEqual([['Macron']]);
  const gone = await said('Hello there.\n\nDpa.\n\nThe end.', [{ source: 'dpa', replacement: '' }]);
  expect(gone.chunks.map(({ text }) => text)).toEqual(['Hello there.', 'The end.']);
  expect(gone.chunks[0]!.pauseMs).toBe(voicing.pauses.paragraph);
  await expect(said('Dpa.', [{ source: 'dpa', replacement: '' }])).rejects.toThrow(NothingToVoiceError);
});
