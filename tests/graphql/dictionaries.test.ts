import { beforeEach, describe, expect, test } from 'vitest';
import { createDictionary, watchDictionary } from '../../server/areas/voice/dictionaries/dictionaries.ts';
import { revoiceNextBatch } from '../../server/areas/voice/dictionaries/revoicing.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useDictionary } from './dictionary-calls.ts';

const { server, stage, ask, change, upload, add, sourcesOf } = useDictionary();
let room: Newsroom;
let editor: string;
let admin: string;
beforeEach(() => {
  ({ room, editor, admin } = stage);
});

test('a project always has a dictionary, which cannot be deleted', async () => {
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

test('errors in a dictionary or an entry name the field', async () => {
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

test('entries are listed newest first, and found in any spelling', async () => {
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

test('the later of two editors sees the earlier one’s change and name', async () => {
  const maintainer = await server.signIn(room.maintainer);
  const id = Buffer.from(`DictionaryEntry:${room.entry.id}`).toString('base64');
  const entry = 'entry { revision replacement updatedBy { name } createdBy { name } }';
  const first = await change('updateDictionaryEntry', { id, revision: 1, replacement: 'one' }, entry);
  expect(first.entry).toEqual({
    revision: 2,
    replacement: 'one',
    updatedBy: { name: room.editor.fullname },
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

test('a subscription to a dictionary reports changes by others, until permission is revoked', async () => {
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

test('a deleted entry can be restored, and each change creates a version', async () => {
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

test('earlier versions of an entry are listed with their editors and dates', async () => {
  const id = String(room.entry.id);
  await change('updateDictionaryEntry', { id, replacement: 'sentense' }, 'entry { id }');
  await change('updateDictionaryEntry', { id, source: 'Sentence', matchCase: true }, 'entry { id }', admin);
  await change('deleteDictionaryEntry', { id }, 'entry { id }');
  await change('restoreDictionaryEntry', { id }, 'entry { id }');
  const { dictionaryEntry } = await ask(`{ dictionaryEntry(id: "${id}") { revision versions {
    revision source replacement matchCase updatedAt updatedBy { id } deletedAt } } }`);
  const said = dictionaryEntry.versions.map(({ source, replacement, matchCase, deletedAt }: any) => [
    source,
    replacement,
    matchCase,
    deletedAt !== null,
  ]);
  expect(said).toEqual([
    ['Sentence', 'sentense', true, true],
    ['Sentence', 'sentense', true, false],
    ['sentence', 'sentense', false, false],
    ['sentence', 'sen-tence', false, false],
  ]);
  const { revision, versions } = dictionaryEntry;
  expect(versions.map((one: any) => one.revision)).toEqual(
    [4, 3, 2, 1].map((number) => revision - 5 + number),
  );
  const [, second, first] = versions.map(({ updatedBy }: any) => updatedBy?.id);
  expect(first).toBe(versions[0].updatedBy.id);
  expect(second).not.toBe(first);
  // A file changes entries, too.
  await upload('CSV', 'source;dest;match_case\nSentence;Satz;1\n');
  const after = await ask(`{ dictionaryEntry(id: "${id}") { replacement versions { replacement } } }`);
  expect(after.dictionaryEntry.replacement).toBe('Satz');
  expect(after.dictionaryEntry.versions).toHaveLength(5);
});

test('entries with the same source or replacement are reported', async () => {
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

describe('usage of entries', () => {
  const ids = (...entries: { id: number }[]) => JSON.stringify(entries.map(({ id }) => String(id)));
  const usage = async (entries: string, args = '', token = editor) =>
    (
      await ask(
        `{ dictionaryUsage(entries: ${entries}${args}) { totalCount examined isAll uses { excerpt start length article { databaseId } } } }`,
        token,
      )
    ).dictionaryUsage;

  test('articles with the word are found, ten per page, in the dictionary’s projects', async () => {
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

  test('administrators regenerate affected articles, and see the extent first', async () => {
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
    const told = 'articles sentences characters charactersCharged cost';
    const quote = async (since = '') =>
      (await ask(`{ revoicingQuote(entries: ${ids(room.entry)}${since}) { ${told} } }`, admin))
        .revoicingQuote;
    const [characters, charactersCharged] = ['A sen-tence.'.length, 12];
    const expected = { articles: 1, sentences: 1, characters, charactersCharged, cost: 0 };
    // A user who may edit entries gets the cost of the change; a viewer does not.
    const asked = `{ revoicingQuote(entries: ${ids(room.entry)}) { articles sentences } }`;
    expect((await ask(asked)).revoicingQuote).toEqual({ articles: 1, sentences: 1 });
    const { errors: refused } = await server.graphql(asked, {}, await server.signIn(room.viewer));
    expect(refused?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    const go = () => revoiceNextBatch(app, new AbortController().signal);
    expect(await quote()).toEqual(expected);
    expect(await quote(', since: "2100-01-01T00:00:00Z"')).toMatchObject({ articles: 0, characters: 0 });
    const input = { entries: [String(room.entry.id)] };
    const fields = `quote { ${told} }`;
    expect(await change('startRevoicingJob', input, fields)).toMatchObject({ __typename: 'NotAllowedError' });
    expect(await change('startRevoicingJob', input, fields, admin)).toMatchObject({ quote: expected });
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

  test('words are found in any script and form, and parts of words only in the newest articles', async () => {
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

  test('the daily limit holds across workers, and a stopped job starts nothing more', async () => {
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
    const go = () => revoiceNextBatch(app, new AbortController().signal);
    const input = { entries: [String(room.entry.id)], charactersPerDay: 20 };
    const fields = 'job { id status articles charactersCharged progress }';
    const { job } = await change('startRevoicingJob', input, fields, admin);
    expect(job).toMatchObject({ status: 'RUNNING', articles: 0, progress: 0 });
    const state = async () =>
      (await ask(`{ revoicingJob(id: "${job.id}") { status articles charactersCharged } }`, admin))
        .revoicingJob;
    await Promise.all([go(), go()]);
    expect(await state()).toEqual({ status: 'WAITING', articles: 1, charactersCharged: 12 });
    await go();
    expect((await state()).articles).toBe(1);
    // The next day.
    await prisma.resounding.updateMany({ data: { day: new Date('2020-01-01') } });
    await go();
    expect(await state()).toEqual({ status: 'WAITING', articles: 2, charactersCharged: 24 });
    const stop = `mutation { stopRevoicingJob(input: { id: "${job.id}" }) { ... on StopRevoicingJobSuccess { job { status } } } }`;
    expect(await ask(stop, admin)).toEqual({ stopRevoicingJob: { job: { status: 'STOPPED' } } });
    await prisma.resounding.updateMany({ data: { day: new Date('2020-01-01') } });
    await go();
    expect(await state()).toMatchObject({ status: 'STOPPED', articles: 2 });
    expect(await prisma.article.count({ where: { status: 'waiting', run: { gt: 0 } } })).toBe(2);
  });
});

test('an entry is added to the global dictionary once, and its source shows it', async () => {
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

test('entries can be paged from any offset, but not from a negative one', async () => {
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
