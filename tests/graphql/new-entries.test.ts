import { beforeEach, expect, test } from 'vitest';
import { addEntries } from '../../server/areas/voice/dictionaries/entries.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let editor: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  editor = await server.signIn(room.editor);
});

async function ask(document: string): Promise<any> {
  const { data, errors } = await server.graphql(document, {}, editor);
  expect(errors).toBeUndefined();
  return data;
}

test('typing an entry shows unsupported phonemes, and how each service pronounces it', async () => {
  const check = async (entry: string, args = 'language: "de"'): Promise<any> =>
    (
      await ask(
        `{ pronunciationCheck(entry: { source: "Macron", ${entry} }, ${args}) { isKnown phonemes unknown { symbol start length } services { provider method reason } } }`,
      )
    ).pronunciationCheck;
  const said = ({ services }: any) =>
    Object.fromEntries(services.map(({ provider, method, reason }: any) => [provider, [method, reason]]));
  const wrong = await check('kind: PHONEMES, phonemes: "maθɬa"');
  expect(wrong.unknown).toEqual([{ symbol: 'ɬ', start: 3, length: 1 }]);
  expect(wrong.phonemes).toContain('ç');
  expect(said(wrong)).toMatchObject({
    offline: ['AS_WRITTEN', 'MISSING_PHONEMES'],
    amazon: ['AS_WRITTEN', 'MISSING_PHONEMES'],
    openai: ['AS_WRITTEN', 'NOT_SUPPORTED'],
  });
  const right = said(await check('kind: PHONEMES, phonemes: "makʁɔ̃", replacement: "Makrong"'));
  expect(Object.keys(right)).toHaveLength(9);
  expect(right).toMatchObject({ amazon: ['PHONEMES', null], gemini25: ['FALLBACK', 'NOT_SUPPORTED'] });
  const english = 'kind: PHONEMES, phonemes: "mækrɒn"';
  const elevenlabs = async (model: string) =>
    said(await check(english, `language: "en", voice: "elevenlabs:x", model: "${model}"`)).elevenlabs;
  expect(await elevenlabs('eleven_flash_v2')).toEqual(['PHONEMES', null]);
  expect(await elevenlabs('eleven_flash_v2_5')).toEqual(['AS_WRITTEN', 'NOT_SUPPORTED']);
  const unknown = await check('kind: PHONEMES, phonemes: "a"', 'language: "fi"');
  expect([unknown.isKnown, unknown.unknown]).toEqual([false, []]);
  expect(said(unknown).amazon).toEqual(['AS_WRITTEN', 'UNKNOWN_LANGUAGE']);
  expect(said(await check('kind: LETTERS')).openai).toEqual(['LETTERS', null]);
});

test('likely mispronounced words are suggested until a dictionary contains them', async () => {
  const { make } = server;
  await make.article(room.project.id, { text: 'Today Macron met Scholz. Then Macron left for the USA.' });
  const suggested = async () =>
    (
      await ask(
        `{ dictionarySuggestions(project: "${room.project.id}") { word reason count excerpt start length article { databaseId } } }`,
      )
    ).dictionarySuggestions;
  const words = await suggested();
  expect(words.map(({ word, reason, count }: any) => [word, reason, count])).toEqual([
    ['Macron', 'NAME', 2],
    ['Scholz', 'NAME', 1],
    ['USA', 'ABBREVIATION', 1],
  ]);
  const { excerpt, start, length } = words[0];
  expect(excerpt.slice(start, start + length)).toBe('Macron');
  await addEntries(server.app, actorOf(room.editor), {
    dictionaryId: room.dictionary.id,
    entries: [{ source: 'Macron', replacement: 'Makrong' }],
  });
  expect((await suggested()).map(({ word }: any) => word)).toEqual(['Scholz', 'USA']);
});
