import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { patience } from '../../scripts/patience.ts';
import { ListenError, listenOnOwnConnection } from '../../server/lib/requests/listen.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { runSql } from '../support/postgres.ts';

async function prepare() {
  const { config, remove } = await prepareConfig();
  onTestFinished(remove);
  const url = config.databaseUrl!;
  const sending: Promise<unknown>[] = [];
  onTestFinished(async () => void (await Promise.all(sending)));
  const notify = async (channel: string, payload: string): Promise<void> => {
    const sent = runSql(url, 'SELECT pg_notify($1, $2)', [channel, payload]);
    sending.push(sent);
    await sent;
  };
  return { connectionString: url, channel: 'news', notify, onPayload: vi.fn(), onReconnect: vi.fn() };
}

describe.runIf(databaseKind() === 'postgres')('a listener', () => {
  test('that does not receive its own notification is refused', async () => {
    const options = await prepare();
    // As a pooler in transaction mode: all is answered, and nothing arrives.
    const deaf = { ...options, notify: async () => {}, proof: { between: 50, arrival: 50 } };
    await expect(listenOnOwnConnection(deaf)).rejects.toThrow(ListenError);
  });

  test('that stops receiving reports it, is replaced, and reports recovery', async () => {
    const options = await prepare();
    let isDeaf = false;
    const listener = await listenOnOwnConnection({
      ...options,
      notify: async (...sent) => void (isDeaf || (await options.notify(...sent))),
      proof: { between: 20, arrival: 2_000 },
    });
    onTestFinished(() => listener.stop());
    expect(listener.isHearing()).toBe(true);
    isDeaf = true;
    await expect.poll(() => listener.isHearing()).toBe(false);
    await expect.poll(() => options.onReconnect.mock.calls.length).toBeGreaterThan(0);
    expect(listener.isHearing()).toBe(false);
    isDeaf = false;
    await expect.poll(() => listener.isHearing()).toBe(true);
    await options.notify('news', 'first');
    await expect.poll(() => options.onPayload.mock.calls).toEqual([['first']]);
  });

  test('that cannot send its check is kept', async () => {
    const options = await prepare();
    let tries = 0;
    const listener = await listenOnOwnConnection({
      ...options,
      async notify(...sent) {
        if (tries++ > 0) throw new Error('The pool is empty.');
        await options.notify(...sent);
      },
      proof: { between: 20, arrival: patience.condition },
    });
    onTestFinished(() => listener.stop());
    await expect.poll(() => tries).toBeGreaterThan(2);
    expect(listener.isHearing()).toBe(true);
    expect(options.onReconnect).not.toHaveBeenCalled();
  });
});
