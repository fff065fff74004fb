import { beforeEach, describe, expect, test } from 'vitest';
import { createDictionary, watchDictionary } from '../../server/areas/dictionaries/dictionaries.ts';
import { entriesMax } from '../../server/areas/dictionaries/entries.ts';
import { resoundMore } from '../../server/areas/dictionaries/resounding.ts';
import { isFull } from '../support/full.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let editor: string;
let admin: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  editor = await server.signIn(room.editor);
  admin = await server.signIn(room.admin);
});

const errorFields =
  '__typename ... on Error { message code } ... on ValidationError { fieldErrors { field code message } }';

/** What a mutation answers. */
async function change(name: string, input: object, selection: string, token = editor): Promise<any> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { data, errors } = await server.graphql(
    `mutation($input: ${type}Input!) { ${name}(input: $input) { ${errorFields} ... on ${type}Success { ${selection} } } }`,
    { input },
    token,
  );
  expect(errors).toBeUndefined();
  return data![name];
}

async function ask(document: string, token = editor): Promise<any> {
  const { data, errors } = await server.graphql(document, {}, token);
  expect(errors).toBeUndefined();
  return data;
}

async function upload(
  format: 'CSV' | 'PLS',
  text: string | Uint8Array<ArrayBuffer>,
  name = `words.${format.toLowerCase()}`,
): Promise<any> {
  const { data } = await server.upload(
    `mutation($file: File!) { importDictionary(input: { dictionary: "${room.dictionary.id}", format: ${format}, file: $file }) {
      ${errorFields} ... on ImportDictionarySuccess { added changed dictionary { version } } } }`,
    {},
    new File([text], name),
    editor,
  );
  return data!['importDictionary'];
}

const add = (...entries: object[]) =>
  change(
    'addDictionaryEntries',
    { dictionary: String(room.dictionary.id), entries },
    'entries { id databaseId source replacement revision }',
  );
const sourcesOf = async (args = ''): Promise<string[]> =>
  (
    await ask(
      `{ dictionary(id: "${room.dictionary.id}") { entries(first: 50${args}) { edges { node { source } } } } }`,
    )
  ).dictionary.entries.edges.map(({ node }: any) => node.source);

test('a project has a dictionary from the start, which stays', async () => {
  const made = await server.make.project({ organizationId: room.organization.id });
  const { dictionaries } = await ask(
    `{ dictionaries(level: PROJECT, project: "${made.id}") { id name language provider voice project { databaseId } } }`,
  );
  expect(dictionaries).toEqual([
    {
      id: expect.any(String),
      name: 'Project Dictionary',
      language: null,
      provider: null,
      voice: null,
      project: { databaseId: made.id },
    },
  ]);
  const { id } = dictionaries[0];
  expect(await change('deleteDictionary', { id }, '__typename')).toMatchObject({
    fieldErrors: [{ field: 'id', code: 'DICTIONARY_NEEDED_BY_PROJECT' }],
  });
  const second = await change(
    'createDictionary',
    {
      level: 'PROJECT',
      project: String(made.id),
      language: 'de-de',
      provider: 'gemini25',
      voice: 'gemini25:Kore',
    },
    'dictionary { id name language provider voice }',
  );
  expect(second.dictionary).toMatchObject({
    name: 'Project Dictionary',
    language: 'de-DE',
    provider: 'gemini25',
    voice: 'Kore',
  });
  expect(await change('deleteDictionary', { id }, 'dictionary { id deletedAt }')).toMatchObject({
    dictionary: { id, deletedAt: expect.any(String) },
  });
  expect(await change('restoreDictionary', { id }, 'dictionary { deletedAt }')).toMatchObject({
    dictionary: { deletedAt: null },
  });
});

test('what is wrong with a dictionary or an entry is told of its field', async () => {
  const wrong = await change(
    'updateDictionary',
    { id: String(room.dictionary.id), name: ' ', language: 'no tongue', provider: 'nobody' },
    '__typename',
  );
  expect(wrong.fieldErrors.map(({ field, code }: any) => [field, code])).toEqual([
    ['name', 'FIELD_EMPTY'],
    ['language', 'DICTIONARY_LANGUAGE_INVALID'],
    ['provider', 'DICTIONARY_SERVICE_UNKNOWN'],
  ]);
  const entries = await add(
    { source: ' ' },
    { source: 'a', replacement: 'x'.repeat(501) },
    { source: 'b', kind: 'PHONEMES' },
    { source: '(', isPattern: true },
    { source: 'fine', replacement: '' },
  );
  expect(entries.fieldErrors.map(({ field, code }: any) => [field, code])).toEqual([
    ['entries.0.source', 'DICTIONARY_SOURCE_MISSING'],
    ['entries.1.replacement', 'TOO_LONG'],
    ['entries.2.phonemes', 'DICTIONARY_PHONEMES_MISSING'],
    ['entries.3.source', 'DICTIONARY_PATTERN_INVALID'],
  ]);
  expect(await sourcesOf()).toEqual(['sentence']);
});

test('entries are listed newest first, and found however they are spelled', async () => {
  await add({ source: 'Müller', replacement: 'Miller' }, { source: 'Macron', replacement: 'Makrong' });
  expect(await sourcesOf()).toEqual(['Macron', 'Müller', 'sentence']);
  expect(await sourcesOf(', search: "MULLER"')).toEqual(['Müller']);
  expect(await sourcesOf(', search: "makrong"')).toEqual(['Macron']);
  expect(await sourcesOf(', search: "100%"')).toEqual([]);
  const { dictionary } = await ask(
    `{ dictionary(id: "${room.dictionary.id}") { first: entries(first: 1) { totalCount pageInfo { hasNextPage endCursor } } } }`,
  );
  expect(dictionary.first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
  const after = JSON.stringify(dictionary.first.pageInfo.endCursor);
  expect(await sourcesOf(`, after: ${after}`)).toEqual(['Müller', 'sentence']);
});

test('of two editors the later one sees the earlier one’s change, and who it was', async () => {
  const maintainer = await server.signIn(room.maintainer);
  const id = Buffer.from(`DictionaryEntry:${room.entry.id}`).toString('base64');
  const entry = 'entry { revision replacement modifiedBy { name } createdBy { name } }';
  const first = await change('updateDictionaryEntry', { id, revision: 1, replacement: 'one' }, entry);
  expect(first.entry).toEqual({
    revision: 2,
    replacement: 'one',
    modifiedBy: { name: room.editor.fullname },
    createdBy: null,
  });
  const second = { id, revision: 1, replacement: 'two' };
  expect(await change('updateDictionaryEntry', second, entry, maintainer)).toMatchObject({
    __typename: 'ConflictError',
    code: 'DICTIONARY_ENTRY_CHANGED',
  });
  expect(await change('updateDictionaryEntry', { ...second, revision: 2 }, entry, maintainer)).toMatchObject({
    entry: { revision: 3, replacement: 'two' },
  });
  // What changes nothing is no change.
  expect(await change('updateDictionaryEntry', { id, replacement: 'two' }, entry)).toMatchObject({
    entry: { revision: 3 },
  });
  const both = await Promise.all(
    ['three', 'four'].map((replacement) =>
      change('updateDictionaryEntry', { id, revision: 3, replacement }, entry),
    ),
  );
  expect(both.map(({ __typename }) => __typename).sort()).toEqual([
    'ConflictError',
    'UpdateDictionaryEntrySuccess',
  ]);
});

test('who watches a dictionary hears of another editor’s change, until he may no longer', async () => {
  const { app } = server;
  const watched = await watchDictionary(app, async () => actorOf(room.viewer), room.dictionary.id);
  expect((await watched.next()).value).toMatchObject({ version: room.dictionary.version });
  await add({ source: 'Merz', replacement: 'Mairts' });
  expect((await watched.next()).value).toMatchObject({ version: room.dictionary.version + 1 });
  await upload('CSV', 'Macron;Makrong');
  expect((await watched.next()).value).toMatchObject({ version: room.dictionary.version + 2 });
  await app.db.prisma.member.deleteMany({ where: { userId: room.viewer.id } });
  await expect(watched.next()).rejects.toThrow();
});

test('a deleted entry can be brought back, and each change is another version', async () => {
  const id = String(room.entry.id);
  const version = async () =>
    (await ask(`{ dictionary(id: "${room.dictionary.id}") { version } }`)).dictionary.version;
  const before = await version();
  await change('deleteDictionaryEntry', { id }, 'entry { id }');
  expect([await sourcesOf(), await sourcesOf(', deleted: true')]).toEqual([[], ['sentence']]);
  await change('restoreDictionaryEntry', { id }, 'entry { id }');
  expect(await sourcesOf()).toEqual(['sentence']);
  expect(await version()).toBe(before + 2);
});

test('others that have the same source or replacement are told', async () => {
  await add({ source: 'Merz', replacement: 'Mairts' }, { source: 'März', replacement: 'Mairts' });
  const told = async (args: string) =>
    (
      await ask(`{ dictionary(id: "${room.dictionary.id}") { duplicates(${args}) { source } } }`)
    ).dictionary.duplicates.map(({ source }: any) => source);
  expect(await told('source: " Merz "')).toEqual(['Merz']);
  expect(await told('replacement: "Mairts"')).toEqual(['März', 'Merz']);
  expect(await told(`source: "sentence", except: "${room.entry.id}"`)).toEqual([]);
  expect(await told('source: "", replacement: ""')).toEqual([]);
});

describe('files', () => {
  const file = async (format: string): Promise<string> =>
    (await ask(`{ dictionary(id: "${room.dictionary.id}") { file(format: ${format}) } }`)).dictionary.file;

  test('a CSV file comes back as it was, formulas too, and again changes nothing', async () => {
    await add(
      { source: '=1+1', replacement: '-x' },
      { source: 'Macron', replacement: 'Makrong', kind: 'PHONEMES', phonemes: 'makʁɔ̃' },
      { source: 'Dr\\. (\\w+)', replacement: 'Doctor $1', isPattern: true },
    );
    const text = await file('CSV');
    expect(text).toContain(`"'=1+1";"'-x"`);
    expect(await upload('CSV', text)).toMatchObject({ added: 0, changed: 0 });
    expect(await upload('CSV', text.replace('sen-tence', 'sen tence'))).toMatchObject({
      added: 0,
      changed: 1,
    });
    for (const { node } of (
      await ask(
        `{ dictionary(id: "${room.dictionary.id}") { entries(first: 9) { edges { node { databaseId } } } } }`,
      )
    ).dictionary.entries.edges)
      await change('deleteDictionaryEntry', { id: String(node.databaseId) }, 'entry { id }');
    expect(await upload('CSV', text)).toMatchObject({ added: 4, changed: 0 });
    expect(await file('CSV')).toBe(text);
  });

  test('a file with a line that is wrong changes nothing, and each such line is told', async () => {
    const answer = await upload('CSV', 'good;word\n;nothing\nb;c;no such kind\n"(";x;substitution;;1;0;1\n');
    expect(answer.fieldErrors.map(({ code, message }: any) => [code, message])).toEqual([
      ['DICTIONARY_LINE', 'Line 2: the word is missing.'],
      ['DICTIONARY_LINE', 'Line 3: “no such kind” is no kind of entry.'],
      ['DICTIONARY_LINE', 'Line 4: “(” is no regular expression that can be used.'],
    ]);
    expect(await sourcesOf()).toEqual(['sentence']);
    expect(await upload('CSV', 'a;b', 'words.txt')).toMatchObject({
      fieldErrors: [{ field: 'file', code: 'DICTIONARY_FILE_NOT_TAKEN' }],
    });
  });

  test('lexicons move words from and to other services', async () => {
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

  test('thousands of lines are read in a thread and taken, at most as many as a dictionary may have', async () => {
    const count = isFull ? entriesMax : 5_000;
    const lines = Array.from({ length: count }, (_, index) => `Word${index};said ${index}`).join('\n');
    await change('deleteDictionaryEntry', { id: String(room.entry.id) }, 'entry { id }');
    expect(await upload('CSV', lines)).toMatchObject({ added: count });
    expect(await upload('CSV', `one;more\n${lines}`)).toMatchObject(
      count < entriesMax
        ? { added: 1, changed: 0 }
        : { fieldErrors: [{ field: 'file', code: 'DICTIONARY_LINE' }] },
    );
  });
});

describe('what uses entries', () => {
  const ids = (...entries: { id: number }[]) => JSON.stringify(entries.map(({ id }) => String(id)));
  const usage = async (entries: string, args = '', token = editor) =>
    (
      await ask(
        `{ dictionaryUsage(entries: ${entries}${args}) { totalCount examined isAll uses { excerpt start length article { databaseId } } } }`,
        token,
      )
    ).dictionaryUsage;

  test('articles are found with the word, ten a page, in the projects that the dictionary is for', async () => {
    const { make } = server;
    const line = 'A long line before it, so that no more of it is shown than what stands close around; ';
    const text = `First paragraph.\n${line.repeat(2)}then Merz’s plan. ${line}`;
    const found = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        make.article(room.project.id, { text, title: `Article ${index}`, addedAt: new Date(2_000 - index) }),
      ),
    );
    await make.article(room.project.id, { text: 'Schmerzen and Merzer are other words.' });
    const elsewhere = await make.project({ organizationId: room.organization.id });
    await make.article(elsewhere.id, { text });
    const { entries } = await add({ source: 'merz', replacement: 'Mairts' });
    const id = { id: entries[0].databaseId };
    const first = await usage(ids(id));
    expect(first).toMatchObject({ totalCount: 11, examined: 11, isAll: true });
    expect(first.uses.map(({ article }: any) => article.databaseId)).toEqual(
      found.slice(0, 10).map((article) => article.id),
    );
    const { excerpt, start, length } = first.uses[0];
    expect(excerpt.slice(start, start + length)).toBe('Merz');
    expect(excerpt).not.toContain('\n');
    expect(excerpt.length).toBeLessThan(170);
    expect((await usage(ids(id), ', offset: 10')).uses).toHaveLength(1);
    // Both of the organization's projects have it.
    const ours = await server.app.db.prisma.dictionaryEntry.create({
      data: { dictionaryId: room.glossary.id, source: 'Merz', replacement: 'Mairts' },
    });
    expect((await usage(ids(ours))).totalCount).toBe(12);
    expect((await usage(ids(ours), `, project: "${elsewhere.id}"`)).totalCount).toBe(1);
    expect((await usage(ids(id, room.entry))).totalCount).toBe(12);
  });

  test('administrators voice again what would sound different, and are told before what that is', async () => {
    const { app } = server;
    const { prisma } = app.db;
    const article = await prisma.article.update({
      where: { id: room.article.id },
      data: { title: 'Merz', text: 'A sentence. Another one.' },
    });
    const said = ['Merz', 'A sentence.', 'Another one.'];
    await prisma.chunk.createMany({
      data: said.map((text, position) => ({
        articleId: article.id,
        version: article.audio!,
        position,
        segmentKey: `key ${position}`,
        text,
        start: 0,
        pauseMs: 0,
      })),
    });
    const quote = async (since = '') =>
      (
        await ask(
          `{ dictionaryResound(entries: ${ids(room.entry)}${since}) { articles sentences characters charged cost } }`,
          admin,
        )
      ).dictionaryResound;
    const expected = { articles: 1, sentences: 1, characters: 'A sen-tence.'.length, charged: 12, cost: 0 };
    const go = () => resoundMore(app, new AbortController().signal);
    expect(await quote()).toEqual(expected);
    expect(await quote(', since: "2100-01-01T00:00:00Z"')).toMatchObject({ articles: 0, characters: 0 });
    const input = { entries: [String(room.entry.id)] };
    const fields = 'resound { articles sentences characters charged cost }';
    expect(await change('resoundArticles', input, fields)).toMatchObject({ __typename: 'NotAllowedError' });
    expect(await change('resoundArticles', input, fields, admin)).toMatchObject({ resound: expected });
    await go();
    const after = await prisma.article.findUniqueOrThrow({ where: { id: article.id } });
    expect([after.status, after.run]).toEqual(['waiting', article.run + 1]);
    // What is on its way is not asked for again.
    expect(await quote()).toMatchObject({ articles: 0 });
    // What sounds as the dictionaries have it stays.
    await prisma.article.update({ where: { id: article.id }, data: { status: 'ready' } });
    await prisma.chunk.updateMany({
      where: { articleId: article.id, text: 'A sentence.' },
      data: { text: 'A sen-tence.', written: 'A sentence.' },
    });
    expect(await quote()).toMatchObject({ articles: 0 });
  });

  test('words are found in whatever form and script, parts of words and expressions among the newest', async () => {
    const { make, app } = server;
    const texts = [
      'In Straßburg tagt man.',
      'Frau Merkels Plan.',
      '東京は日本の首都です。',
      'Der Bundeskanzler spricht.',
      'Nr. 17a liegt auf dem Tisch.',
      'A foo™ and l’Élysée, AT&T.',
    ];
    for (const text of texts) await make.article(room.project.id, { text });
    const found = async (entry: object): Promise<string[]> => {
      const { entries } = await add(entry);
      const { uses } = await usage(ids({ id: entries[0].databaseId }));
      return uses.map(({ excerpt, start, length }: any) => excerpt.slice(start, start + length));
    };
    expect(await found({ source: 'STRASSBURG' })).toEqual([]);
    expect(await found({ source: 'straßburg' })).toEqual(['Straßburg']);
    expect(await found({ source: 'Merkel' })).toEqual([]);
    expect(await found({ source: 'Merkel', inflected: true })).toEqual([]); // The project's voice is English.
    await app.db.prisma.project.update({ where: { id: room.project.id }, data: { voiceLanguage: 'de-DE' } });
    expect(await found({ source: 'Merkel', inflected: true })).toEqual(['Merkel']);
    expect(await found({ source: '首都' })).toEqual(['首都']);
    expect(await found({ source: 'kanzler', wholeWord: false })).toEqual(['kanzler']);
    expect(await found({ source: 'Nr\\. \\d+[a-z]', isPattern: true })).toEqual(['Nr. 17a']);
    expect(await found({ source: 'foo' })).toEqual(['foo']);
    expect(await found({ source: 'AT&T' })).toEqual(['AT&T']);
    expect(await found({ source: '™' })).toEqual(['™']);
  });

  test('a day’s budget is kept to, whoever runs the job, and what is stopped begins nothing more', async () => {
    const { app, make } = server;
    const { prisma } = app.db;
    for (let index = 0; index < 3; index++) {
      const { id } = await make.article(room.project.id, { text: 'A sentence.', status: 'ready' });
      const { version } = await make.audio(id);
      await prisma.article.update({ where: { id }, data: { audio: version } });
      await prisma.chunk.create({
        data: {
          articleId: id,
          version,
          position: 0,
          text: 'A sentence.',
          segmentKey: 'a',
          start: 0,
          pauseMs: 0,
        },
      });
    }
    const go = () => resoundMore(app, new AbortController().signal);
    const input = { entries: [String(room.entry.id)], charactersPerDay: 20 };
    const fields = 'resounding { id status articles charged progress }';
    const { resounding } = await change('resoundArticles', input, fields, admin);
    expect(resounding).toMatchObject({ status: 'RUNNING', articles: 0, progress: 0 });
    const state = async () =>
      (await ask(`{ resounding(id: "${resounding.id}") { status articles charged } }`, admin)).resounding;
    await Promise.all([go(), go()]);
    expect(await state()).toEqual({ status: 'WAITING', articles: 1, charged: 12 });
    await go();
    expect((await state()).articles).toBe(1);
    // The next day.
    await prisma.resounding.updateMany({ data: { day: new Date('2020-01-01') } });
    await go();
    expect(await state()).toEqual({ status: 'WAITING', articles: 2, charged: 24 });
    const stop = `mutation { stopResounding(input: { id: "${resounding.id}" }) { ... on StopResoundingSuccess { resounding { status } } } }`;
    expect(await ask(stop, admin)).toEqual({ stopResounding: { resounding: { status: 'STOPPED' } } });
    await prisma.resounding.updateMany({ data: { day: new Date('2020-01-01') } });
    await go();
    expect(await state()).toMatchObject({ status: 'STOPPED', articles: 2 });
    expect(await prisma.article.count({ where: { status: 'waiting', run: { gt: 0 } } })).toBe(2);
  });
});

test('an entry that is added to the global dictionary is there once, and its source says so', async () => {
  const input = { entry: String(room.entry.id) };
  const fields = 'entry { source replacement inGlobal dictionary { name level databaseId } }';
  expect(await change('addToGlobalDictionary', input, fields)).toMatchObject({
    __typename: 'NotAllowedError',
  });
  const inGlobal = async () =>
    (await ask(`{ dictionaryEntry(id: "${room.entry.id}") { inGlobal } }`)).dictionaryEntry.inGlobal;
  expect(await inGlobal()).toBe(false);
  const german = await createDictionary(server.app, actorOf(room.admin), {
    level: 'global',
    name: 'German',
    language: 'de',
  });
  const [one, other] = await Promise.all(
    [1, 2].map(() => change('addToGlobalDictionary', input, fields, admin)),
  );
  expect(one.entry).toMatchObject({
    source: 'sentence',
    replacement: 'sen-tence',
    inGlobal: true,
    dictionary: { name: 'Global Dictionary', level: 'GLOBAL' },
  });
  expect(other.entry.dictionary).toEqual(one.entry.dictionary);
  expect(one.entry.dictionary.databaseId).not.toBe(german.id);
  expect(await inGlobal()).toBe(true);
  expect(
    await server.app.db.prisma.dictionaryEntry.count({
      where: { dictionaryId: one.entry.dictionary.databaseId },
    }),
  ).toBe(1);
});

test('entries are counted from any of them, and none from before the first', async () => {
  await add({ source: 'one' }, { source: 'two' });
  expect(await sourcesOf(', offset: 1')).toEqual(['one', 'sentence']);
  const { errors } = await server.graphql(
    `{ dictionary(id: "${room.dictionary.id}") { entries(offset: -1) { totalCount edges { node { id } } } } }`,
    {},
    editor,
  );
  expect(errors![0]!.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fieldErrors: [{ field: 'offset' }],
  });
});
