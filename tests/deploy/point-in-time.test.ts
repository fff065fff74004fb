/**
 * Point-in-time recovery as `backup-and-restore.md` describes it, with Debian's pgBackRest: the database is
 * archived, destroyed, and recovered as it was before a mistake.
 */
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, runSql } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { graphql, rest } from '../support/server.ts';
import { postgresUser } from './debian-postgres.ts';

const page = await readFile(
  fileURLToPath(new URL('../../.github/docs/backup-and-restore.md', import.meta.url)),
  'utf8',
);
/** The documented configuration of pgBackRest and of PostgreSQL. */
const configuration = /^ {4}\[global\][\s\S]*?pg1-path=.*$/m.exec(page)![0].replaceAll(/^ {4}/gm, '');
const archiving = /^ {4}archive_mode[\s\S]*?archive-push %p'$/m.exec(page)![0].replaceAll(/^ {4}/gm, '');
/** Documented commands by the last word, which says what they do. */
const commands = new Map(
  [...page.matchAll(/^ {4}sudo -u postgres pgbackrest (.*?(\S+))$/gm)].map(([, words, name]) => [
    name!,
    words!,
  ]),
);
const administrator = { email: 'operator@example.com', password: 'a long password' };

test('the database is recovered as it was before a mistake, and Parlance continues with it', async () => {
  const port = await freePort();
  const user = await postgresUser(
    [
      {
        title: 'pgBackRest',
        variable: 'PGBACKREST',
        paths: ['/usr/bin/pgbackrest'],
        packages: ['pgbackrest'],
      },
    ],
    { PGPORT: String(port) },
  );
  const [data, archive] = [join(user.home, 'data'), join(user.home, 'archive')];
  Object.assign(user.env, {
    PGHOST: user.home,
    PGBACKREST_CONFIG: join(user.home, 'pgbackrest.conf'),
    PGBACKREST_PG1_SOCKET_PATH: user.home,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_LOG_PATH: user.home,
    PGBACKREST_LOCK_PATH: user.home,
    // Otherwise a backup waits for the next checkpoint.
    PGBACKREST_START_FAST: 'y',
  });
  await writeFile(
    join(user.home, 'pgbackrest.conf'),
    configuration.replace('/var/lib/pgbackrest', archive).replace(/pg1-path=.*/, `pg1-path=${data}`),
  );
  user.run(user.program('initdb'), ['--pgdata', data, '--auth=trust', '--encoding=UTF8', '--no-sync']);
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `port = ${port}\nunix_socket_directories = '${user.home}'\n${archiving}\n`,
  );
  const url = `postgres://postgres@127.0.0.1:${port}/parlance`;
  const startDatabase = async () => {
    const server = user.start(user.program('postgres'), ['-D', data]);
    await expect
      .poll(() =>
        runSql(url.replace('/parlance', '/postgres'), 'SELECT pg_is_in_recovery()').then(
          ({ rows }) => rows,
          String,
        ),
      )
      .toEqual([{ pg_is_in_recovery: false }]);
    return server;
  };
  const pgbackrest = (name: string, target?: string): string =>
    user.run('pgbackrest', words(commands.get(name)!.replace(/--target='[^']*'/, `--target='${target}'`)));

  let database = await startDatabase();
  user.run(user.program('createdb'), ['parlance']);
  pgbackrest('stanza-create');
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: join(user.home, 'parlance'),
    JWT_SECRET: 'j'.repeat(40),
    DATA_KEY: 'd'.repeat(40),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    PORT: '0',
  };
  const startParlance = async () => {
    const server = await startProcess('server/api.ts', settings);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    return server;
  };
  let parlance = await startParlance();
  pgbackrest('backup');

  const signIn = await rest(parlance.url, 'POST', '/auth/sign-in', { body: administrator });
  const token = /jwt=([^;]+)/.exec(signIn.headers.get('set-cookie') ?? '')?.[1];
  const rename = (name: string) =>
    graphql(parlance.url, `mutation { updateUser(input: { name: "${name}" }) { __typename } }`, {}, token);
  const nameNow = async () => (await runSql(url, 'SELECT fullname FROM "User"')).rows;
  expect((await rename('Before')).data).toEqual({ updateUser: { __typename: 'UpdateUserSuccess' } });
  const { rows } = await runSql(url, 'SELECT clock_timestamp()::text AS moment');
  await rename('After');
  await runSql(url, 'DROP TABLE "Article" CASCADE');
  expect(await nameNow()).toEqual([{ fullname: 'After' }]);
  // What was not archived yet is lost with the disk.
  await runSql(url, 'SELECT pg_switch_wal()');
  await expect
    .poll(
      async () =>
        (
          await runSql(
            url,
            'SELECT last_archived_wal IS NOT NULL AND failed_count = 0 AS ok FROM pg_stat_archiver',
          )
        ).rows,
    )
    .toEqual([{ ok: true }]);
  await parlance.stop();
  const ended = once(database, 'exit');
  // An immediate end, as of a machine that loses its power.
  database.kill('SIGQUIT');
  await ended;
  await rm(data, { recursive: true });

  pgbackrest('restore', (rows as { moment: string }[])[0]!.moment);
  database = await startDatabase();
  expect(await nameNow()).toEqual([{ fullname: 'Before' }]);
  parlance = await startParlance();
  expect((await fetch(`${parlance.url}/readyz`)).status).toBe(200);
  expect((await rename('Later')).data).toEqual({ updateUser: { __typename: 'UpdateUserSuccess' } });
  expect(await parlance.stop()).toBe(0);
});

/** Words of a documented command, with quotes taken off. */
const words = (command: string): string[] =>
  [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
