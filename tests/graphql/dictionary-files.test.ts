import { expect, test } from 'vitest';
import { entriesMax } from '../../server/areas/voice/dictionaries/entries.ts';
import { isFull } from '../support/full.ts';
import { useDictionary } from './dictionary-calls.ts';

const dictionary = useDictionary();
const { stage, ask, change, upload, add, sourcesOf } = dictionary;

const file = async (format: string): Promise<string> =>
  (await ask(`{ dictionary(id: "${stage.room.dictionary.id}") { file(format: ${format}) } }`)).dictionary
    .file;

test('an exported CSV file imports unchanged, including formulas', async () => {
  await add(
    { source: '=1+1', replacement: '-x' },
    { source: 'Macron', replacement: 'Makrong', kind: 'PHONEMES', phonemes: 'makʁɔ̃' },
    { source: 'Dr\\. (\\w+)', replacement: 'Doctor $1', isPattern: true },
  );
  const text = await file('CSV');
  expect(text).toContain(`"'=1+1";"'-x"`);
  expect(await upload('CSV', text)).toMatchObject({ added: 0, changed: 0 });
  expect(await upload('CSV', text.replace('sen-tence', 'sen tence'))).toMatchObject({ added: 0, changed: 1 });
  for (const { node } of (
    await ask(
      `{ dictionary(id: "${stage.room.dictionary.id}") { entries(first: 9) { edges { node { databaseId } } } } }`,
    )
  ).dictionary.entries.edges)
    await change('deleteDictionaryEntry', { id: String(node.databaseId) }, 'entry { id }');
  expect(await upload('CSV', text)).toMatchObject({ added: 4, changed: 0 });
  expect(await file('CSV')).toBe(text);
});

test('a file with an invalid line changes nothing, and each such line is reported', async () => {
  const answer = await upload('CSV', 'good;word\n;nothing\nb;c;no such kind\n"(";x;substitution;;1;0;1\n');
  expect(answer.fieldErrors.map(({ code, message }: any) => [code, message])).toEqual([
    ['DICTIONARY_LINE', 'Line 2: the word is missing.'],
    ['DICTIONARY_LINE', 'Line 3: “no such kind” is not a type of entry.'],
    ['DICTIONARY_LINE', 'Line 4: “(” is not a valid regular expression.'],
  ]);
  expect(await sourcesOf()).toEqual(['sentence']);
  expect(await upload('CSV', 'a;b', 'words.txt')).toMatchObject({
    fieldErrors: [{ field: 'file', code: 'DICTIONARY_FILE_NOT_TAKEN' }],
  });
});

test('a long import does not block readers, and an interrupted one is completed by the next', async () => {
  const { server } = dictionary;
  const lines = 20_000;
  const text = Array.from({ length: lines }, (_, line) => `Name${line};Naym ${line}`).join('\n');
  const id = String(stage.room.dictionary.id);
  const count = () =>
    server.app.db.prisma.dictionaryEntry.count({ where: { dictionaryId: stage.room.dictionary.id } });
  const other = await server.make.newsroom();
  const reader = await server.signIn(other.editor);
  // A project keeps its last dictionary, so that this one can be deleted only if there is another.
  await change(
    'createDictionary',
    { level: 'PROJECT', project: String(stage.room.project.id), name: 'Second' },
    'dictionary { id }',
  );
  const before = await count();
  const order: string[] = [];
  const importing = upload('CSV', text).then((answer) => {
    order.push('import');
    return answer;
  });
  await expect.poll(count, { interval: 5 }).toBeGreaterThan(before);
  await ask(
    `{ project(id: "${other.project.id}") { articles(first: 10) { edges { node { title } } } } }`,
    reader,
  );
  order.push('list');
  await change('deleteDictionary', { id }, 'dictionary { id }');
  expect((await importing).__typename).toBe('NotFoundError');
  expect(order).toEqual(['list', 'import']);
  await change('restoreDictionary', { id }, 'dictionary { id }');
  const written = (await count()) - before;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(lines);
  const [first, second] = await Promise.all([upload('CSV', text), upload('CSV', text)]);
  expect(first.added + second.added).toBe(lines - written);
  expect(await count()).toBe(before + lines);
});

test('lexicons are exported to and imported from other services', async () => {
  await add({ source: 'Macron', replacement: 'Makrong', kind: 'PHONEMES', phonemes: 'makʁɔ̃' });
  const lexicon = await file('PLS');
  expect(lexicon).toContain(
    '<lexeme><grapheme>Macron</grapheme><phoneme>makʁɔ̃</phoneme><alias>Makrong</alias></lexeme>',
  );
  expect(await upload('PLS', lexicon.replace('Macron', 'Emmanuel'))).toMatchObject({ added: 2 });
  expect(await upload('PLS', '<!DOCTYPE x [<!ENTITY a "b">]><lexicon>&a;</lexicon>')).toMatchObject({
    __typename: 'ValidationError',
    fieldErrors: [{ code: 'DICTIONARY_LINE' }],
  });
});

test('thousands of lines are parsed in a thread and imported, up to the limit of a dictionary', async () => {
  const count = isFull ? entriesMax : 5_000;
  const lines = Array.from({ length: count }, (_, index) => `Word${index};said ${index}`).join('\n');
  await change('deleteDictionaryEntry', { id: String(stage.room.entry.id) }, 'entry { id }');
  expect(await upload('CSV', lines)).toMatchObject({ added: count });
  expect(await upload('CSV', `one;more\n${lines}`)).toMatchObject(
    count < entriesMax
      ? { added: 1, changed: 0 }
      : { fieldErrors: [{ field: 'file', code: 'DICTIONARY_LINE' }] },
  );
});
