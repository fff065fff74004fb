/**
 * What somebody feels in the studio: how soon the first sentence can be heard, how soon watchers see a
 * status, and how fast a long list is there. On the embedded engine, and on PostgreSQL as it is delivered.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin } from '../../server/areas/articles/states.ts';
import { createAudio, listAudios } from '../../server/areas/studio/audios.ts';
import { ownStudio } from '../../server/areas/studio/open-studio.ts';
import { sentencesOf } from '../../server/areas/studio/sentence-sounds.ts';
import { watchAudio } from '../../server/areas/studio/watch-audios.ts';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { startWorker } from '../../server/worker/start-worker.ts';
import { actorOf, factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { measured, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { quietEnvironment } from './quiet-environment.ts';

const measures = {
  first: {
    name: 'studio: first sound of a typed sentence',
    unit: 'ms',
    bar: 300,
    better: 'lower',
    plausible: [5, 60_000],
  },
  seen: {
    name: 'studio: status seen by the last of 1,000 watchers',
    unit: 'ms',
    bar: 250,
    better: 'lower',
    plausible: [1, 60_000],
  },
  list: {
    name: 'studio: page of 10,000 audios, p95',
    unit: 'ms',
    bar: 50,
    better: 'lower',
    plausible: [0.1, 10_000],
  },
} as const satisfies Record<string, Measure>;

const voice = { language: 'en-US', voice: 'offline:en-US-Otto' };

export const part = definePart({
  minutes: 0.7,
  full: { audios: 10_000, watchers: 1_000, rounds: 9, pages: 200 },
  tiny: { audios: 200, watchers: 20, rounds: 2, pages: 10 },
  async measure({ audios, watchers, rounds, pages }) {
    const postgres = await startPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE bench');
      const environment = { ...quietEnvironment(postgres.url('bench'), dataDir), STUDIO_FREE_MINUTES: '600' };
      const { app, close } = await openApp({
        config: parseConfig(environment),
        log: createLogger('silent'),
        worker: true,
      });
      const worker = await startWorker(app);
      try {
        const actor = actorOf(await factories(app.db).user());
        // The engine is warm, as a studio's is that somebody uses.
        await firstSound(app, actor, 'This one is not counted.');
        const firsts: number[] = [];
        for (let round = 0; round < rounds; round++)
          firsts.push(
            await firstSound(
              app,
              actor,
              `Sentence number ${round} is typed and heard. Then others follow it.`,
            ),
          );
        const seen: number[] = [];
        for (let round = 0; round < rounds; round++) seen.push(await statusSeen(app, actor, watchers));
        await fill(app, actor, audios);
        const asked: number[] = [];
        for (let page = 0; page < pages; page++) asked.push(await listPage(app, actor));
        asked.sort((a, b) => a - b);
        return [
          measured(measures.first, firsts, `from the call to a sound in storage, ${rounds} sentences`),
          measured(measures.seen, seen, `${watchers} watchers, ${rounds} changes`),
          measured(
            measures.list,
            [asked[Math.floor(asked.length * 0.95)]!],
            `${audios} audios, ${pages} pages of 20`,
          ),
        ];
      } finally {
        await worker.stop();
        await close();
      }
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

/** Milliseconds from the call until the first sentence can be had. */
async function firstSound(app: App, actor: Actor, text: string): Promise<number> {
  const begun = performance.now();
  const { slug, articleId } = await createAudio(app, actor, { ...voice, text });
  for await (const _ of await watchAudio(app, async () => actor, slug, {})) {
    const [first] = await sentencesOf(app, articleId);
    if (first?.file && (await app.storage.stat(`segments/${first.file}.mp3`))) break;
  }
  const took = performance.now() - begun;
  // The next one does not wait for the rest of this one.
  await untilReady(app, articleId);
  return took;
}

async function untilReady(app: App, id: number): Promise<void> {
  for (;;) {
    const { status } = await app.db.prisma.article.findUniqueOrThrow({
      where: { id },
      select: { status: true },
    });
    if (status === 'ready' || status === 'errored') return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Milliseconds from a change until the last watcher has been told of it. */
async function statusSeen(app: App, actor: Actor, count: number): Promise<number> {
  const { slug, articleId } = await createAudio(app, actor, { ...voice, text: 'Watched.', isDraft: true });
  const watched = await Promise.all(
    Array.from({ length: count }, async () => {
      const events = await watchAudio(app, async () => actor, slug, {});
      await events.next();
      return { events, next: events.next() };
    }),
  );
  const begun = performance.now();
  await app.db.transaction((tx) => begin(app, tx, { articleId, why: 'edited' }));
  await Promise.all(watched.map(({ next }) => next));
  const took = performance.now() - begun;
  await Promise.all(watched.map(({ events }) => events.return?.()));
  await untilReady(app, articleId);
  return took;
}

async function listPage(app: App, actor: Actor): Promise<number> {
  const begun = performance.now();
  await listAudios(app, actor, {
    take: 21,
    include: { channel: { select: { slug: true } }, article: { include: { playable: true } } },
  });
  return performance.now() - begun;
}

/** So many audios of the person, which are ready. Triggers would look for the sounds of each player. */
async function fill(app: App, actor: Actor, count: number): Promise<void> {
  const { userId, projectId } = await ownStudio(app, actor);
  await app.db.pool.query(`DO $$ BEGIN
     SET LOCAL statement_timeout = 0;
     SET LOCAL session_replication_role = replica;
     WITH made AS (
       INSERT INTO "Article" ("projectId", "title", "titleFolded", "text", "status")
       SELECT ${projectId}, 'Audio ' || n, 'audio ' || n, repeat('Some words of a text. ', 40), 'ready'
         FROM generate_series(1, ${count}) n RETURNING "id"
     ), players AS (
       INSERT INTO "Channel" ("projectId", "type", "slug")
       SELECT ${projectId}, 'player', 'studio-' || "id" FROM made RETURNING "id", "slug"
     )
     INSERT INTO "StudioAudio" ("slug", "userId", "articleId", "channelId", "language", "voice")
     SELECT 'audio-' || m."id", ${userId}, m."id", p."id", 'en-US', 'offline:en-US-Otto'
       FROM made m JOIN players p ON p."slug" = 'studio-' || m."id";
   END $$`);
  await app.db.pool.query('ANALYZE');
}
