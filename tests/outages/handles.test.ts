/** No file handles are left. */
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFiles } from '../../server/lib/open-files.ts';
import { prepareConfig } from '../support/databases.ts';
import { Newsdesk, startServer, until } from './newsdesk.ts';

const countsFiles = (await openFiles()) !== null;
if (!countsFiles)
  console.warn(
    'SKIPPED: no file handles left. This system does not say how many a process has open (/proc/self/fd).',
  );

test.skipIf(!countsFiles)(
  'with 256 file handles 300 connections are refused with a message or in the log, and others are served',
  async () => {
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const server = await startServer(prepared.env, ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh']);
    expect(server.output()).toMatch(/Only 256 files can be open/);
    const desk = new Newsdesk(server.url);
    await desk.open();
    expect(await desk.add()).toBe(true);

    const { hostname, port } = new URL(server.url);
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const answers = await Promise.all(
      Array.from(
        { length: 300 },
        () =>
          new Promise<string>((resolve) => {
            const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
            sockets.push(socket);
            let said = '';
            socket.on('data', (data) => {
              said += data;
              if (said.includes('\r\n\r\n')) resolve(said.slice(9, 12));
            });
            socket.on('error', () => resolve('torn')).on('close', () => resolve('torn'));
            socket.write('GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nhost: localhost\r\n\r\n');
          }),
      ),
    );
    const counts = Object.fromEntries(
      ['200', '503', 'torn'].map((kind) => [kind, answers.filter((answer) => answer === kind).length]),
    );
    console.log(counts);
    expect(counts['200']! + counts['503']! + counts['torn']!).toBe(300);
    expect(counts['200']).toBeGreaterThan(5);
    await until(
      'a line in the log',
      async () => /requests refused|connections dropped/.test(server.output()) || server.output(),
    );

    const end = performance.now();
    for (const socket of sockets) socket.destroy();
    await desk.fullService(end);
    expect(await desk.lost()).toEqual([]);
  },
);
