import { beforeEach, expect, test } from 'vitest';
import { updateEntry } from '../../server/areas/voice/dictionaries/entries.ts';
import { previewSentence } from '../../server/areas/voice/draft-previews/preview-sentence.ts';
import { watchDraftPreview } from '../../server/areas/voice/draft-previews/draft-preview.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let editor: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  editor = await server.signIn(room.editor);
  await server.app.db.prisma.article.update({
    where: { id: room.article.id },
    data: { title: 'News', text: 'Nothing happened.' },
  });
});

const fields = `examined total done matching changed sentences characters charactersCharged cost
  articles { article { databaseId } status changed sentences { before after } }
  entries { source matched misses { reason count excerpt start length coveredBy article { databaseId } } }`;

async function tried(input: object): Promise<any> {
  const { data, errors } = await server.graphql(
    `query($input: DraftPreviewInput!) { draftPreview(input: $input) { ${fields} } }`,
    { input: { project: String(room.project.id), ...input } },
    editor,
  );
  expect(errors).toBeUndefined();
  return data!['draftPreview'];
}

const article = (text: string) => server.make.article(room.project.id, { title: 'Title', text });
const entries = (...drafts: object[]) => ({
  entries: { dictionary: String(room.dictionary.id), entries: drafts },
});

test('unsaved entries are previewed with sentences before and after, and missed matches', async () => {
  const { app } = server;
  const found = await article('Merz speaks. Nobody listens. The merz hides; Merzer and Angela Merz too.');
  const rows = () => app.db.prisma.dictionaryEntry.count();
  const before = await rows();
  const preview = await tried(
    entries(
      { source: 'Merz', replacement: 'Mairts', matchCase: true },
      { source: 'Angela Merz', replacement: 'Angela M.' },
      { source: 'sentence', replacement: 'said otherwise' },
    ),
  );
  const said = 'Mairts speaks.';
  expect(preview).toMatchObject({
    examined: 2,
    total: 2,
    done: true,
    matching: null,
    changed: 1,
    sentences: 2,
  });
  expect(preview.articles).toEqual([
    {
      article: { databaseId: found.id },
      status: null,
      changed: 2,
      sentences: [
        { before: 'Merz speaks.', after: said },
        {
          before: 'The merz hides; Merzer and Angela Merz too.',
          after: 'The merz hides; Merzer and Angela M. too.',
        },
      ],
    },
  ]);
  expect(preview.characters).toBe(said.length + 'The merz hides; Merzer and Angela M. too.'.length);
  expect(preview.entries.map(({ source, matched }: any) => [source, matched])).toEqual([
    ['Merz', 1],
    ['Angela Merz', 1],
    ['sentence', 0],
  ]);
  const [merz] = preview.entries;
  expect(merz.misses.map(({ reason, count, coveredBy }: any) => [reason, count, coveredBy]).sort()).toEqual([
    ['CASE', 1, null],
    ['OVERLAP', 1, 'Angela Merz'],
    ['WORD_BOUNDARY', 1, null],
  ]);
  const { excerpt, start, length } = merz.misses.find(({ reason }: any) => reason === 'CASE');
  expect(excerpt.slice(start, start + length)).toBe('merz');
  // In the place of the entry that is there.
  await updateEntry(app, actorOf(room.editor), { id: room.entry.id, source: 'Nobody' });
  const replaced = await tried({
    entries: { dictionary: String(room.dictionary.id), entries: [], replaces: [String(room.entry.id)] },
  });
  expect(replaced.articles[0].sentences).toEqual([
    { before: 'sen-tence listens.', after: 'Nobody listens.' },
  ]);
  expect(await rows()).toBe(before);
});

test('a changed scope of a dictionary is previewed with its entries', async () => {
  await server.app.db.prisma.dictionary.update({
    where: { id: room.dictionary.id },
    data: { provider: 'google' },
  });
  await article('One sentence here. Nobody listens.');
  const scope = (given: object) => tried({ scope: { dictionary: String(room.dictionary.id), ...given } });
  const narrow = await scope({ language: 'de', provider: 'google' });
  expect(narrow).toMatchObject({ changed: 0, entries: [{ source: 'sentence', matched: 0 }] });
  expect(narrow.entries[0].misses).toMatchObject([{ reason: 'SCOPE', count: 1 }]);
  const wide = await scope({ language: '', provider: '' });
  expect(wide.articles[0].sentences).toEqual([
    { before: 'One sentence here.', after: 'One sen-tence here.' },
  ]);
  expect(wide.entries).toMatchObject([{ source: 'sentence', matched: 1, misses: [] }]);
});

test('a sentence can be played before and after the change, and is charged once', async () => {
  const { app } = server;
  const { id } = await article('Merz speaks. Nobody listens.');
  const draft = entries({ source: 'Merz', replacement: 'Mairts' });
  const { articles } = await server
    .graphql(
      `query($input: DraftPreviewInput!) { draftPreview(input: $input) { articles { sentences { beforeCode afterCode } } } }`,
      { input: { project: String(room.project.id), ...draft } },
      editor,
    )
    .then(({ data }: any) => data.draftPreview);
  const [{ beforeCode, afterCode }] = articles[0].sentences;
  const hear = async (code: string, token = editor): Promise<any> => {
    const { data } = await server.graphql(
      `mutation($input: PreviewSentenceInput!) { previewSentence(input: $input) {
        __typename ... on PreviewSentenceSuccess { url durationMs charactersCharged }
        ... on ValidationError { fieldErrors { code } } ... on Error { code } } }`,
      {
        input: {
          draft: { project: String(room.project.id), articles: 5, ...draft },
          article: String(id),
          code,
        },
      },
      token,
    );
    return data!['previewSentence'];
  };
  const charges = () => app.db.prisma.charge.findMany({ orderBy: { characters: 'asc' } });
  const after = await hear(afterCode);
  expect(after).toMatchObject({ __typename: 'PreviewSentenceSuccess' });
  const heard = await fetch(after.url);
  expect(heard.headers.get('content-type')).toBe('audio/mpeg');
  expect(after.durationMs).toBeGreaterThan(300);
  const [first, ...none] = await charges();
  expect(none).toEqual([]);
  expect(first).toMatchObject({ segmentKey: afterCode, articleId: id, characters: after.charactersCharged });
  expect(await hear(afterCode)).toMatchObject({ url: after.url, charactersCharged: 0 });
  // The article itself has it already: it is not paid for again.
  expect(await app.db.prisma.segment.findMany()).toMatchObject([{ key: afterCode, state: 'voiced' }]);
  expect(await hear(beforeCode)).toMatchObject({ __typename: 'PreviewSentenceSuccess' });
  expect(await charges()).toHaveLength(2);
  expect(await hear('another')).toMatchObject({ fieldErrors: [{ code: 'PREVIEWED_SENTENCE_CHANGED' }] });
  expect(await hear(afterCode, await server.signIn(room.viewer))).toMatchObject({
    __typename: 'NotAllowedError',
  });
});

test('no audio is generated for a sentence that cannot be paid', async () => {
  const { app } = server;
  await app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { limitEnabled: true, limitPerDay: 1 },
  });
  const { id } = await article('Merz hides from everybody.');
  const draft = entries({ source: 'Merz', replacement: 'Mairts' });
  const order = {
    projectId: room.project.id,
    entries: { dictionaryId: room.dictionary.id, entries: draft.entries.entries as any },
  };
  const events = await watchDraftPreview(app, async () => actorOf(room.editor), order);
  const { value: preview } = await events.next();
  await events.return?.();
  const code = preview.articles[0].sentences[0].afterCode;
  await expect(
    previewSentence(app, actorOf(room.editor), { ...order, articleId: id, code }),
  ).rejects.toMatchObject({ name: 'LimitReachedError' });
  expect(await app.db.prisma.segment.count()).toBe(0);
});

test('a rule is previewed with the number of matching articles and its effects', async () => {
  const one = await article('Sport is played. It ends.');
  await article('Weather is made.');
  const rule = (actions: object[]) => ({
    rule: { predicates: [{ operator: 'contains', subject: 'text', value: 'Sport' }], actions },
  });
  const skipped = await tried(rule([{ action: 'skip_title' }]));
  expect(skipped).toMatchObject({ examined: 3, matching: 1, changed: 1, characters: 0 });
  expect(skipped.articles[0]).toMatchObject({
    article: { databaseId: one.id },
    status: null,
    sentences: [{ before: 'Title', after: null }],
  });
  const rejected = await tried(rule([{ action: 'set_status', values: ['rejected'] }]));
  expect(rejected.articles[0]).toMatchObject({ article: { databaseId: one.id }, status: 'REJECTED' });
});

test('errors in a draft are reported, and callers without permission are refused', async () => {
  const codes = async (input: object, token = editor): Promise<unknown> => {
    const { errors } = await server.graphql(
      'query($input: DraftPreviewInput!) { draftPreview(input: $input) { done } }',
      { input: { project: String(room.project.id), ...input } },
      token,
    );
    const { extensions } = errors![0]!;
    return (extensions as any).fieldErrors?.map(({ code }: any) => code) ?? (extensions as any).code;
  };
  expect(await codes({})).toEqual(['TRIAL_OF_ONE_DRAFT']);
  expect(await codes({ ...entries(), normalizationPrompt: 'Spell out everything.' })).toEqual([
    'TRIAL_OF_ONE_DRAFT',
  ]);
  expect(await codes(entries({ source: '(', isPattern: true }))).toEqual(['DICTIONARY_PATTERN_INVALID']);
  expect(await codes({ ...entries({ source: 'a' }), articles: 501 })).toEqual(['NOT_NUMBER_WITHIN']);
  expect(await codes(entries({ source: 'a' }), await server.signIn(room.viewer))).toBe('FORBIDDEN');
});

test('a subscription reports progress without blocking others', async () => {
  const { app } = server;
  const long = 'Merz speaks of the plan that nobody has read, and says so. '.repeat(80);
  await app.db.prisma.article.createMany({
    data: Array.from({ length: 30 }, (_, index) => ({
      projectId: room.project.id,
      title: `Article ${index}`,
      text: long,
    })),
  });
  let longest = 0;
  const begun = performance.now();
  let last = begun;
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const events = await watchDraftPreview(app, async () => actorOf(room.editor), {
    projectId: room.project.id,
    entries: { dictionaryId: room.dictionary.id, entries: [{ source: 'Merz', replacement: 'Mairts' }] },
  });
  const seen: number[] = [];
  let changed = 0;
  for await (const preview of events) {
    seen.push(preview.examined);
    ({ changed } = preview);
  }
  clearInterval(ticking);
  expect(changed).toBe(30);
  expect(seen.at(-1)).toBe(31);
  expect(seen.length).toBeGreaterThan(1);
  // If others had no turn, it would be one pause.
  expect(longest).toBeLessThan((last - begun) / 2);
});

test('a voice preview uses the pronunciation dictionaries of its project', async () => {
  const preview = async (text: string, project: string | null, token = editor): Promise<any> => {
    const { data } = await server.graphql(
      `mutation($input: PreviewVoiceInput!) { previewVoice(input: $input) {
        __typename ... on PreviewVoiceSuccess { file } } }`,
      { input: { voice: 'offline:en-US-Otto', language: 'en-US', text, project } },
      token,
    );
    return data!['previewVoice'];
  };
  const project = String(room.project.id);
  const said = await preview('One sentence.', project);
  expect(said).toMatchObject(await preview('One sen-tence.', null));
  expect(said.file).not.toBe((await preview('One sentence.', null)).file);
  const outsider = await server.signIn(await server.make.user());
  expect(await preview('One sentence.', project, outsider)).toMatchObject({ __typename: 'NotFoundError' });
});
