/** The database is read-only for a while, as a standby is before it is promoted. */
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../server/api.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { runSql } from '../support/postgres.ts';
import { graphql, rest } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const mutation = 'mutation { updateUser(input: { name: "Ada" }) { __typename } }';

test.runIf(databaseKind() === 'postgres')(
  'with a read-only database every entry point responds 503 with Retry-After, and service resumes',
  async () => {
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const lines: { level: number; kind?: string; msg: string; err?: { message: string } }[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const { url, app, close } = await startApi(prepared.config, { worker: true, log });
    onTestFinished(() => close());
    const room = await factories(app.db).newsroom();
    const { token } = await openSession(app, room.editor.id);
    const socket = await openSocket(url, { token });
    onTestFinished(() => socket.close());
    await expect.poll(() => socket.messages).toEqual([{ type: 'connection_ack' }]);
    const database = new URL(prepared.config.databaseUrl!).pathname.slice(1);
    const become = async (readOnly: 'on' | 'off'): Promise<void> => {
      const maintenance = new URL(prepared.config.databaseUrl!);
      maintenance.pathname = '/postgres';
      await runSql(
        maintenance.href,
        `ALTER DATABASE ${database} SET default_transaction_read_only = ${readOnly}`,
      );
      await runSql(
        maintenance.href,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [database],
      );
    };
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`);
      const { reason } = (await answer.json()) as { reason?: string };
      return { status: answer.status, reason };
    };

    lines.length = 0;
    await become('on');
    await expect.poll(ready).toMatchObject({ status: 503, reason: 'The database is read-only.' });

    const refusal = { code: 'SERVICE_UNAVAILABLE', reason: 'DATABASE_READ_ONLY', retryAfter: 5 };
    const overHttp = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: mutation }),
    });
    expect([overHttp.status, overHttp.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await overHttp.json()).toMatchObject({ errors: [{ extensions: refusal }] });

    const overRest = await rest(url, 'POST', '/api/projects', {
      token,
      body: { organizationId: room.organization.id, name: 'Evening' },
    });
    expect([overRest.status, overRest.headers.get('retry-after')]).toEqual([503, '5']);
    const signIn = await rest(url, 'POST', '/auth/sign-in', {
      body: { email: room.editor.email, password: 'a password' },
    });
    expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([503, '5']);

    const event = await rest(url, 'POST', '/ev', {
      body: { ac: 'play', ar: room.article.id, ch: room.channel.id },
    });
    expect(event.status < 500 || event.headers.has('retry-after')).toBe(true);
    const feed = await fetch(`${url}/podcast/${room.channel.slug}`);
    expect(feed.status < 500 || feed.headers.has('retry-after')).toBe(true);

    // Reads continue, also over sockets, which accept no mutations.
    socket.send({ id: 'one', type: 'subscribe', payload: { query: '{ viewer { user { id } } }' } });
    await expect
      .poll(() => socket.messages.find(({ id }) => id === 'one'))
      .toMatchObject({ type: 'next', payload: { data: { viewer: { user: {} } } } });

    // By now the worker has asked for jobs and the requests above have failed; the log has one line.
    for (let times = 0; times < 20; times++) await graphql(url, mutation, {}, token);
    const ofOutage = lines.filter(({ kind }) => kind === 'DATABASE_READ_ONLY');
    expect(ofOutage.map(({ level }) => level)).toEqual([40]);
    expect(lines.filter(({ err }) => /read-only transaction/.test(err?.message ?? ''))).toEqual([]);

    await become('off');
    await expect.poll(ready).toEqual({ status: 200, reason: undefined });
    await expect
      .poll(async () => (await graphql(url, mutation, {}, token)).data)
      .toEqual({ updateUser: { __typename: 'UpdateUserSuccess' } });
  },
);
