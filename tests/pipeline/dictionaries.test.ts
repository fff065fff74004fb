import { beforeEach, describe, expect, test } from 'vitest';
import type { Article, Project } from '../../prisma/generated/client/client.ts';
import { quoteArticle } from '../../server/areas/voice/authoring/quote-article.ts';
import { createDictionary, updateDictionary } from '../../server/areas/voice/dictionaries/dictionaries.ts';
import {
  addEntries,
  deleteEntry,
  restoreEntry,
  updateEntry,
} from '../../server/areas/voice/dictionaries/entries.ts';
import type { EntryInput } from '../../server/areas/voice/dictionaries/entry-input.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import type { App } from '../../server/kernel/app.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { actorOf } from '../support/factories.ts';
import { context, offlineProject, usePipeline, type Pipeline } from './pipeline.ts';

const sentences = [
  'Merz speaks here.',
  'Nobody listens to it.',
  'The plan is Merz’s own.',
  'It rains today.',
];
const text = sentences.join(' ');
const withMerz = (word: string): string[] => sentences.map((sentence) => sentence.replace('Merz', word));
const lengthOf = (said: readonly string[]): number => said.reduce((sum, { length }) => sum + length, 0);

interface Desk {
  project: Project;
  article: Article;
  owner: Actor;
  /** The project's own. */
  dictionaryId: number;
}

async function desk(pipeline: Pipeline, given: Parameters<typeof offlineProject>[1] = {}): Promise<Desk> {
  const { app, make } = pipeline;
  const project = await offlineProject(pipeline, given);
  const article = await make.article(project.id, { title: 'A plan', text });
  const [dictionary] = await app.db.prisma.dictionary.findMany({ where: { projectId: project.id } });
  const owner = await app.db.prisma.user.findUniqueOrThrow({ where: { id: project.ownerId } });
  return { project, article, owner: actorOf(owner), dictionaryId: dictionary!.id };
}

const add = async (app: App, { owner, dictionaryId }: Desk, entry: EntryInput) =>
  (await addEntries(app, owner, { dictionaryId, entries: [entry] }))[0]!;

/** Returns the spoken text of an article, without its title. */
async function said(pipeline: Pipeline, { id, audio }: Article): Promise<string[]> {
  return (await pipeline.chunks(id, audio)).slice(1).map((chunk) => chunk.text);
}

describe('with a worker', () => {
  const pipeline = usePipeline();

  test('after a new entry exactly the changed sentences are regenerated and charged', async () => {
    const { app } = pipeline;
    const room = await desk(pipeline);
    const { project, article } = room;
    const other = await pipeline.make.article(project.id, { title: 'Weather', text: 'It snows.' });
    const first = await pipeline.voice(article.id);
    const weather = await pipeline.voice(other.id);
    const before = await pipeline.charged(project.id);
    const chunksBefore = await pipeline.chunks(article.id, first.audio);

    const entry = await add(app, room, { source: 'Merz', replacement: 'Mairts' });
    const quote = await quoteArticle(app, room.owner, { projectId: project.id, title: 'A plan', text });
    const second = await pipeline.voice(article.id);
    const after = await pipeline.charged(project.id);
    const changed = withMerz('Mairts').filter((sentence) => sentence.includes('Mairts'));
    expect(changed).toHaveLength(2);
    expect([after.sounds - before.sounds, after.characters - before.characters]).toEqual([
      2,
      lengthOf(changed),
    ]);
    expect(second).toMatchObject({
      status: 'ready',
      lastVoicing: { sentences: 2, characters: lengthOf(changed) },
    });
    expect(await said(pipeline, second)).toEqual(withMerz('Mairts'));
    // What it is quoted at is what it is: all of it, were it new.
    expect(quote.characters).toBe('A plan'.length + lengthOf(withMerz('Mairts')));
    // The sounds of the other sentences are those that were there.
    const chunks = await pipeline.chunks(article.id, second.audio);
    expect(chunks.map(({ segmentKey }, index) => segmentKey === chunksBefore[index]!.segmentKey)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    // The text stays the editor's, and readers who follow along see it.
    expect(second).toMatchObject({ title: 'A plan', text });
    const versions = await Promise.all(
      [first, second].map(({ audio }) =>
        app.db.prisma.audio.findUniqueOrThrow({ where: { version: audio! } }),
      ),
    );
    expect(versions[1]!.text).toBe(versions[0]!.text);
    expect((await pipeline.log(article.id)).filter(({ action }) => action === 'pronounced')).toEqual([
      { action: 'pronounced', text: '“Merz” of Project Dictionary: replaced 2 times.', diff: null },
    ]);

    // Articles without the word keep their audio, and a repeated run changes nothing.
    expect((await pipeline.voice(other.id)).audio).toBe(weather.audio);
    expect((await pipeline.voice(article.id)).audio).toBe(second.audio);
    // Without the entry it is what it was; with it again, too.
    await deleteEntry(app, room.owner, entry.id);
    expect((await pipeline.voice(article.id)).audio).toBe(first.audio);
    await restoreEntry(app, room.owner, entry.id);
    expect((await pipeline.voice(article.id)).audio).toBe(second.audio);
    expect(await pipeline.charged(project.id)).toEqual(after);

    await updateEntry(app, room.owner, { id: entry.id, replacement: 'Merts' });
    expect(await said(pipeline, await pipeline.voice(article.id))).toEqual(withMerz('Merts'));
  });

  test('project entries take precedence over the organization’s, and those over global ones, each within its scope', async () => {
    const { app, make } = pipeline;
    const organization = await make.organization();
    const admin = actorOf(await make.admin());
    const room = await desk(pipeline, { organizationId: organization.id });
    const maintainer = actorOf(await make.member(organization.id, 'maintainer'));
    const ofAll = await createDictionary(app, admin, { level: 'global', name: 'All' });
    const ours = await createDictionary(app, maintainer, {
      level: 'organization',
      organizationId: organization.id,
      name: 'Ours',
      language: 'de',
    });
    const own = { dictionaryId: room.dictionaryId, entries: [{ source: 'plan', replacement: 'own plan' }] };
    await addEntries(app, maintainer, own);
    await addEntries(app, maintainer, {
      dictionaryId: ours.id,
      entries: [
        { source: 'plan', replacement: 'our plan' },
        { source: 'Merz', replacement: 'our Merz' },
      ],
    });
    await addEntries(app, admin, {
      dictionaryId: ofAll.id,
      entries: [
        { source: 'Merz', replacement: 'their Merz' },
        { source: 'rains', replacement: 'pours' },
      ],
    });
    // The organization's is for German.
    expect(await said(pipeline, await pipeline.voice(room.article.id))).toEqual([
      'their Merz speaks here.',
      'Nobody listens to it.',
      'The own plan is their Merz’s own.',
      'It pours today.',
    ]);
    await updateDictionary(app, maintainer, { id: ours.id, language: null });
    expect(await said(pipeline, await pipeline.voice(room.article.id))).toEqual([
      'our Merz speaks here.',
      'Nobody listens to it.',
      'The own plan is our Merz’s own.',
      'It pours today.',
    ]);
    const private_ = await desk(pipeline);
    expect(await said(pipeline, await pipeline.voice(private_.article.id))).toEqual([
      'their Merz speaks here.',
      'Nobody listens to it.',
      'The plan is their Merz’s own.',
      'It pours today.',
    ]);
  });

  test('an entry that removes all text causes a translatable error, and deleted entries are cleaned up', async () => {
    const { app } = pipeline;
    const room = await desk(pipeline);
    const entry = await add(app, room, { source: '.+', replacement: '', isPattern: true, wholeWord: false });
    const { status, errorNotices } = await pipeline.voice(room.article.id);
    expect([status, errorNotices]).toEqual([
      'errored',
      [{ code: 'DICTIONARIES_LEAVE_NOTHING', parameters: {} }],
    ]);
    await deleteEntry(app, room.owner, entry.id);
    const count = () => app.db.prisma.dictionaryEntry.count();
    await cleanUp(app);
    expect(await count()).toBe(1);
    await app.db.prisma.dictionaryEntry.update({
      where: { id: entry.id },
      data: { deletedAt: new Date(Date.now() - 8 * 86_400_000) },
    });
    expect((await cleanUp(app)).dictionaries).toBe(1);
    expect(await count()).toBe(0);
  });
});

describe('while audio is generated', () => {
  const pipeline = usePipeline({ worker: false });

  /** What services were asked to say, by all processes. */
  const spoken: string[] = [];
  beforeEach(() => void spoken.splice(0));

  /** Creates the app of another process, which caches dictionaries separately. */
  const processWith = (speak: App['speech']['speak'] = pipeline.app.speech.speak): App => {
    const { app } = pipeline;
    const heard: typeof speak = (provider, request, signal) => {
      spoken.push(request.text);
      return speak(provider, request, signal);
    };
    return { ...app, speech: { ...app.speech, speak: heard } };
  };
  const voice = (app: App, articleId: number, run: number, given: Partial<typeof context> = {}) =>
    voiceArticle({ ...pipeline.tools, app }, { articleId, run }, { ...context, ...given });

  /**
   * Checks that each sentence is charged once, and is spoken once. A sentence may be spoken again only if its
   * reservation was given back before, as happens when the machine stalls for longer than the lease.
   * @returns the number of sounds charged
   */
  async function sounds(projectId: number): Promise<number> {
    const charged = await pipeline.charged(projectId);
    const sentences = [...new Set(spoken)];
    const returned = await pipeline.app.db.prisma.ledgerEntry.count({
      where: { projectId, kind: 'returned' },
    });
    expect(spoken.length - sentences.length).toBe(returned);
    expect(charged).toEqual({ sounds: sentences.length, characters: lengthOf(sentences) });
    return charged.sounds;
  }

  test('a saved entry applies from the next run on, so that an article uses one version', async () => {
    const { app } = pipeline;
    const room = await desk(pipeline);
    let calls = 0;
    const first = processWith(async (...given) => {
      if (++calls === 2) await add(app, room, { source: 'Merz', replacement: 'Mairts' });
      return app.speech.speak(...given);
    });
    const { id } = room.article;
    await voice(first, id, await pipeline.begin(id));
    const done = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    expect(done.status).toBe('ready');
    expect(await said(pipeline, done)).toEqual(sentences);
    expect(await sounds(room.project.id)).toBe(5);
    await voice(processWith(), id, await pipeline.begin(id));
    const again = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    expect(await said(pipeline, again)).toEqual(withMerz('Mairts'));
    expect(await sounds(room.project.id)).toBe(7);
  });

  test('a process that takes over after an entry was saved starts again with the current data', async () => {
    const { app } = pipeline;
    const room = await desk(pipeline);
    const { id } = room.article;
    const run = await pipeline.begin(id);
    const killed = new AbortController();
    let calls = 0;
    const first = processWith(async (...given) => {
      const sound = await app.speech.speak(...given);
      if (++calls === 5) {
        await add(app, room, { source: 'Merz', replacement: 'Mairts' });
        killed.abort(new Error('The process ends.'));
      }
      return sound;
    });
    await expect(voice(first, id, run, { signal: killed.signal })).rejects.toThrow('The process ends.');
    expect(await voice(processWith(), id, run, { attempt: 2 })).toBe('done');
    const done = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    expect(done.status).toBe('ready');
    expect(await said(pipeline, done)).toEqual(withMerz('Mairts'));
    // The title, two sentences that stay, and two that were said in both ways.
    expect(await sounds(room.project.id)).toBe(7);
  });

  test('two processes with one article, and an entry saved between them, use one version', async () => {
    const { app } = pipeline;
    const room = await desk(pipeline);
    const { id } = room.article;
    const run = await pipeline.begin(id);
    let goOn = (): void => {};
    const saved = new Promise<void>((resolve) => (goOn = resolve));
    let begun = (): void => {};
    const speaking = new Promise<void>((resolve) => (begun = resolve));
    const slow = processWith(async (...given) => {
      begun();
      await saved;
      return app.speech.speak(...given);
    });
    const one = voice(slow, id, run);
    await speaking;
    await add(app, room, { source: 'Merz', replacement: 'Mairts' });
    const other = voice(processWith(), id, run, { attempt: 2 });
    goOn();
    await Promise.all([one, other]);
    const done = await app.db.prisma.article.findUniqueOrThrow({ where: { id } });
    expect(done.status).toBe('ready');
    expect([sentences, withMerz('Mairts')]).toContainEqual(await said(pipeline, done));
    await sounds(room.project.id);
  });
});
