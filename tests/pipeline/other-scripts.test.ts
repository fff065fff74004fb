import { expect, test } from 'vitest';
import type { WordTiming } from '../../server/text/words.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const text = 'Der Präsident sagte «Здравствуйте», und ging. Dann kam Ελλάδα ins Spiel.';

const audioOf = (version: string | null) =>
  pipeline.app.db.prisma.audio.findUniqueOrThrow({ where: { version: version! } });
const voicesOf = async (projectId: number) =>
  (
    await pipeline.app.db.prisma.charge.findMany({
      where: { projectId },
      select: { voice: true, characters: true },
    })
  ).map(({ voice, characters }) => [voice, characters]);

test('words in another script are spoken in place by a voice of their language', async () => {
  const { id: projectId } = await offlineProject(pipeline, { voiceLanguage: 'de-DE' });
  const { id } = await pipeline.make.article(projectId, { title: 'Besuch', text });
  const article = await pipeline.voice(id);
  expect(article).toMatchObject({ status: 'ready' });
  const chunks = await pipeline.chunks(id, article.audio);
  expect(chunks.map((chunk) => chunk.text)).toEqual([
    'Besuch',
    'Der Präsident sagte',
    '«Здравствуйте»,',
    'und ging.',
    'Dann kam',
    'Ελλάδα',
    'ins Spiel.',
  ]);
  // Each chunk is charged by the characters that it has.
  expect((await voicesOf(projectId)).sort()).toEqual(
    chunks
      .map(({ text: { length } }, index) => [
        index === 2 ? 'ru-RU-Ada' : index === 5 ? 'el-GR-Ada' : 'de-DE-Ada',
        length,
      ])
      .sort(),
  );

  // Every word is highlighted where it is written, in order; the Russian one takes less than its letters did.
  const audio = await audioOf(article.audio);
  const words = audio.timings as unknown as WordTiming[];
  expect(words.map(({ start, length }) => audio.text.slice(start, start + length))).toEqual(
    'Besuch Der Präsident sagte Здравствуйте und ging Dann kam Ελλάδα ins Spiel'.split(' '),
  );
  expect(words.every(({ startMs }, index) => index === 0 || startMs >= words[index - 1]!.endMs)).toBe(true);
  const greeting = words[4]!;
  expect(greeting.endMs - greeting.startMs).toBeLessThan(2_500);
  expect(
    await pipeline.app.db.prisma.finding.findMany({
      where: { version: article.audio!, kind: 'OTHER_SCRIPT' },
    }),
  ).toEqual([]);

  // An edit of another sentence generates that one alone.
  const { sounds } = await pipeline.charged(projectId);
  await pipeline.voice(id, { text: `${text} Das war alles.` });
  expect((await pipeline.charged(projectId)).sounds).toBe(sounds + 1);
});

test('a title and a heading stay one chapter each with several voices', async () => {
  const { id: projectId } = await offlineProject(pipeline, { voiceLanguage: 'de-DE' });
  const { id } = await pipeline.make.article(projectId, {
    title: 'Neues aus Ελλάδα heute',
    text: 'Ein Satz steht hier.\n\n## Was Москва sagt\n\nNoch ein Satz.',
  });
  const { design } = await audioOf((await pipeline.voice(id)).audio);
  expect((design as { chapters: { title: string }[] }).chapters.map(({ title }) => title)).toEqual([
    'Neues aus Ελλάδα heute',
    'Was Москва sagt',
  ]);
});

test('a voice that knows the script reads such words itself, and Japanese is detected', async () => {
  const russian = await offlineProject(pipeline, { voiceLanguage: 'ru-RU' });
  const own = await pipeline.make.article(russian.id, { title: 'Визит', text: 'Привіт, Москва.' });
  await pipeline.voice(own.id);
  expect(new Set((await voicesOf(russian.id)).map(([voice]) => voice))).toEqual(new Set(['ru-RU-Ada']));

  const german = await offlineProject(pipeline, { voiceLanguage: 'de-DE' });
  const { id } = await pipeline.make.article(german.id, {
    title: 'Reise',
    text: 'Sie sagte 東京タワーへ行く.',
  });
  const { audio } = await pipeline.voice(id);
  expect(
    await pipeline.app.db.prisma.finding.findMany({
      where: { version: audio!, kind: 'OTHER_SCRIPT' },
      select: { word: true },
    }),
  ).toEqual([{ word: '東京タワーへ行く' }]);
});
