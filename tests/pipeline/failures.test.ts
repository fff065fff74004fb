import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StorageError } from '../../server/storage/storage.ts';
import { startOpenai } from '../speech/servers/openai.ts';
import type { SpeechServer } from '../speech/servers/service.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

let openai: SpeechServer;
beforeAll(async () => {
  openai = await startOpenai({ apiKey: 'key' });
});
afterAll(() => openai.close());

const pipeline = usePipeline({ env: () => ({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${openai.url}/v1` }) });
const text = 'One is here. Two is there.';

async function article(given: { failoverVoice?: string } = {}) {
  const organization = await pipeline.make.organization({ balance: 1_000n });
  const project = await pipeline.make.project({ organizationId: organization.id, voiceProvider: 'openai', voiceName: 'alloy', voiceLanguage: 'en-US', ...given });
  const { id } = await pipeline.make.article(project.id, { title: 'Title', text });
  const balance = async () => Number((await pipeline.app.db.prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })).balance);
  return { id, project, balance };
}

/** Makes what waits for its next attempt due now. */
const hurry = () => pipeline.app.db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'article' AND state < 'active'`);

describe('a service that', () => {
  test('fails once is asked again, without the article noticing', async () => {
    const { id, balance } = await article();
    openai.fail({ status: 500 });
    expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', attempts: 0 });
    expect(await balance()).toBe(1_000 - 5 - 12 - 13);
  });

  test('delivers no sound is tried in several attempts; what was voiced meanwhile is kept', { timeout: 60_000 }, async () => {
    const { id, project, balance } = await article();
    openai.fail('soundless', { times: 9 });
    await pipeline.begin(id);
    expect(await pipeline.until(id, ['retry'])).toMatchObject({ attempts: 1, error: expect.stringContaining('openai') });
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
    expect(await balance()).toBe(1_000);
    await hurry();
    expect(await pipeline.until(id, ['ready'])).toMatchObject({ attempts: 0, error: null });
    expect(await balance()).toBe(1_000 - 30);
  });

  test('refuses the text errors the article after five attempts, with its reason, and gives back what was charged', { timeout: 60_000 }, async () => {
    const { id, project, balance } = await article();
    openai.fail({ status: 400, message: 'This content is not allowed' }, { times: 1_000 });
    await pipeline.begin(id);
    for (let attempt = 1; attempt < 5; attempt++) {
      expect(await pipeline.until(id, ['retry'])).toMatchObject({ attempts: attempt });
      expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
      await pipeline.app.db.query(`UPDATE "Article" SET "attempts" = $2 WHERE "id" = $1`, [id, attempt]);
      await hurry();
      await pipeline.until(id, ['processing', 'errored']).catch(() => {});
      await expect.poll(async () => (await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } })).attempts + Number((await pipeline.until(id, ['retry', 'errored'])).status === 'errored'), { timeout: 10_000 }).toBe(attempt + 1);
    }
    expect(await pipeline.until(id, ['errored'])).toMatchObject({ error: expect.stringContaining('This content is not allowed'), audio: null });
    expect(await balance()).toBe(1_000);
    const { rows } = await pipeline.app.db.query('SELECT coalesce(sum("characters"), 0)::int AS used, (SELECT count(*) FROM "Segment")::int AS segments FROM "DailyUsage"');
    expect(rows[0]).toEqual({ used: 0, segments: 0 });
  });
});
