/** What a process does when a newer release changes the schema of its database. */
import { cp } from 'node:fs/promises';
import { SignJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApi } from '../../server/api.ts';
import { articleJob } from '../../server/areas/articles/articles/jobs.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { MigrationError } from '../../server/lib/database/migration-parts.ts';
import { readMigrations } from '../../server/lib/database/migrations.ts';
import { prepareConfig } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';
import { nextRelease, recordFuture } from './next-release.ts';

async function start(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.close());
  return server;
}

test('a superseded process responds 503 with a reason, closes sockets, and takes no jobs', async () => {
  const server = await start({ worker: true });
  const { app, url } = server;
  const said = vi.spyOn(app.log, 'info');
  const article = await server.make.article((await server.make.project()).id, { status: 'waiting', run: 1 });
  // It is due only when jobs are no longer taken.
  await app.queue.send(
    app.db.sql,
    articleJob,
    { articleId: article.id, run: article.run },
    { startAfter: new Date(Date.now() + 3_600_000) },
  );
  const socket = await openSocket(url, { token: await server.signIn(await server.make.user()) });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  await app.db.pool.query(recordFuture);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      status: 'unavailable',
      reason:
        'The database is of a newer release than this process (migration 9999_future). It has to be replaced.',
    },
  ]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const refused = await fetch(`${url}/graphql?query={__typename}`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(`${url}/download/audio/x.mp3`)).status).toBe(503);
  await expect.poll(() => socket.closed?.code).toBe(1012);

  await expect.poll(() => said.mock.calls.flat()).toContain('no longer taking jobs');
  const due = await app.db.pool.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE name = 'article' RETURNING state`,
  );
  expect(due.rows).toEqual([{ state: 'created' }]);
});

test('a process notices a migration immediately, and keeps running if that is compatible', async () => {
  const server = await start();
  const { app } = server;
  const asked = () => server.graphql('{ __typename }').then(({ status }) => status);
  const newest = (await readMigrations()).at(-1)!.name;
  const kind = await nextRelease('9001_kind', `--! runs with ${newest}\nCREATE TABLE "Kind" ("id" INTEGER)`);
  expect(await migrate(app.db, { from: kind })).toEqual(['9001_kind']);
  expect(await app.schema.check()).toBeNull();
  expect([await asked(), (await fetch(`${server.url}/readyz`)).status]).toEqual([200, 200]);
  // A rollback to it is also allowed: a process that starts now keeps running.
  expect(await migrate(app.db)).toEqual([]);

  const other = await nextRelease('9002_other', 'CREATE TABLE "Other" ("id" INTEGER)');
  await cp(new URL('9001_kind/', kind), new URL('9001_kind/', other), { recursive: true });
  expect(await migrate(app.db, { from: other })).toEqual(['9002_other']);
  // Sooner than by asking every ten seconds.
  await expect.poll(asked).toBe(503);
  await expect(migrate(app.db)).rejects.toThrow(MigrationError);
});

test('an old process does not start on a newer schema, and explains what to do', async () => {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const db = await openDatabase(prepared.config);
  await db.pool.query(recordFuture);
  await db.close();
  await expect(
    startApi(prepared.config, { worker: true, log: createLogger('silent') }),
  ).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringMatching(/newer release.*9999_future.*restore the backup/),
  });
});

test('users stay signed in', async () => {
  const secret = 'a secret of the release before it';
  const server = await start({ env: { JWT_SECRET: secret } });
  const user = await server.make.user();
  const session = await server.app.db.prisma.session.create({
    data: { userId: user.id, expiresAt: new Date(Date.now() + 86_400_000) },
  });
  // As the release before signed it: it names no key.
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1 day')
    .sign(new TextEncoder().encode(secret));
  expect(
    (await server.graphql('{ viewer { projects { edges { cursor } } } }', {}, token)).errors,
  ).toBeUndefined();
});
