import { WebSocket } from 'undici';

/** What arrived on a socket, and how it ended. */
export interface TestSocket {
  /** Messages so far, parsed. */
  messages: any[];
  /** Code and reason of the close, and when it was received; null while open. */
  closed: { code: number; reason: string; at: number } | null;
  send(message: object): void;
  close(): void;
}

export interface SocketOptions {
  /** Sent with `connection_init`, as programs do. */
  token?: string | undefined;
  /** Instead: all that is sent with it. */
  payload?: object;
  /** Of the upgrade, as browsers send them. */
  headers?: Record<string, string>;
}

/** Opens a socket as graphql-ws does and begins the protocol; what comes of it is for the test to see. */
export async function openSocket(
  url: string,
  { token, payload = token ? { token } : {}, headers = {} }: SocketOptions,
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, {
    protocols: ['graphql-transport-ws'],
    headers,
  });
  const seen: TestSocket = {
    messages: [],
    closed: null,
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { type: string };
    if (message.type === 'ping') seen.send({ type: 'pong' });
    else seen.messages.push(message);
  });
  const ended = new Promise<void>((resolve) => {
    socket.addEventListener('error', () => resolve());
    socket.addEventListener('close', ({ code, reason }) => {
      seen.closed = { code, reason, at: performance.now() };
      resolve();
    });
  });
  await Promise.race([
    ended,
    new Promise<void>((resolve) => socket.addEventListener('open', () => resolve())),
  ]);
  if (socket.readyState === WebSocket.OPEN) seen.send({ type: 'connection_init', payload });
  return seen;
}
