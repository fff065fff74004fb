/**
 * Measures what a studio user notices: the time until the first sentence plays, until subscribers see a
 * status, and until a long list is there. Requests go over HTTP and events over sockets, as in the dashboard,
 * to a server on PostgreSQL with the embedded speech engine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../server/api.ts';
import { beginRun } from '../../server/areas/articles/articles/article-states.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { ownStudio } from '../../server/areas/people/studio/open-studio.ts';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { actorOf, factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { measured, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { openStudioSocket, type StudioSocket } from './studio-socket.ts';

const measures = {
  first: {
    name: 'studio: first sound of a typed sentence',
    unit: 'ms',
    bar: 300,
    better: 'lower',
    plausible: [5, 60_000],
  },
  seen: {
    name: 'studio: status seen by the last of 1,000 watchers over sockets',
    unit: 'ms',
    bar: 250,
    better: 'lower',
    plausible: [1, 60_000],
  },
  list: {
    name: 'studio: page of 10,000 audios over HTTP, with how many there are, p95',
    unit: 'ms',
    bar: 50,
    better: 'lower',
    plausible: [0.1, 10_000],
  },
} as const satisfies Record<string, Measure>;

/** Sockets that one person watches with; a server lets none watch more than 300 things. */
const perPerson = 100;

export const part = definePart({
  minutes: 1,
  full: { audios: 10_000, watchers: 1_000, rounds: 9, pages: 200 },
  tiny: { audios: 200, watchers: 20, rounds: 2, pages: 10 },
  async measure({ audios, watchers, rounds, pages }) {
    const postgres = await startPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE bench');
      const environment = { ...quietEnvironment(postgres.url('bench'), dataDir), STUDIO_FREE_MINUTES: '600' };
      const { url, app, close } = await startApi(parseConfig(environment), {
        log: createLogger('silent'),
        worker: true,
      });
      try {
        const person = await personOf(app, url);
        const socket = await openStudioSocket(person);
        // Warms up the engine, as in a studio in use.
        await firstSound(app, person, socket, 'This one is not counted.');
        const firsts: number[] = [];
        for (let round = 0; round < rounds; round++)
          firsts.push(
            await firstSound(
              app,
              person,
              socket,
              `Sentence number ${round} is typed and heard. Then others follow it.`,
            ),
          );
        socket.close();
        const seen = await statusSeen(app, url, watchers, rounds);
        await fill(app, person.actor, audios);
        const asked: number[] = [];
        for (let page = 0; page < pages + 5; page++) {
          const took = await listPage(person, audios);
          // What is compiled and planned at first is.
          if (page >= 5) asked.push(took);
        }
        asked.sort((a, b) => a - b);
        return [
          measured(
            measures.first,
            firsts,
            `from the click to the first bytes of its MP3 over HTTP, ${rounds} sentences`,
          ),
          measured(
            measures.seen,
            seen,
            `${watchers} sockets in the server’s own process, ${rounds} times ten changes, from their commit`,
          ),
          measured(
            measures.list,
            [asked[Math.floor(asked.length * 0.95)]!],
            `${audios} audios, ${pages} pages of 20 over HTTP`,
          ),
        ];
      } finally {
        await close(0);
      }
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

interface Person {
  url: string;
  token: string;
  actor: Actor;
}

async function personOf(app: App, url: string): Promise<Person> {
  const user = await factories(app.db).user();
  const { token } = await openSession(app, user.id);
  return { url, token, actor: actorOf(user) };
}

/** Asks over HTTP. @throws Error when it is refused */
async function ask<Data>({ url, token }: Person, query: string, variables: object): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const createAudio = `mutation ($input: CreateStudioAudioInput!) { createStudioAudio(input: $input) {
  ... on CreateStudioAudioSuccess { audio { slug } } } }`;

/** @returns the slug of a new audio */
async function create(person: Person, text: string, isDraft = false): Promise<string> {
  const input = { text, isDraft, language: 'en-US', voice: 'offline:en-US-Otto' };
  const { createStudioAudio } = await ask<{ createStudioAudio: { audio: { slug: string } } }>(
    person,
    createAudio,
    { input },
  );
  return createStudioAudio.audio.slug;
}

/** Milliseconds from the click until the first bytes of the first sentence are here. */
async function firstSound(app: App, person: Person, socket: StudioSocket, text: string): Promise<number> {
  const begun = performance.now();
  const slug = await create(person, text);
  const address = await new Promise<string>((resolve) => {
    const stop = socket.watch(slug, ({ sentences: [first] }) => {
      if (!first?.url) return;
      stop();
      resolve(first.url);
    });
  });
  const sound = await fetch(person.url + new URL(address).pathname);
  await sound.body!.getReader().read();
  const took = performance.now() - begun;
  if (!sound.ok) throw new Error(`The sound answered ${sound.status}.`);
  // The next one does not wait for the rest of this one.
  await untilReady(app, slug);
  return took;
}

async function untilReady(app: App, slug: string): Promise<void> {
  for (;;) {
    const { article } = await app.db.prisma.studioAudio.findUniqueOrThrow({
      where: { slug },
      select: { article: { select: { status: true } } },
    });
    if (article.status === 'ready' || article.status === 'errored') return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Milliseconds from when changes are committed until the last watcher has been told, in each round. */
async function statusSeen(app: App, url: string, watchers: number, rounds: number): Promise<number[]> {
  const people = await Promise.all(
    Array.from({ length: Math.ceil(watchers / perPerson) }, () => personOf(app, url)),
  );
  const sockets = await Promise.all(
    Array.from({ length: watchers }, (_, index) => openStudioSocket(people[index % people.length]!)),
  );
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const slugs = await Promise.all(people.map((person) => create(person, `Watched ${round}.`, true)));
    const told: Promise<void>[] = [];
    const stops: (() => void)[] = [];
    await Promise.all(
      sockets.map(
        (socket, index) =>
          new Promise<void>((watching) => {
            told.push(
              new Promise((resolve) => {
                stops.push(
                  socket.watch(slugs[index % slugs.length]!, ({ status }) =>
                    status === 'DRAFT' ? watching() : resolve(),
                  ),
                );
              }),
            );
          }),
      ),
    );
    const drafts = await app.db.prisma.studioAudio.findMany({ where: { slug: { in: slugs } } });
    await app.db.transaction(async (tx) => {
      await tx.updateTable('StudioAudio').set({ isDraft: false }).where('slug', 'in', slugs).execute();
      for (const { articleId } of drafts) await beginRun(app, tx, { articleId, why: 'created' });
    });
    const begun = performance.now();
    await Promise.all(told);
    seen.push(performance.now() - begun);
    for (const stop of stops) stop();
    for (const slug of slugs) await untilReady(app, slug);
  }
  for (const socket of sockets) socket.close();
  return seen;
}

/** What the list of the studio asks for. */
const list = `{ studio { audios(first: 20, offset: 40) { totalCount edges { node {
  id slug status error errorNotices { code parameters } createdAt title url durationMs downloadUrl downloadName } } } } }`;

async function listPage(person: Person, least: number): Promise<number> {
  const begun = performance.now();
  const { studio } = await ask<{ studio: { audios: { totalCount: number; edges: unknown[] } } }>(
    person,
    list,
    {},
  );
  const took = performance.now() - begun;
  const { totalCount, edges } = studio.audios;
  if (totalCount < least || edges.length !== 20) throw new Error(`${edges.length} of ${totalCount} came.`);
  return took;
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
