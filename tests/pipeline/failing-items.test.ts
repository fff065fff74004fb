/** Jobs that go through items: one that fails keeps none of the others waiting, whichever it is. */
import { expect, onTestFinished, test } from 'vitest';
import { releaseDue } from '../../server/areas/articles/articles/schedule-embargo.ts';
import { remindOfTokens } from '../../server/areas/access/organizations/partner-tokens.ts';
import { refreshDuePlaylists } from '../../server/areas/channels/playlists/refresh-playlist.ts';
import { forgetImages } from '../../server/areas/library/sounds/forget-uploads.ts';
import { lockImage } from '../../server/areas/library/sounds/cover-images.ts';
import { publishJob } from '../../server/areas/library/publishing/jobs.ts';
import { renewDue } from '../../server/areas/access/allowance/renew-due.ts';
import { openStudio } from '../../server/areas/people/studio/open-studio.ts';
import type { ItemsOutcome } from '../../server/kernel/each-item.ts';
import { deleteUnusedJoinedAudio } from '../../server/pipeline/delete-joined-audio.ts';
import { deleteOldVersions } from '../../server/pipeline/old-versions.ts';
import { publishProject } from '../../server/pipeline/publish-project.ts';
import { forgetDeletedArticles, forgetJoinable, forgetPreviews } from '../../server/pipeline/retention.ts';
import { deleteStrays } from '../../server/pipeline/stray-files.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { audioFile, imageFile } from '../../server/storage/files.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { letFilesAge } from '../support/days-pass.ts';
import { context, offlineProject, usePipeline } from './pipeline.ts';
import { podcasts } from './podcasts.ts';

const pipeline = usePipeline({ worker: false });
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const counted = (count: number): ItemsOutcome => ({ done: count, failed: 0 });

/** Loop under test: three items, the first of which fails until it is repaired. */
interface Prepared {
  run: () => Promise<ItemsOutcome>;
  repair: () => Promise<unknown>;
}

/** Blocks changes of a table's rows that meet a condition, so that one item fails. */
async function broken(table: string, condition: string): Promise<() => Promise<unknown>> {
  const { pool } = pipeline.app.db;
  await pool.query(`ALTER TABLE "${table}" ADD CONSTRAINT broken_item CHECK (NOT (${condition})) NOT VALID`);
  const repair = () => pool.query(`ALTER TABLE "${table}" DROP CONSTRAINT IF EXISTS broken_item`);
  onTestFinished(async () => void (await repair()));
  return repair;
}

/** The app with a store that cannot delete one file until it is repaired. */
function storeWithout(file: (key: string) => boolean) {
  let isBroken = true;
  const storage: Storage = {
    ...pipeline.app.storage,
    delete: async (key, call) => {
      if (isBroken && file(key)) throw new Error('This file cannot be deleted.');
      return pipeline.app.storage.delete(key, call);
    },
  };
  return { app: { ...pipeline.app, storage }, repair: async () => void (isBroken = false) };
}

const three = async <Item>(make: (index: number) => Promise<Item>): Promise<[Item, Item, Item]> => [
  await make(0),
  await make(1),
  await make(2),
];

async function oldFiles(folder: string): Promise<[string, string, string]> {
  const keys = await three(async (index) => `${folder}/left${index}.mp3`);
  for (const key of keys) await pipeline.app.storage.put(key, Buffer.from('x'));
  await letFilesAge(`${pipeline.app.config.dataDir}/files`, 40);
  return keys;
}

const loops: Record<string, () => Promise<Prepared>> = {
  async 'studios whose month is over'() {
    const users = await three(() => pipeline.make.user());
    for (const { id } of users) await openStudio(pipeline.app, id);
    await pipeline.app.db.prisma.studio.updateMany({
      data: { period: 'free 2020-01', periodEndsAt: new Date(0) },
    });
    const repair = await broken('Studio', `"userId" = ${users[0].id} AND "period" <> 'free 2020-01'`);
    return { run: () => renewDue(pipeline.app), repair };
  },
  async 'embargoes that are over'() {
    const { id } = await offlineProject(pipeline);
    const [first] = await three(() =>
      pipeline.make.article(id, { isEmbargoed: true, publishAt: ago(1), status: 'ready' }),
    );
    const repair = await broken('Article', `"id" = ${first.id} AND NOT "isEmbargoed"`);
    return { run: async () => counted(await releaseDue(pipeline.app)), repair };
  },
  async 'articles whose daily limit is over'() {
    const { id } = await offlineProject(pipeline);
    const [first] = await three(() =>
      pipeline.make.article(id, { status: 'limit_reached', updatedAt: ago(2) }),
    );
    const repair = await broken('Article', `"id" = ${first.id} AND "status" = 'waiting'`);
    return { run: async () => counted((await sweep(pipeline.app)).renewed), repair };
  },
  async 'tokens that are about to expire'() {
    const { id } = await pipeline.make.organization();
    const [first] = await three(async (index) => {
      const row = { organizationId: id, name: `${index}`, prefix: 'pt_', secretHash: `${index}` };
      return pipeline.app.db.prisma.partnerToken.create({ data: { ...row, expiresAt: ago(-1) } });
    });
    const repair = await broken('PartnerToken', `"id" = ${first.id} AND "remindedAt" IS NOT NULL`);
    return { run: async () => counted(await remindOfTokens(pipeline.app)), repair };
  },
  async 'playlists that are due'() {
    const { id } = await offlineProject(pipeline);
    const [first] = await three(() => pipeline.make.playlist(id, [], { refreshedAt: ago(2) }));
    const repair = await broken(
      'Playlist',
      `"id" = ${first.id} AND "refreshedAt" > now() - interval '1 day'`,
    );
    const run = async () => {
      const { refreshed: done, failed } = await refreshDuePlaylists(pipeline.app);
      return { done, failed };
    };
    return { run, repair };
  },
  async 'old versions of articles'() {
    const { id } = await offlineProject(pipeline);
    const articles = await three(() => pipeline.make.article(id));
    const old: string[] = [];
    for (const article of articles) {
      old.push((await pipeline.make.audio(article.id, { createdAt: ago(100) })).version);
      await pipeline.make.audio(article.id);
    }
    const { app, repair } = storeWithout((key) => key === audioFile(old.toSorted()[0]!));
    return {
      run: () => deleteOldVersions(app),
      // Its rows went with the first run; its files go once that one's time is over.
      repair: async () => repair(),
    };
  },
  async 'deleted articles'() {
    const { id } = await offlineProject(pipeline);
    const [first] = await three(async () => {
      const article = await pipeline.make.article(id, { deletedAt: ago(20) });
      return pipeline.make.audio(article.id);
    });
    const { app, repair } = storeWithout((key) => key === audioFile(first.version));
    return { run: () => forgetDeletedArticles(app, ago(10)), repair };
  },
  async 'pictures that nothing shows'() {
    const tags = await three(async (index) => {
      const tag = `${index}`.repeat(40);
      const row = { tag, mediaType: 'image/png', width: 1, height: 1, bytes: 1, createdAt: ago(20) };
      await pipeline.app.db.prisma.image.create({ data: row });
      await pipeline.app.storage.put(imageFile(tag), Buffer.from('x'));
      return tag;
    });
    await letFilesAge(`${pipeline.app.config.dataDir}/files`, 40);
    const { app, repair } = storeWithout((key) => key === imageFile(tags[0]));
    return { run: () => forgetImages(app, ago(10)), repair };
  },
  async previews() {
    const names = await oldFiles('previews');
    for (const key of names) await pipeline.app.storage.delete(key);
    for (const index of [0, 1, 2])
      await pipeline.app.storage.put(`previews/p${index}.json`, Buffer.from('{}'));
    await letFilesAge(`${pipeline.app.config.dataDir}/files`, 40);
    const { app, repair } = storeWithout((key) => key === 'previews/p0.json');
    return { run: () => forgetPreviews(app, ago(30)), repair };
  },
  async 'sounds made to be joined'() {
    const [first] = await oldFiles('joinable');
    const { app, repair } = storeWithout((key) => key === first);
    return { run: () => forgetJoinable(app, ago(30)), repair };
  },
};
/** Whose item is not found again: what it left is marked, and goes with the next clean-up. */
const ofMarks = ['old versions of articles'];
/** Whose rows go although their files stay for the look at strays. */
const ofStrays = ['pictures that nothing shows'];

test.each(Object.entries(loops))('%s: one fails, the others are processed', async (name, prepare) => {
  const { run, repair } = await prepare();
  const first = await run();
  expect(first.done).toBe(2);
  expect(await pipeline.app.db.prisma.failingItem.findMany()).toMatchObject([{ failures: 1 }]);
  await repair();
  const isGone = ofMarks.includes(name) || ofStrays.includes(name);
  expect((await run()).done).toBe(isGone ? 0 : 1);
  expect(await pipeline.app.db.prisma.failingItem.count()).toBe(isGone ? 1 : 0);
});

test('an unpublishable podcast does not block the others of its project', async () => {
  const { podcast, addPodcast, ready } = podcasts(pipeline);
  const { project, channel } = await podcast();
  const other = await addPodcast(project.id);
  await ready(project.id, '2026-11-01T10:00:00Z');
  const repair = await broken('Episode', `"channelId" = ${channel.id}`);
  const publish = () => publishProject(pipeline.app, { projectId: project.id }, context);
  const published = () => pipeline.app.db.prisma.episode.groupBy({ by: ['channelId'], _count: true });
  await expect(publish()).rejects.toThrow('broken_item');
  expect(await published()).toEqual([{ channelId: other.id, _count: 1 }]);
  expect(await pipeline.app.db.prisma.failingItem.findMany()).toMatchObject([
    { job: 'project-publish', item: `podcast ${channel.id}` },
  ]);
  await repair();
  await publish();
  expect(await published()).toHaveLength(2);
  expect(await pipeline.app.db.prisma.failingItem.count()).toBe(0);
});

test('a project whose flash briefings fail is left to the queue after one failure', async () => {
  const { app, make } = pipeline;
  const project = await offlineProject(pipeline);
  await make.channel(project.id, { type: 'alexaFB', settings: { title: 'A', voiceType: 'parlance' } });
  const jobs = async () =>
    Number(
      (await app.db.pool.query(`SELECT count(*) FROM pgboss.job WHERE name = $1`, [publishJob.name])).rows[0]
        .count,
    );
  const before = await jobs();
  const rename = (from: string, to: string) => app.db.pool.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
  await rename('Rendition', 'NoRendition');
  onTestFinished(async () => void (await rename('NoRendition', 'Rendition')));
  await expect(publishProject(app, { projectId: project.id }, context)).rejects.toThrow('Rendition');
  // A run that had used up its time would have queued another one.
  expect(await jobs()).toBe(before);
});

test('an undeletable file does not prevent the deletion of others', async () => {
  const project = await offlineProject(pipeline);
  for (const key of ['joined-a', 'joined-b'])
    await pipeline.app.db.prisma.joinedAudio.create({
      data: { key, projectId: project.id, parts: [], state: 'ready', usedAt: ago(100) },
    });
  const joined = storeWithout((key) => key === audioFile('joined-a'));
  expect(await deleteUnusedJoinedAudio(joined.app, ago(90), ago(7))).toMatchObject({ done: 1, failed: 1 });
  const [first, second, third] = await oldFiles('audio');
  const { app } = storeWithout((key) => key === first);
  await expect(deleteStrays(app, 'audio')).rejects.toThrow('1 failed and 2 did not');
  const stored = await Promise.all([first, second, third].map((key) => app.storage.stat(key)));
  expect(stored.map((file) => file !== null)).toEqual([true, false, false]);
});

test('an old image that is selected during the clean-up is kept', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const tag = 'a'.repeat(40);
  const row = { tag, mediaType: 'image/png', width: 1, height: 1, bytes: 1, createdAt: ago(20) };
  await app.db.prisma.image.create({ data: row });
  await app.storage.put(imageFile(tag), Buffer.from('x'));
  await letFilesAge(`${app.config.dataDir}/files`, 40);
  let forgetting: Promise<ItemsOutcome> | undefined;
  const waiting = async (): Promise<boolean> =>
    (
      await app.db.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"Image"%'`,
      )
    ).rows.length > 0;
  await app.db.transaction(async (sql) => {
    expect(await lockImage(sql, tag)).not.toBeNull();
    await sql.updateTable('Project').set({ cover: tag }).where('id', '=', project.id).execute();
    forgetting = forgetImages(app, ago(10));
    // On the embedded database it waits for the connection itself.
    if (app.db.kind === 'postgres') await expect.poll(waiting).toBe(true);
  });
  expect(await forgetting).toEqual({ done: 0, failed: 0 });
  expect(await app.db.prisma.image.count()).toBe(1);
  expect(await app.storage.stat(imageFile(tag))).not.toBeNull();
});
