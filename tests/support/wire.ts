import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'vitest';

/** What lies between a server and its database. */
export interface Wire {
  /** Of the database, by this way. */
  url: string;
  /** From now on connections are torn and refused. */
  cut(): void;
  mend(): void;
  /** Open connections stop carrying data without being closed. */
  silence(): void;
}

/** Lays a wire to a database; it goes with the test. */
export async function startWire(
  target: string,
  onTestFinished: TestContext['onTestFinished'],
): Promise<Wire> {
  const { hostname, port } = new URL(target);
  let cut = false;
  const ends = new Set<Socket>();
  const proxy = createServer((near) => {
    if (cut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(other);
      end
        .on('error', () => {})
        .on('close', () => {
          ends.delete(end);
          other.destroy();
        });
    }
  });
  onTestFinished(() => {
    ends.forEach((end) => end.destroy());
    proxy.close();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      cut = true;
      ends.forEach((end) => end.destroy());
    },
    mend: () => void (cut = false),
    silence: () => ends.forEach((end) => end.unpipe().pause()),
  };
}
