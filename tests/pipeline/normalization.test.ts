import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Project } from '../../prisma/generated/client/client.ts';
import { quoteArticle } from '../../server/areas/voice/authoring/quote-article.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { readTextDiff } from '../../server/text/text-diff.ts';
import type { WordTiming } from '../../server/text/words.ts';
import { spelling } from '../language-models/servers/answering.ts';
import { startOpenaiResponses } from '../language-models/servers/openai-responses.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const text = 'Der BVB gewann 2:1 in Köln.\n\nAm 3. Mai kamen 12 % mehr. Das war alles.';
const spoken = [
  'Der BVB gewann zwei zu eins in Köln.',
  'Am dritten Mai kamen zwölf Prozent mehr.',
  'Das war alles.',
];

const KEY = 'k3y-of-the-test';
const model = await startOpenaiResponses({ apiKey: KEY });
afterAll(() => model.close());
beforeEach(() => {
  model.recover();
  model.says = spelling;
  model.requests.length = 0;
});

/** Returns the quote for an article that its owner gets. */
async function quoted(
  { app }: ReturnType<typeof usePipeline>,
  project: Project,
  title: string,
  text: string,
) {
  const owner = await app.db.prisma.user.findUniqueOrThrow({ where: { id: project.ownerId } });
  return quoteArticle(app, actorOf(owner), { projectId: project.id, title, text });
}

const germanProject = (pipeline: ReturnType<typeof usePipeline>, given = {}) =>
  offlineProject(pipeline, { voiceLanguage: 'de-DE', normalization: true, ...given });

describe('normalization by rules', () => {
  const pipeline = usePipeline();
  const voiced = async (given = {}, own = {}) => {
    const project = await germanProject(pipeline, given);
    const article = await pipeline.make.article(project.id, { title: 'Der 3. Sieg', text, ...own });
    return { project, article: await pipeline.voice(article.id) };
  };

  test('speaks the spelled-out text, and leaves the written text unchanged', async () => {
    const { project, article } = await voiced();
    expect(article).toMatchObject({ status: 'ready', title: 'Der 3. Sieg', text });
    const chunks = await pipeline.chunks(article.id, article.audio);
    expect(chunks.map((chunk) => chunk.text)).toEqual(['Der dritte Sieg', ...spoken]);
    expect(chunks.map(({ written }) => written)).toEqual([
      'Der 3. Sieg',
      ...text.split(/\n\n|(?<=mehr\.) /).slice(0, 2),
      null,
    ]);
    const { characters } = await pipeline.charged(project.id);
    expect(characters).toBe(chunks.reduce((sum, chunk) => sum + chunk.text.length, 0));
  });

  test('quotes what is charged, after rules and spelling out, with repetitions counted once', async () => {
    const project = await germanProject(pipeline);
    await pipeline.app.db.prisma.processingRule.create({
      data: {
        projectId: project.id,
        position: 0,
        name: 'No title',
        predicates: [{ operator: 'contains', subject: 'title', value: 'sieg' }],
        actions: [{ action: 'skip_title', values: [] }],
      },
    });
    // Long enough to be cut in parts, with little to voice.
    const long = [
      'Am 4. Mai kamen 7 % mehr.',
      ...Array.from({ length: 3_000 }, () => '* * *'),
      'Am 4. Mai kamen 7 % mehr.',
      'Am 5. Mai?',
    ].join('\n\n');
    for (const own of [`${text} Das war alles.`, long]) {
      const before = await pipeline.charged(project.id);
      const { characters, charged, isEstimate } = await quoted(pipeline, project, 'Der 3. Sieg', own);
      const article = await pipeline.make.article(project.id, { title: 'Der 3. Sieg', text: own });
      expect((await pipeline.voice(article.id)).status).toBe('ready');
      const taken = (await pipeline.charged(project.id)).characters - before.characters;
      expect([characters, charged, isEstimate]).toEqual([taken, taken, false]);
    }
    expect(await quoted(pipeline, project, 'Only a title', '')).toMatchObject({
      characters: 0,
      charged: 0,
      durationMs: 0,
    });
  });

  test('highlighting shows the words of the article as written', async () => {
    const { article } = await voiced();
    const audio = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: article.audio! },
    });
    expect(audio.text).toBe(`Der 3. Sieg\n\n${text}`);
    const timings = audio.timings as unknown as WordTiming[];
    expect(timings.map(({ start, length }) => audio.text.slice(start, start + length))).toEqual([
      'Der',
      '3.',
      'Sieg',
      'Der',
      'BVB',
      'gewann',
      '2:1',
      'in',
      'Köln',
      'Am',
      '3. Mai',
      'kamen',
      '12 %',
      'mehr',
      'Das',
      'war',
      'alles',
    ]);
    expect(
      timings.every(
        (word, index) => word.startMs >= (timings[index - 1]?.endMs ?? 0) - 0.2 && word.endMs > word.startMs,
      ),
    ).toBe(true);
  });

  test('the log shows what was spelled out, and by whom', async () => {
    const { article } = await voiced();
    const entry = (await pipeline.log(article.id)).find(({ action }) => action === 'normalized')!;
    expect(entry.text).toBe(
      '4 changes by the built-in rules. Audio is generated and charged from the spelled-out text: 27 characters more than written.',
    );
    expect(
      readTextDiff(entry.diff!)
        .filter(({ added, removed }) => added || removed)
        .map(({ value }) => value),
    ).toEqual(['3.', 'dritte', '2:1', 'zwei zu eins', '3. Mai', 'dritten Mai', '12 %', 'zwölf Prozent']);
  });

  test('regenerates one chunk after an edit of one sentence', async () => {
    const { project, article } = await voiced();
    const before = await pipeline.charged(project.id);
    await pipeline.voice(article.id, { text: text.replace('12 %', '13 %') });
    expect((await pipeline.charged(project.id)).sounds - before.sounds).toBe(1);
  });

  test('does nothing if it is off, and logs languages without rules', async () => {
    const off = await voiced({ normalization: false });
    expect((await pipeline.chunks(off.article.id, off.article.audio)).map((chunk) => chunk.text)).toContain(
      'Der BVB gewann 2:1 in Köln.',
    );
    expect((await pipeline.log(off.article.id)).map(({ action }) => action)).not.toContain('normalized');
    const { article } = await voiced({ voiceLanguage: 'cs-CZ' });
    expect((await pipeline.log(article.id)).find(({ action }) => action === 'normalized')).toEqual({
      action: 'normalized',
      text: 'There are no rules for the language cs-CZ: nothing was spelled out.',
      diff: null,
    });
  });
});

describe('normalization by a model', () => {
  const pipeline = usePipeline({
    env: () => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${model.url}/v1`, NORMALIZATION_TIMEOUT_MS: '700' }),
  });
  const voiced = async (own: string = text) => {
    const project = await germanProject(pipeline, { normalizationPrompt: 'Schreibe alle Zahlen aus.' });
    const article = await pipeline.make.article(project.id, { title: 'Titel', text: own });
    return { project, article: await pipeline.voice(article.id) };
  };
  const entryOf = async (articleId: number) =>
    (await pipeline.log(articleId)).findLast(({ action }) => action === 'normalized')!;
  const asked = () =>
    model.requests.flatMap(({ body }) =>
      (JSON.parse((JSON.parse(body) as { input: string }).input) as { texts: { text: string }[] }).texts.map(
        (piece) => piece.text,
      ),
    );
  const texts = async (articleId: number, version: string | null) =>
    (await pipeline.chunks(articleId, version)).map((chunk) => chunk.text);

  test('sends only text to spell out, with the project’s prompt, once', async () => {
    const { article } = await voiced();
    expect(await texts(article.id, article.audio)).toEqual([
      'Titel',
      'Der BVB gewann zwei zu eins (KI) in Köln.',
      spoken[1],
      spoken[2],
    ]);
    expect(asked()).toEqual(['Der BVB gewann 2:1 in Köln.', 'Am 3. Mai kamen 12 % mehr.']);
    expect((JSON.parse(model.requests[0]!.body) as { instructions: string }).instructions).toContain(
      'Schreibe alle Zahlen aus.',
    );
    expect((await entryOf(article.id)).text).toContain(
      'by OpenAI gpt-5-mini (2 passages requested, 0 already known).',
    );

    model.requests.length = 0;
    const edited = await pipeline.voice(article.id, { text: text.replace('mehr', 'weniger') });
    expect(edited.status).toBe('ready');
    expect(asked()).toEqual(['Am 3. Mai kamen 12 % weniger.']);
    expect((await entryOf(article.id)).text).toContain('(1 passage requested, 1 already known)');
  });

  test('leaves sentences to the rules where the project has chosen a reading', async () => {
    const project = await germanProject(pipeline, { readDates: 'as_written', readYears: 'number' });
    const article = await pipeline.make.article(project.id, {
      title: 'Titel',
      text: `${text} Im Jahr 1989 war es anders.`,
    });
    const { audio } = await pipeline.voice(article.id);
    expect(asked()).toEqual(['Der BVB gewann 2:1 in Köln.']);
    expect((await texts(article.id, audio)).slice(2)).toEqual([
      'Am 3. Mai kamen zwölf Prozent mehr.',
      spoken[2],
      'Im Jahr eintausendneunhundertneunundachtzig war es anders.',
    ]);
  });

  test('does not reuse responses of other organizations', async () => {
    await voiced();
    expect(asked()).toHaveLength(2);
    model.requests.length = 0;
    await voiced();
    expect(asked()).toHaveLength(2);
  });

  test('is not called for a quote, which is marked as an estimate', async () => {
    const project = await germanProject(pipeline);
    expect(await quoted(pipeline, project, 'Titel', text)).toMatchObject({
      characters: ['Titel', ...spoken].join('').length,
      isEstimate: true,
    });
    expect(model.requests).toEqual([]);
  });

  test('has unused responses deleted', async () => {
    await pipeline.app.db.prisma.normalizedText.createMany({
      data: [
        { key: 'old', spoken: 'eins', usedAt: new Date(Date.now() - 91 * 86_400_000) },
        { key: 'new', spoken: 'zwei' },
      ],
    });
    expect(await cleanUp(pipeline.app)).toMatchObject({ normalized: 1 });
    expect(await pipeline.app.db.prisma.normalizedText.findMany({ select: { key: true } })).toEqual([
      { key: 'new' },
    ]);
  });

  test.each([
    [
      'unrelated text',
      () => ({
        texts: [
          { id: 1, text: 'Ich bin ein Sprachmodell und helfe gern bei allem.' },
          { id: 2, text: 'Am dritten Mai kamen zwölf Prozent mehr.' },
        ],
      }),
      'OpenAI changed the text: it has other words.',
    ],
    [
      'the text with an extra sentence',
      () => ({
        texts: [
          { id: 1, text: 'Der BVB gewann zwei zu eins in Köln. Das war ein großer Tag.' },
          { id: 2, text: 'Am dritten Mai kamen zwölf Prozent mehr.' },
        ],
      }),
      'it has more sentences',
    ],
    [
      'the text with other numbers',
      () => ({
        texts: [
          { id: 1, text: 'Der BVB gewann zwei zu eins in Köln.' },
          { id: 2, text: 'Am dritten Mai kamen zwanzig Prozent mehr.' },
        ],
      }),
      'it has other numbers',
    ],
    [
      'incomplete',
      () => ({ texts: [{ id: 2, text: 'Am dritten Mai kamen zwölf Prozent mehr.' }] }),
      'the response is missing',
    ],
    ['no JSON', () => 'Gerne! Hier ist der Text:', 'didn’t respond with JSON'],
    ['a refusal', () => '(refusal)', 'refused to answer'],
  ])('falls back to the rules if the response is %s, with a log entry', async (_, says, why) => {
    model.says = says;
    const { article } = await voiced();
    expect(await texts(article.id, article.audio)).toEqual(['Titel', ...spoken]);
    const { text: told } = await entryOf(article.id);
    expect(told).toContain('The built-in rules were used for');
    expect(told).toContain(why);
  });

  test('falls back to the rules without a response, and waits before the next request', async () => {
    model.fail('silent', { times: 10 });
    const { article } = await voiced();
    expect(await texts(article.id, article.audio)).toEqual(['Titel', ...spoken]);
    expect(await entryOf(article.id)).toMatchObject({
      text: expect.stringContaining('The built-in rules were used for 2 passages: openai'),
    });
    model.recover();
    model.requests.length = 0;
    await pipeline.voice(article.id, { title: 'Neuer Titel' });
    expect(model.requests).toEqual([]);
  });
});
