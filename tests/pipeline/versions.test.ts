import { expect, test } from 'vitest';
import { rightsOf } from '../../server/areas/articles/articles/article-rights.ts';
import {
  changesSince,
  comparedColumns,
  readVersions,
  restoreArticleVersion,
} from '../../server/areas/articles/article-record/versions.ts';
import { readWaveform } from '../../server/areas/articles/article-record/waveform.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { measureWaveform, waveformValues } from '../../server/audio/measure-waveform.ts';
import { inSession } from '../support/actor-in-session.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();

/** An article with two versions, and its owner. */
async function edited(): Promise<{
  id: number;
  projectId: number;
  owner: Actor;
  first: string;
  second: string;
}> {
  const project = await offlineProject(pipeline);
  const { id } = await pipeline.make.article(project.id, { title: 'The ferry', text: 'It left at six.' });
  const { audio: first } = await pipeline.voice(id);
  const { audio: second } = await pipeline.voice(id, { title: 'The late ferry', text: 'It left at ten.' });
  const owner = await inSession(pipeline.app.db, {
    kind: 'user',
    userId: project.ownerId,
    role: 'viewer',
    sessionId: '',
  });
  return { id, projectId: project.id, owner, first: first!, second: second! };
}

test('restoring a version restores its text and audio, without a charge', async () => {
  const { app } = pipeline;
  const { id, projectId, owner, first, second } = await edited();
  const article = await app.db.prisma.article.findUniqueOrThrow({ where: { id }, select: rightsOf(owner) });
  const versions = (await readVersions(app, owner, article, {}))!;
  expect(versions.map(({ version }) => version)).toEqual([second, first]);
  const compared = () =>
    app.db.prisma.audio.findUniqueOrThrow({ where: { version: first }, select: comparedColumns });
  expect(changesSince(await compared())!.filter(({ added, removed }) => added || removed)).toEqual([
    { value: 'late ', added: true },
    { value: 'six', removed: true },
    { value: 'ten', added: true },
  ]);
  const before = await pipeline.charged(projectId);
  await restoreArticleVersion(app, owner, { id, version: first });
  expect(await pipeline.until(id, ['ready'])).toMatchObject({
    title: 'The ferry',
    text: 'It left at six.',
    audio: first,
  });
  expect(await pipeline.charged(projectId)).toEqual(before);
  expect(changesSince(await compared())).toBeNull();
});

test('a version of another article, one without its text, and an outdated revision are refused', async () => {
  const { app } = pipeline;
  const { id, owner, first } = await edited();
  const other = await edited();
  await expect(restoreArticleVersion(app, owner, { id, version: other.first })).rejects.toMatchObject({
    name: 'NotFoundError',
  });
  await expect(restoreArticleVersion(app, owner, { id, version: first, revision: 0 })).rejects.toMatchObject({
    name: 'ConflictError',
  });
  await app.db.prisma.audio.update({ where: { version: first }, data: { madeOfTitle: null } });
  await expect(restoreArticleVersion(app, owner, { id, version: first })).rejects.toMatchObject({
    name: 'NotFoundError',
  });
});

test('a waveform matches the audio, and is computed once', async () => {
  const { app } = pipeline;
  const { first } = await edited();
  const [one, same] = await Promise.all([readWaveform(app, first), readWaveform(app, first)]);
  expect(one).toHaveLength(waveformValues);
  expect(same).toEqual(one);
  expect(Math.max(...one!)).toBe(255);
  // The pause after the title is silent, and so is the end.
  expect(one!.filter((value) => value < 10).length).toBeGreaterThan(10);
  const file = await app.storage.get(`audio/${first}.mp3`);
  expect([...(await measureWaveform(file!))]).toEqual(one);
  await app.storage.delete(`audio/${first}.mp3`);
  expect(await readWaveform(app, first)).toEqual(one);
  expect(await readWaveform(app, 'none')).toBeNull();
});
