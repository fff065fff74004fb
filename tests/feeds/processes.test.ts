import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind, prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { startApi, type RunningApi } from '../../server/api.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { transition } from '../../server/areas/articles/articles/article-states.ts';
import { factories } from '../support/factories.ts';
import { newspaper, until } from './newspaper.ts';

// The embedded database has one process.
describe.runIf(databaseKind() === 'postgres')('another process', () => {
  let prepared: PreparedConfig;
  let here: RunningApi;
  let there: ServerProcess;
  beforeAll(async () => {
    // Behind one address, as in production; it is the second one's own.
    const port = await freePort();
    prepared = await prepareConfig({
      PUBLIC_URL: `http://localhost:${port}`,
      PORT: String(await freePort()),
    });
    here = await startApi(prepared.config, { worker: false, log: createLogger('silent') });
    there = await startProcess('server/api.ts', { ...prepared.env, PORT: String(port) });
  });
  afterAll(async () => {
    await there?.stop('SIGKILL');
    await here?.close();
    await prepared?.remove();
  });

  test('shows an article in every feed of its project soon after it is ready', async () => {
    const { app } = here;
    const make = factories(app.db);
    const paper = newspaper({ app, make });
    const project = await make.project();
    const channel = await paper.podcast(project.id, 1);
    const feeds = [
      `/podcast/${channel.slug}`,
      `/json/${(await make.channel(project.id)).slug}`,
      `/alexafb/${(await make.channel(project.id, { type: 'alexaFB', settings: { title: 'B', voiceType: 'alexa' } })).slug}`,
    ];
    const read = async (path: string) => (await fetch(there.url + path)).text();
    for (const path of feeds) expect(await read(path)).not.toContain('Turned ready');

    const article = await make.article(project.id, {
      title: 'Turned ready',
      status: 'processing',
      step: 'assembled',
      run: 1,
    });
    const audio = await make.audio(article.id);
    await app.db.prisma.article.update({
      where: { id: article.id },
      data: { status: 'processing', audio: null },
    });
    // Kept there as they are before.
    for (const path of feeds) expect(await read(path)).not.toContain('Turned ready');
    await app.db.transaction(async (sql) => {
      await transition(app, sql, 'finish', { articleId: article.id, run: 1, set: { audio: audio.version } });
      const { id } = await sql
        .insertInto('Episode')
        .values({
          channelId: channel.id,
          guid: crypto.randomUUID(),
          period: `article ${article.id}`,
          title: article.title,
          file: audio.version,
          durationMs: 1_500,
          bytes: 12_000,
          publishedAt: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql
        .insertInto('EpisodeArticle')
        .values({ channelId: channel.id, articleId: article.id, episodeId: id, position: 0 })
        .execute();
    });
    for (const path of feeds)
      await until(
        () => read(path),
        (text) => text.includes('Turned ready'),
      );
  });

  test('serves the same content with the same validators', async () => {
    const { app } = here;
    const make = factories(app.db);
    const project = await make.project();
    const { slug } = await newspaper({ app, make }).podcast(project.id, 3);
    const addressed = { headers: { accept: '*/*' } };
    const [ours, theirs] = await Promise.all(
      [`http://127.0.0.1:${here.app.config.port}`, there.url].map((url) =>
        fetch(`${url}/podcast/${slug}`, addressed),
      ),
    );
    expect(theirs!.headers.get('last-modified')).toBe(ours!.headers.get('last-modified'));
  });
});
