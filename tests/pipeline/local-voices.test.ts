import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writePiperVoice } from '../speech/models/voice-models.ts';
import { usePipeline } from './pipeline.ts';

const pipeline = usePipeline();

async function lookAgain(): Promise<void> {
  const { installed, catalogue } = pipeline.app.speech;
  await installed.scan();
  await catalogue.refresh(new AbortController().signal, { force: true, only: 'local' });
}

test('an article is generated with a local voice, and with another one after that was removed', async () => {
  const folder = join(pipeline.app.config.voicesDir, 'tone');
  await writePiperVoice(folder, 'tone', { without: [...'zuː'] });
  await lookAgain();
  const project = await pipeline.make.project({
    voiceProvider: 'local',
    voiceName: 'tone',
    voiceLanguage: 'en-US',
  });
  const text = 'The council approved the budget. The zoo is closed.';
  const { id } = await pipeline.make.article(project.id, { title: 'News', text });
  expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', error: null });
  const segments = await pipeline.app.db.prisma.segment.findMany({ where: { voice: 'tone' } });
  expect(segments).toHaveLength(3);
  const measures = segments.map((segment) => segment.measures as { unspoken?: unknown[] });
  expect(measures.flatMap(({ unspoken = [] }) => unspoken)).toEqual([{ start: 4, end: 7 }]);

  await rm(folder, { recursive: true });
  await lookAgain();
  const second = await pipeline.make.article(project.id, { title: 'News', text: 'It goes on.' });
  expect(await pipeline.voice(second.id)).toMatchObject({ status: 'ready', error: null });
  const log = JSON.stringify(await pipeline.log(second.id));
  expect(log).toContain('The voice tone is no longer installed, so en-US-');
});
