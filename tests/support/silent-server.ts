import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server on this machine that accepts connections and never answers. */
export interface SilentServer {
  port: number;
  url: string;
  /** Bytes that it was sent. */
  received: number;
  /** Resolves once something has connected. */
  connected: Promise<void>;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  let connect = (): void => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (bytes) => (silent.received += bytes.length));
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    connect();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const silent: SilentServer = {
    port,
    url: `http://127.0.0.1:${port}`,
    received: 0,
    connected: new Promise((resolve) => (connect = resolve)),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return silent;
}
