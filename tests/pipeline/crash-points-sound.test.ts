import { expect, test } from 'vitest';
import { makeTeasers as askForTeasers, readTeasers } from '../../server/areas/projects/paywall/teasers.ts';
import { system } from '../../server/kernel/actor.ts';
import { makeTeasers } from '../../server/pipeline/make-teasers.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { designedProject, dieAtEachPoint } from './crash-points.ts';
import { deaths, mortal, stride, type Witness } from './mortal.ts';
import { context, offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });

/** Music needs other files than joined chunks do. */
test('an article with music behind a paywall, killed at every step, is generated and charged once', async () =>
  dieAtEachPoint(pipeline, await designedProject(pipeline, { background_music: ['tone'] })));

test('a teaser for an older article, killed at every step, is made and its invitation charged once', async () => {
  const { app } = pipeline;
  const organization = await pipeline.make.organization({ features: ['paywall'], balance: 1_000_000n });
  const project = await offlineProject(pipeline, {
    organizationId: organization.id,
    paywallParagraphLimit: 1,
    paywallAudioSuffixEnabled: true,
  });
  let points = 0;
  let speed = 0.5;
  for (const when of deaths) {
    for (let dieAt = 1; ; dieAt += stride) {
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
      // At another speed the invitation has to be regenerated.
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
        cost: 0,
        error: null,
        errorNotices: null,
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
  expect(points * stride).toBeGreaterThanOrEqual(15 * deaths.length - 1);
});
