import { describe, expect, test } from 'vitest';
import { publishProject } from '../../server/pipeline/publish-project.ts';
import { audioFile } from '../../server/storage/files.ts';
import { deaths, mortal, stride, type Witness } from './mortal.ts';
import { context, usePipeline } from './pipeline.ts';
import { podcasts } from './podcasts.ts';

const pipeline = usePipeline({ worker: false });
const { podcast, ready, voiced, publish, episodes, rows } = podcasts(pipeline);

describe('killed at every step', () => {
  test.each([
    ['alone', 1, {}],
    [
      'in groups, with an intro',
      stride,
      { groupingType: 'group', groupingAmount: 2, introText: 'Hello again.' },
    ],
    ['by day', stride, { groupingType: 'daily' }],
  ] as const)(
    'articles %s are each in exactly one episode, which keeps its guid',
    async (_, every, settings) => {
      const { app } = pipeline;
      let points = 0;
      const { project: source } = await podcast();
      const sound = (await app.storage.get(audioFile((await voiced(source.id, 'Some sound.')).audio!)))!;
      for (const when of deaths) {
        for (let dieAt = 1; ; dieAt += every) {
          const { project, channel } = await podcast(settings);
          const articles = [1, 2, 3, 4].map((day) =>
            ready(project.id, `2026-03-0${Math.ceil(day / 2)}T0${day}:00:00Z`),
          );
          for (const { audio } of await Promise.all(articles))
            await app.storage.put(audioFile(audio!), sound);
          const witness: Witness = { spoken: [], deaths: [] };
          const { app: mortalApp, died } = mortal(app, dieAt, when, witness);
          const ended = publish(project.id, mortalApp).then(() => 'ended' as const);
          const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
          const known = new Map(
            (await rows(channel.id)).map(({ guid, articles: own }) => [
              guid,
              own.map(({ articleId }) => articleId),
            ]),
          );

          await publish(project.id);
          const where = `${witness.deaths[0] ?? 'nowhere'} (${dieAt})`;
          const made = await rows(channel.id);
          const ids = (await Promise.all(articles)).map(({ id }) => id);
          expect(
            made.flatMap(({ articles: own }) => own.map(({ articleId }) => articleId)).sort(),
            where,
          ).toEqual(ids.sort());
          expect(made.length, where).toBe('groupingType' in settings ? 2 : 4);
          for (const [guid, own] of known)
            expect(
              made.find((one) => one.guid === guid)?.articles.map(({ articleId }) => articleId),
              where,
            ).toEqual(own);
          const heard = await episodes(channel.id);
          expect(heard.length, where).toBe(made.length);
          for (const { file, bytes } of heard.filter((one) => one.file.startsWith('joined-')))
            expect(await app.storage.stat(audioFile(file)), where).toMatchObject({ bytes });
          if (outcome === 'ended') break;
          points++;
        }
      }
      console.log(`${points} points of death`);
      expect(points * every).toBeGreaterThan(5 * deaths.length);
    },
  );

  test.each([{}, { groupingType: 'group', groupingAmount: 3 }, { groupingType: 'daily' }] as const)(
    'articles processed by four workers at once: %o',
    async (settings) => {
      const { project, channel } = await podcast(settings);
      const made = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          ready(project.id, new Date(Date.UTC(2026, 2, 1 + (index % 5), 10, index))),
        ),
      );
      await Promise.all(
        Array.from({ length: 4 }, () => publishProject(pipeline.app, { projectId: project.id }, context)),
      );
      await publishProject(pipeline.app, { projectId: project.id }, context);
      const all = await rows(channel.id);
      expect(all.flatMap(({ articles }) => articles.map(({ articleId }) => articleId)).sort()).toEqual(
        made.map(({ id }) => id).sort(),
      );
      expect(all.length).toBe(
        !('groupingType' in settings) ? 30 : settings.groupingType === 'group' ? 10 : 5,
      );
      expect(all.every(({ content }) => content !== null)).toBe(true);
    },
  );
});
