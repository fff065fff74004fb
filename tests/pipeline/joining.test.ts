import NodeID3 from 'node-id3';
import { expect, test } from 'vitest';
import type { Project } from '../../prisma/generated/client/client.ts';
import { joinedAudioEvent } from '../../server/areas/library/joined-audio/events.ts';
import {
  ensureJoined,
  joinedChapters,
  type JoinedAudio,
  type JoinedPart,
} from '../../server/areas/library/joined-audio/joined-audio.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { readMp3Layout } from '../../server/audio/mp3-decoder.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { sine, wavFile } from '../support/test-signals.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { joinAudio } from '../../server/pipeline/join-audio.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { audioFile } from '../../server/storage/files.ts';
import { deaths, mortal, type Witness } from './mortal.ts';
import { context, offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });

const part = (file: string, given: Partial<JoinedPart> = {}): JoinedPart => ({
  file,
  gapMs: 500,
  title: null,
  articleId: null,
  ...given,
});

async function voiced(
  project: Project,
  text: string,
): Promise<{ part: JoinedPart; durationMs: number; pcm: Pcm }> {
  const { app } = pipeline;
  const { id, title } = await pipeline.make.article(project.id, { text });
  await voiceArticle(pipeline.tools, { articleId: id, run: await pipeline.begin(id) }, context);
  const { audio } = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
  const { durationMs } = await app.db.prisma.audio.findUniqueOrThrow({ where: { version: audio! } });
  return { part: part(audio!, { title, articleId: id }), durationMs, pcm: await decoded(audio!) };
}

const decoded = async (file: string): Promise<Pcm> =>
  decodeAudio((await pipeline.app.storage.get(audioFile(file)))!, { kind: 'mp3' });

/** An uploaded sound: 44.1 kHz, as all of them. */
async function tone(file: string, seconds: number): Promise<string> {
  const { bytes } = await pipeline.app.speech.threads.run('upload', {
    bytes: wavFile(sine(880, seconds, { sampleRate: 44_100 })),
  });
  await pipeline.app.storage.put(audioFile(file), bytes);
  return file;
}

async function joined(projectId: number, parts: JoinedPart[], title = 'All of them'): Promise<JoinedAudio> {
  const { app } = pipeline;
  const { key } = await app.db.transaction((sql) => ensureJoined(app, sql, { projectId, title, parts }));
  await joinAudio(app, { key }, context);
  return app.db.sql.selectFrom('JoinedAudio').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

/** By how much the sound at a place of one differs from another, at the loudest. */
function difference(whole: Pcm, atMs: number, piece: Pcm): number {
  const from = Math.round((atMs * whole.sampleRate) / 1000);
  return piece.channels[0]!.reduce(
    (most, sample, i) => Math.max(most, Math.abs(sample - whole.channels[0]![from + i]!)),
    0,
  );
}

test('articles are joined frame by frame, unchanged, with chapters and a sample-accurate length', async () => {
  const project = await offlineProject(pipeline);
  const articles = [
    await voiced(project, 'The first one speaks of rain.'),
    await voiced(project, 'The second one is about the sun. It is longer, too.'),
    await voiced(project, 'The third.'),
  ];
  const row = await joined(
    project.id,
    articles.map(({ part: one }, index) => ({ ...one, gapMs: [400, 1_000, 0][index]! })),
  );
  expect(row).toMatchObject({ state: 'ready', progress: 100, error: null });
  const bytes = (await pipeline.app.storage.get(audioFile(row.key)))!;
  const whole = await decodeAudio(bytes, { kind: 'mp3' });
  expect(whole.channels[0]).toHaveLength(Math.round((row.durationMs! * whole.sampleRate) / 1000));
  expect(row.bytes).toBe(bytes.length);
  expect(readMp3Layout(bytes).truncated).toBe(false);

  const chapters = joinedChapters.parse(row.chapters);
  expect(chapters.map(({ title, articleId }) => ({ title, articleId }))).toEqual(
    articles.map(({ part: { title, articleId } }) => ({ title, articleId })),
  );
  for (const [index, { pcm }] of articles.entries())
    expect(difference(whole, chapters[index]!.startMs, pcm)).toBeLessThan(1e-4);
  for (const [index, gap] of [400, 1_000].entries()) {
    const heardGap = chapters[index + 1]!.startMs - chapters[index]!.startMs - articles[index]!.durationMs;
    expect(Math.abs(heardGap - gap)).toBeLessThanOrEqual(13.1);
  }
  expect(row.durationMs! - chapters[2]!.startMs).toBeCloseTo(articles[2]!.durationMs, 3);

  const tags = NodeID3.read(Buffer.from(bytes));
  expect(tags).toMatchObject({ title: 'All of them', publisher: project.name, language: 'eng' });
  expect(tags.chapter!.map(({ startTimeMs, tags: own }) => [startTimeMs, own!.title])).toEqual(
    chapters.map(({ startMs, title }) => [Math.round(startMs), title]),
  );
  expect(tags.tableOfContents![0]!.elements).toHaveLength(3);
});

test('a sound in another format is converted once; adjacent articles are unchanged', async () => {
  const project = await offlineProject(pipeline);
  const [one, two] = [await voiced(project, 'Before the sound.'), await voiced(project, 'And after it.')];
  const jingle = await tone('jingle', 2);
  const parts = [part(jingle, { gapMs: 300 }), one.part, part(jingle, { gapMs: 300 }), two.part];
  const row = await joined(project.id, parts);
  expect(row).toMatchObject({ state: 'ready', error: null });
  const whole = await decoded(row.key);
  expect(whole).toMatchObject({ sampleRate: 22_050, channels: [expect.anything()] });
  expect(whole.channels[0]).toHaveLength(Math.round((row.durationMs! * whole.sampleRate) / 1000));
  const chapters = joinedChapters.parse(row.chapters);
  expect(difference(whole, chapters[0]!.startMs, one.pcm)).toBeLessThan(1e-4);
  expect(difference(whole, chapters[1]!.startMs, two.pcm)).toBeLessThan(1e-4);
  expect(Math.abs(chapters[0]!.startMs - 2_300)).toBeLessThan(30);

  // It is read from where it was kept: nothing is decoded.
  const silent = { ...pipeline.app, speech: { ...pipeline.app.speech, threads: undefined as never } };
  const { key } = await pipeline.app.db.transaction((sql) =>
    ensureJoined(pipeline.app, sql, { projectId: project.id, title: 'Another title', parts }),
  );
  await joinAudio(silent, { key }, context);
  expect(await decoded(key)).toEqual(whole);
});

test('unused files are deleted after some days, but never those that a playlist or an episode refers to', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const { part: one } = await voiced(project, 'Kept or gone.');
  const rows: Record<string, JoinedAudio> = {};
  for (const name of [
    'unwanted',
    'lately wanted',
    'playlist',
    'deleted playlist',
    'lately deleted playlist',
    'episode',
    'episode to be',
  ]) {
    rows[name] = await joined(project.id, [one], name);
    if (name !== 'lately wanted')
      await app.db.prisma.joinedAudio.update({
        where: { key: rows[name].key },
        data: { usedAt: new Date(Date.now() - 91 * 86_400_000) },
      });
  }
  const playlist = { projectId: project.id, name: 'Some' };
  await app.db.prisma.playlist.create({ data: { ...playlist, joined: rows['playlist']!.key } });
  await app.db.prisma.playlist.create({
    data: {
      ...playlist,
      joined: rows['deleted playlist']!.key,
      deletedAt: new Date(Date.now() - 8 * 86_400_000),
    },
  });
  // It can be restored, and then has its file.
  await app.db.prisma.playlist.create({
    data: { ...playlist, joined: rows['lately deleted playlist']!.key, deletedAt: new Date() },
  });
  const channel = await app.db.prisma.channel.create({
    data: { projectId: project.id, type: 'podcast', slug: 'kept' },
  });
  const episode = { channelId: channel.id, title: 'An episode' };
  await app.db.prisma.episode.create({ data: { ...episode, period: 'group 1', file: rows['episode']!.key } });
  await app.db.prisma.episode.create({
    data: { ...episode, period: 'group 2', joined: rows['episode to be']!.key },
  });
  expect(await cleanUp(app)).toMatchObject({ joined: 2 });
  const left = await app.db.prisma.joinedAudio.findMany({ select: { key: true } });
  const wanted = ['lately wanted', 'playlist', 'lately deleted playlist', 'episode', 'episode to be'];
  const kept = wanted.map((name) => rows[name]!.key);
  expect(left.map(({ key }) => key).sort()).toEqual(kept.sort());
  for (const { key } of Object.values(rows))
    expect((await app.storage.stat(audioFile(key))) !== null).toBe(kept.includes(key));
});

test.each([
  ['no parts', [], 'There is nothing to join.'],
  ['5,000 parts', Array.from({ length: 5_000 }, () => part('any')), 'Up to 500 files can be joined.'],
  ['a path as name', [part('../secret')], 'One of the files to join isn’t an audio file on this server.'],
])('%s are refused before any work', async (_, parts, message) => {
  const { app } = pipeline;
  const { id } = await pipeline.make.project();
  await expect(
    app.db.transaction((sql) =>
      ensureJoined(app, sql, { projectId: id, title: 'None', parts: parts as JoinedPart[] }),
    ),
  ).rejects.toMatchObject({ fieldErrors: [{ field: 'parts', message }] });
  expect(await app.db.prisma.joinedAudio.count()).toBe(0);
});

test("more than twelve hours are refused, and so is another project's article", async () => {
  const { app } = pipeline;
  const [own, other] = [await pipeline.make.project(), await pipeline.make.project()];
  const { version } = await pipeline.make.audio((await pipeline.make.article(own.id)).id, {
    durationMs: 3_600_000,
  });
  const ensure = (projectId: number, parts: JoinedPart[]) =>
    app.db.transaction((sql) => ensureJoined(app, sql, { projectId, title: 'Long', parts }));
  await expect(
    ensure(
      own.id,
      Array.from({ length: 13 }, () => part(version)),
    ),
  ).rejects.toThrow('up to 12 hours');
  await expect(ensure(other.id, [part(version)])).rejects.toThrow('belongs to another project');
  await expect(ensure(other.id, [part(`${version}-highres`)])).rejects.toThrow('belongs to another project');
});

test('a part with a missing or damaged file is named, and the file is joined on request afterwards', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const [one, two] = [await voiced(project, 'Still here.'), await voiced(project, 'Gone.')];
  const bytes = (await app.storage.get(audioFile(two.part.file)))!;
  const parts = [one.part, two.part];
  await app.storage.delete(audioFile(two.part.file));
  expect(await joined(project.id, parts)).toMatchObject({
    state: 'failed',
    progress: 0,
    error: `The audio file of “${two.part.title}” is missing.`,
  });
  await app.storage.put(audioFile(two.part.file), bytes.subarray(0, bytes.length / 2));
  expect(await joined(project.id, parts)).toMatchObject({
    state: 'failed',
    error: `The audio file of “${two.part.title}” is damaged: the audio is cut off.`,
  });
  await app.storage.put(audioFile(two.part.file), bytes);
  const row = await joined(project.id, parts);
  expect(row).toMatchObject({ state: 'ready', progress: 100, error: null });
  expect(await app.storage.stat(audioFile(row.key))).toMatchObject({ bytes: row.bytes });
});

test('events report accurate progress, and the last one that the file exists', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const { part: one } = await voiced(project, 'Again and again.');
  const stop = new AbortController();
  const told: number[] = [];
  const watching = (async () => {
    for await (const heard of app.pubsub.watch(joinedAudioEvent, ['project', project.id], stop.signal)) {
      if (!('event' in heard)) continue;
      told.push(heard.event.progress);
      if (heard.event.state === 'ready') return;
    }
  })();
  const row = await joined(
    project.id,
    Array.from({ length: 40 }, () => ({ ...one, title: null })),
  );
  await watching;
  stop.abort();
  expect(row.state).toBe('ready');
  expect(told).toEqual([0, ...Array.from({ length: 20 }, (_, index) => index * 5), 100]);
});

test('more chapters than a table of contents can contain are split into several', async () => {
  const project = await offlineProject(pipeline);
  const { part: one } = await voiced(project, 'Short.');
  const row = await joined(
    project.id,
    Array.from({ length: 300 }, (_, index) => ({ ...one, title: `Chapter ${index}` })),
  );
  const tags = NodeID3.read(Buffer.from((await pipeline.app.storage.get(audioFile(row.key)))!));
  expect(tags.tableOfContents!.map(({ elements }) => elements!.length)).toEqual([2, 255, 45]);
  expect(tags.chapter).toHaveLength(300);
  expect(joinedChapters.parse(row.chapters).at(-1)).toMatchObject({ title: 'Chapter 299' });
});

test('articles with two bit rates are joined without re-encoding, and players can seek in the result', async () => {
  const one = await offlineProject(pipeline);
  const small = await voiced(one, 'With few bits, but many words in it, so that it takes a while to say.');
  await pipeline.app.db.prisma.project.update({ where: { id: one.id }, data: { audioBitrate: 128 } });
  const large = await voiced(one, 'With more bits.');
  const row = await joined(one.id, [small.part, large.part, small.part]);
  const whole = await decoded(row.key);
  expect(whole.channels[0]).toHaveLength(Math.round((row.durationMs! * whole.sampleRate) / 1000));
  const chapters = joinedChapters.parse(row.chapters);
  expect(difference(whole, chapters[1]!.startMs, large.pcm)).toBeLessThan(1e-4);
  const bytes = (await pipeline.app.storage.get(audioFile(row.key)))!;
  const at = Buffer.from(bytes).indexOf('Xing');
  // Where the table says half of the sound is, decoding on yields the second half.
  const half = Math.floor(((bytes.length - at) * bytes[at + 16 + 50]!) / 256);
  const rest = readMp3Layout(bytes.subarray(at + half));
  expect(Math.abs(rest.durationMs - row.durationMs! / 2) / row.durationMs!).toBeLessThan(0.02);
});

test('joining that is killed at every step leaves exactly one file and no partial ones', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const { part: one } = await voiced(project, 'One is here.');
  let points = 0;
  for (const when of deaths) {
    for (let dieAt = 1; ; dieAt++) {
      const jingle = await tone(`jingle-${when}-${dieAt}`, 0.5);
      const joining = {
        projectId: project.id,
        title: `${when} ${dieAt}`,
        parts: [part(jingle), one, part(jingle), one],
      };
      const { key } = await app.db.transaction((sql) => ensureJoined(app, sql, joining));
      const witness: Witness = { spoken: [], deaths: [] };
      const { app: mortalApp, died } = mortal(app, dieAt, when, witness);
      const ended = joinAudio(mortalApp, { key }, context).then(() => 'ended' as const);
      const outcome = await Promise.race([ended, died.then(() => 'died' as const)]);
      const where = `${witness.deaths[0] ?? 'nowhere'} (${dieAt})`;
      const before = await app.db.prisma.joinedAudio.findUniqueOrThrow({ where: { key } });
      const served = await app.storage.get(audioFile(key));
      if (before.state === 'ready') expect(served, where).not.toBeNull();
      if (served) expect(readMp3Layout(served).truncated, where).toBe(false);

      await joinAudio(app, { key }, context);
      const row = await app.db.prisma.joinedAudio.findUniqueOrThrow({ where: { key } });
      expect(row, where).toMatchObject({ state: 'ready', progress: 100, error: null });
      expect(await app.storage.stat(audioFile(key)), where).toMatchObject({ bytes: row.bytes });
      if (served) expect(await app.storage.get(audioFile(key)), where).toEqual(served);
      if (outcome === 'ended') break;
      points++;
    }
  }
  console.log(`${points} points of death`);
  expect(points).toBeGreaterThan(10 * deaths.length);
  expect(await app.db.prisma.joinedAudio.count()).toBe((await files('joined-')).length);
});

/** Names of the audio files that begin so, of this test. */
async function files(beginning: string): Promise<string[]> {
  const keys = new Set(
    (await pipeline.app.db.prisma.joinedAudio.findMany({ select: { key: true } })).map(({ key }) =>
      audioFile(key),
    ),
  );
  const found: string[] = [];
  for await (const { key } of pipeline.app.storage.list('audio'))
    if (key.startsWith(`audio/${beginning}`) && keys.has(key)) found.push(key);
  return found;
}
