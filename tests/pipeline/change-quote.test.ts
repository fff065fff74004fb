import { expect, test } from 'vitest';
import { quoteChange } from '../../server/areas/voice/authoring/quote-change.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const sentences = ['The harbour was dark.', 'A lamp was lit at nine.', 'Nobody saw the ship.'];
const text = sentences.join(' ');
const edited = text.replace('nine', 'ten o’clock');
const title = 'The lamp';

const pipeline = usePipeline();

async function voicedArticle() {
  const project = await offlineProject(pipeline);
  const owner = await pipeline.app.db.prisma.user.findUniqueOrThrow({ where: { id: project.ownerId } });
  const { id } = await pipeline.make.article(project.id, { title, text });
  await pipeline.voice(id);
  const quote = (given: { title?: string; text?: string } = {}) =>
    quoteChange(pipeline.app, actorOf(owner), { id, title, text, ...given });
  return { project, id, quote };
}

test('the quote of an edit equals what is then generated', async () => {
  const { id, quote } = await voicedArticle();
  expect(await quote()).toMatchObject({ sentences: 0, characters: 0, charged: 0, voiceChange: null });
  const told = await quote({ text: edited });
  expect(told).toMatchObject({ sentences: 1, unedited: 0, characters: 30, voiceChange: null });
  const { lastVoicing } = await pipeline.voice(id, { text: edited });
  expect(lastVoicing).toEqual({ sentences: 1, characters: told!.characters, saved: told!.reused });
});

test('the quote does not charge again for paid segments that are gone', async () => {
  const { id, quote } = await voicedArticle();
  await pipeline.voice(id, { text: edited });
  await pipeline.app.db.pool.query(
    `DELETE FROM "Segment" WHERE "key" IN (SELECT c."segmentKey" FROM "Chunk" c WHERE c."text" LIKE '%nine%')`,
  );
  const told = await quote();
  expect(told).toMatchObject({ sentences: 1, charged: 0, cost: 0 });
  expect(told!.characters).toBeGreaterThan(0);
});

test('the quote notes a changed voice, in which everything is regenerated', async () => {
  const { app } = pipeline;
  const { project, id, quote } = await voicedArticle();
  const other = app.speech.findVoice('offline:en-US-Otto')!;
  await app.db.prisma.project.update({ where: { id: project.id }, data: { voiceName: other.name } });
  const told = await quote({ text: edited });
  expect(told).toMatchObject({
    sentences: 4,
    unedited: 3,
    reused: 0,
    voiceChange: { before: app.speech.findVoice(`offline:${project.voiceName}`)!.label, after: other.label },
  });
  const { lastVoicing } = await pipeline.voice(id, { text: edited });
  expect(lastVoicing).toEqual({ sentences: 4, characters: told!.characters, saved: 0 });
});

test('invalid text has no quote, and unspoken text costs nothing', async () => {
  const { quote } = await voicedArticle();
  expect(await quote({ text: `${text} <voice name="offline:nobody">Who?</voice>` })).toBeNull();
  expect(await quote({ text: '…' })).toMatchObject({ sentences: 0, characters: 0 });
});
