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

test('typing an entry shows which symbols the language lacks, and how each service pronounces it', async () => {
  const check = async (entry: string, args = 'language: "de"'): Promise<any> =>
    (
      await ask(
        `{ pronunciationCheck(entry: { source: "Macron", ${entry} }, ${args}) { isKnown sounds unknown { symbol start length } services { provider how reason } } }`,
      )
    ).pronunciationCheck;
  const said = ({ services }: any) =>
    Object.fromEntries(services.map(({ provider, how, reason }: any) => [provider, [how, reason]]));
  const wrong = await check('kind: PHONEMES, phonemes: "maθɬa"');
  expect(wrong.unknown).toEqual([{ symbol: 'ɬ', start: 3, length: 1 }]);
  expect(wrong.sounds).toContain('ç');
  expect(said(wrong)).toMatchObject({
    offline: ['WRITTEN', 'LACKS_SOUNDS'],
    amazon: ['WRITTEN', 'LACKS_SOUNDS'],
    openai: ['WRITTEN', 'TAKES_NONE'],
  });
  const right = said(await check('kind: PHONEMES, phonemes: "makʁɔ̃", replacement: "Makrong"'));
  expect(Object.keys(right)).toHaveLength(8);
  expect(right).toMatchObject({ amazon: ['SOUNDS', null], gemini25: ['FALLBACK', 'TAKES_NONE'] });
  const english = 'kind: PHONEMES, phonemes: "mækrɒn"';
  const elevenlabs = async (model: string) =>
    said(await check(english, `language: "en", voice: "elevenlabs:x", model: "${model}"`)).elevenlabs;
  expect(await elevenlabs('eleven_flash_v2')).toEqual(['SOUNDS', null]);
  expect(await elevenlabs('eleven_flash_v2_5')).toEqual(['WRITTEN', 'TAKES_NONE']);
  const unknown = await check('kind: PHONEMES, phonemes: "a"', 'language: "fi"');
  expect([unknown.isKnown, unknown.unknown]).toEqual([false, []]);
  expect(said(unknown).amazon).toEqual(['WRITTEN', 'UNKNOWN_LANGUAGE']);
  expect(said(await check('kind: LETTERS')).openai).toEqual(['LETTERS', null]);
});

test('words that are likely to be mispronounced are suggested until a dictionary contains them', async () => {
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
