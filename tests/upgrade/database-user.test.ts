import { randomUUID } from 'node:crypto';
import { inject, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/lib/database/db.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { runSql } from '../support/postgres.ts';
import { prepareTemplate } from '../support/template.ts';

if (databaseKind() === 'postgres') {
  test('the owner of a database requires no other privilege', async () => {
    const { url } = inject('database') as { url: string };
    const admin = `${url}postgres`;
    const name = `plain_${randomUUID().replaceAll('-', '')}`;
    await runSql(admin, `CREATE ROLE ${name} LOGIN PASSWORD 'plain' NOSUPERUSER NOCREATEDB NOCREATEROLE`);
    onTestFinished(async () => {
      await runSql(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await runSql(admin, `DROP ROLE ${name}`);
    });
    await runSql(admin, `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
    const own = new URL(url + name);
    Object.assign(own, { username: name, password: 'plain' });
    const { config, remove } = await prepareConfig();
    onTestFinished(remove);
    await prepareTemplate(await openDatabase({ ...config, databaseUrl: own.href }));
    const tables = await runSql(own.href, `SELECT count(*)::int AS jobs FROM pgboss.queue`);
    expect(tables.rows[0].jobs).toBeGreaterThan(5);
  });
}
