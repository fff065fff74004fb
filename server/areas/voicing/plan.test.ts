import { expect, test } from 'vitest';
import { planVoicing, type Voicing } from './plan.ts';
import { chunkText } from '../../text/chunk-text.ts';
import type { CatalogueVoice } from '../../speech/voice-catalogue.ts';
import type { Provider, VoiceSetting } from '../../speech/provider.ts';

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
const keys = async (...given: Parameters<typeof plan>) => (await plan(...given)).chunks.map(({ key }) => key);

test('chunks are known by what a service is asked, and by nothing else', async () => {
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

test('a version is known by all that is heard', async () => {
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

test('the limit of the strictest voice in a text holds for all of it', async () => {
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

test('a teaser ends with a paragraph, and headings are none', async () => {
  const count = async (text: string, paragraphs: number) =>
    (await plan({ text, paywall: { paragraphs, suffix: null } })).teaser?.chunks ?? null;
  expect(await count(voicing.text, 1)).toBe(3);
  expect(await count(voicing.text, 2)).toBe(4);
  expect(await count(voicing.text, 3)).toBeNull();
  expect(await count('# A heading\n\nOne.\n\nTwo.', 1)).toBe(3);
});
