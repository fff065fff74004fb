import { expect, test } from 'vitest';
import type { Project } from '../../prisma/generated/client/client.ts';
import { sine, wavFile } from '../../server/audio/test-signals.ts';
import { createLogger } from '../../server/lib/logger.ts';
import type { Tools } from '../../server/pipeline/article-run.ts';
import { makeTeasers as askForTeasers, readTeasers } from '../../server/areas/paywall/teasers.ts';
import { system } from '../../server/kernel/actor.ts';
import { makeTeasers } from '../../server/pipeline/make-teasers.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { mortal, type Witness } from './mortal.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });
const context = { signal: new AbortController().signal, log: createLogger('silent'), attempt: 1 };

/** Music needs other files than joined chunks do, and a paywall a second one. */
const designs = {
  plain: async () => offlineProject(pipeline),
  'with a logo, louder, behind a paywall': async () =>
    designed({ volume_boost: ['20'], audio_logo: ['tone'] }),
  'with music, behind a paywall': async () => designed({ background_music: ['tone'] }),
};

async function designed(actions: Record<string, string[]>): Promise<Project> {
  const { app } = pipeline;
  const { bytes } = await app.speech.threads.run('upload', {
    bytes: wavFile(sine(880, 1, { sampleRate: 44_100 })),
  });
  await app.storage.put('audio/tone.mp3', bytes);
  const project = await offlineProject(pipeline, {
    paywall: true,
    paywallParagraphLimit: 1,
    paywallAudioSuffixEnabled: true,
    paywallAudioSuffix: '/download/audio/tone.mp3',
  });
  await app.db.prisma.processingRule.create({
    data: {
      projectId: project.id,
      position: 0,
      name: 'Rule',
      predicates: [{ operator: 'always', subject: 'article', value: '' }],
      actions: Object.entries(actions).map(([action, values]) => ({ action, values })),
    },
  });
  return project;
}

test.each(Object.entries(designs))(
  'killed before and after each thing that it does, an article %s ends ready, voiced and charged once',
  { timeout: 240_000 },
  async (_, make) => {
    const project = await make();
    const { app } = pipeline;
    let points = 0;
    for (const when of ['before', 'after'] as const) {
      for (let dieAt = 1; ; dieAt++) {
        // Another text each time, so that nothing is there already; one sentence was there before.
        const article = await pipeline.make.article(project.id, {
          title: `Title ${points}`,
          text: `One is ${points}. Two is not ${points}.\n\nThree is nowhere.`,
        });
        const run = await pipeline.begin(article.id);
        const before = await pipeline.charged(project.id);
        const witness: Witness = { spoken: [], deaths: [] };
        const { app: mortalApp, died } = mortal(app, dieAt, when, witness);
        const ended = voiceArticle(
          { ...pipeline.tools, app: mortalApp },
          { articleId: article.id, run },
          context,
        ).then(() => 'ended' as const);
        const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
        const committed = await voicedTexts(article.id);

        // Its reservations run out, and another process takes the job.
        await app.db.pool.query(
          `UPDATE "Segment" SET "leaseUntil" = now() - interval '1 second' WHERE "state" = 'reserved'`,
        );
        const survivor: Tools = { ...pipeline.tools, app: mortal(app, Infinity, 'after', witness).app };
        const spokenBefore = witness.spoken.length;
        await voiceArticle(survivor, { articleId: article.id, run }, context);

        const where = `${witness.deaths[0] ?? 'nowhere'} (${dieAt})`;
        const { audio, ...ready } = await app.db.prisma.article.findUniqueOrThrow({
          where: { id: article.id },
        });
        expect(ready, where).toMatchObject({ status: 'ready', run: 1 });
        const { teaser } = await app.db.prisma.audio.findUniqueOrThrow({ where: { version: audio! } });
        for (const version of project.paywall ? [audio, teaser] : [audio])
          expect(await app.storage.stat(`audio/${version}.mp3`), where).not.toBeNull();
        expect(
          witness.spoken.slice(spokenBefore).filter((spoken) => committed.includes(spoken)),
          where,
        ).toEqual([]);
        const after = await pipeline.charged(project.id);
        const chunks = await pipeline.chunks(article.id, audio);
        const fresh = chunks.filter(({ charactersVoiced }) => charactersVoiced > 0);
        expect(
          { sounds: after.sounds - before.sounds, characters: after.characters - before.characters },
          where,
        ).toEqual({
          sounds: fresh.length,
          characters: fresh.reduce((sum, chunk) => sum + chunk.charactersVoiced, 0),
        });
        if (outcome === 'ended') break;
        points++;
      }
    }
    console.log(`${points} points of death`);
    expect(points).toBeGreaterThan(40);
    const owner = await app.db.prisma.account.findUniqueOrThrow({ where: { userId: project.ownerId } });
    expect(Number(owner.balance) + (await pipeline.charged(project.id)).characters).toBe(100_000);
  },
);

test(
  'killed before and after each thing that it does, a teaser for an article that was voiced before is made and its invitation charged once',
  { timeout: 120_000 },
  async () => {
    const { app } = pipeline;
    const organization = await pipeline.make.organization({ features: ['paywall'], balance: 1_000_000n });
    const project = await offlineProject(pipeline, {
      organizationId: organization.id,
      paywallParagraphLimit: 1,
      paywallAudioSuffixEnabled: true,
    });
    let points = 0;
    let speed = 0.5;
    for (const when of ['before', 'after'] as const) {
      for (let dieAt = 1; ; dieAt++) {
        await app.db.prisma.project.update({ where: { id: project.id }, data: { paywall: false } });
        const article = await pipeline.make.article(project.id, {
          title: `Teased ${points}`,
          text: `One is ${points}.\n\nTwo is not.`,
        });
        await voiceArticle(
          pipeline.tools,
          { articleId: article.id, run: await pipeline.begin(article.id) },
          context,
        );
        // At another speed the invitation has to be voiced again.
        speed += 0.01;
        await app.db.prisma.project.update({
          where: { id: project.id },
          data: { paywall: true, voiceAdditionalSettings: { speed } },
        });
        const before = await pipeline.charged(project.id);
        await askForTeasers(app, system, project.id);
        const witness: Witness = { spoken: [], deaths: [] };
        const { app: mortalApp, died } = mortal(app, dieAt, when, witness);
        const ended = makeTeasers(
          { ...pipeline.tools, app: mortalApp },
          { projectId: project.id },
          context,
        ).then(() => 'ended' as const);
        const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
        await app.db.prisma.segment.updateMany({
          where: { state: 'reserved' },
          data: { leaseUntil: new Date(0) },
        });
        await makeTeasers(pipeline.tools, { projectId: project.id }, context);

        const where = `${witness.deaths[0] ?? 'nowhere'} (${dieAt})`;
        expect(await readTeasers(app, system, project.id), where).toEqual({
          missing: 0,
          making: false,
          characters: 0,
          price: 0,
          error: null,
        });
        const { audio } = await app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } });
        const { teaser } = await app.db.prisma.audio.findUniqueOrThrow({ where: { version: audio! } });
        expect(await app.storage.stat(`audio/${teaser}.mp3`), where).not.toBeNull();
        expect((await pipeline.charged(project.id)).sounds - before.sounds, where).toBe(1);
        if (outcome === 'ended') break;
        points++;
      }
    }
    console.log(`${points} points of death`);
    expect(points).toBeGreaterThan(15);
  },
);

async function voicedTexts(articleId: number): Promise<string[]> {
  const { rows } = await pipeline.app.db.pool.query<{ text: string }>(
    `SELECT c."text" FROM "Chunk" c JOIN "Segment" s ON s."key" = c."segmentKey" WHERE c."articleId" = $1 AND s."state" = 'voiced'`,
    [articleId],
  );
  return rows.map(({ text: spoken }) => spoken);
}
