import { expect } from 'vitest';
import type { Project } from '../../prisma/generated/client/client.ts';
import { sine, wavFile } from '../support/test-signals.ts';
import type { Tools } from '../../server/pipeline/article-run.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { isFull } from '../support/full.ts';
import { deaths, mortal, stride, type Witness } from './mortal.ts';
import { context, offlineProject, type Pipeline } from './pipeline.ts';

/** A project behind a paywall, whose only rule treats every article so. */
export async function designedProject(
  pipeline: Pipeline,
  actions: Record<string, string[]>,
): Promise<Project> {
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

/**
 * Generates an article of a project for each operation of its run, and crashes there: the next worker
 * finishes the job, generates nothing again and charges nothing twice.
 * @param every tests one point out of this many
 */
export async function dieAtEachPoint(pipeline: Pipeline, project: Project, every = stride): Promise<void> {
  const { app } = pipeline;
  let points = 0;
  for (const when of deaths) {
    for (let dieAt = 1; ; dieAt += every) {
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
      const committed = await voicedTexts(pipeline, article.id);

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
  expect(points * every).toBeGreaterThan(20 * deaths.length);
  const owner = await app.db.prisma.account.findUniqueOrThrow({ where: { userId: project.ownerId } });
  expect(Number(owner.balance) + (await pipeline.charged(project.id)).characters).toBe(100_000);
}

/**
 * Two workers voice articles that share a sentence at the same time, and one of them dies, at another point
 * each time: the other one ends its own, then takes over what was left. Each sound is charged once, to the
 * account that voiced it.
 * @returns at which point it did not die any more
 */
export async function dieBesideAnother(pipeline: Pipeline, project: Project): Promise<number> {
  const { app } = pipeline;
  const before = await pipeline.charged(project.id);
  const texts = new Set<string>();
  // Each takes as long as two articles: of the points a sample, unless there is time for all.
  for (let point = 1; ; point += isFull ? 1 : 4) {
    const runs = await Promise.all(
      ['One', 'The other'].map(async (name) => {
        const text = `${name} at ${point}. Both say this at ${point}.\n\nAnd ${name} ends.`;
        const { id: articleId } = await pipeline.make.article(project.id, { title: `Point ${point}`, text });
        return { articleId, run: await pipeline.begin(articleId) };
      }),
    );
    const [mine, others] = runs as [(typeof runs)[0], (typeof runs)[0]];
    const witness: Witness = { spoken: [], deaths: [] };
    const { app: mortalApp, died } = mortal(app, point, 'after', witness);
    const dying = voiceArticle({ ...pipeline.tools, app: mortalApp }, mine, context);
    const living = voiceArticle(pipeline.tools, others, context);
    const outcome = await Promise.race([
      dying.then(() => 'ended' as const),
      died.then(() => 'died' as const),
    ]);
    if (outcome === 'died') {
      // Its reservations run out, and another process takes the job.
      await app.db.pool.query(
        `UPDATE "Segment" SET "leaseUntil" = now() - interval '1 second' WHERE "state" = 'reserved' AND "articleId" = $1`,
        [mine.articleId],
      );
      await Promise.all([living, voiceArticle(pipeline.tools, mine, context)]);
    }
    await living;
    const where = `${witness.deaths[0] ?? 'nowhere'} (${point})`;
    for (const { articleId } of runs) {
      const article = await app.db.prisma.article.findUniqueOrThrow({ where: { id: articleId } });
      expect(article, where).toMatchObject({ status: 'ready', run: 1 });
      for (const { text } of await pipeline.chunks(articleId, article.audio)) texts.add(text);
    }
    const { sounds, characters } = await pipeline.charged(project.id);
    expect(sounds - before.sounds, where).toBe(texts.size);
    expect(characters - before.characters, where).toBe(
      [...texts].reduce((sum, text) => sum + text.length, 0),
    );
    if (outcome === 'ended') return point;
  }
}

async function voicedTexts({ app }: Pipeline, articleId: number): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ text: string }>(
    `SELECT c."text" FROM "Chunk" c JOIN "Segment" s ON s."key" = c."segmentKey" WHERE c."articleId" = $1 AND s."state" = 'voiced'`,
    [articleId],
  );
  return rows.map(({ text: spoken }) => spoken);
}
