import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../support/full.ts';
import { useServer } from '../support/server.ts';

const server = useServer({});
/** Things that each socket asks to watch. */
const tried = runs(200, 1_000);
const query = 'subscription($id: ID!) { projectArticles(project: $id) { __typename } }';

interface Message {
  type: string;
  id?: string;
  payload?: { message: string; extensions?: { code: string } }[];
}

/** A socket that is connected, and what it hears. */
async function connect(token: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.close());
  const heard: Message[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as Message));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const send = (message: object): void => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: { token } });
  await expect.poll(() => heard.some(({ type }) => type === 'connection_ack')).toBe(true);
  return { send, heard, refused: () => heard.filter(({ type }) => type === 'error') };
}

test('subscriptions are limited to 100 per socket and 300 per caller, and do not block others', async () => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.editor);
  const watch = (id: string) => ({
    type: 'subscribe',
    id,
    payload: { query, variables: { id: String(room.project.id) } },
  });
  const sockets = await Promise.all([1, 2, 3, 4].map(() => connect(token)));
  for (const { send } of sockets.slice(0, 3)) for (let id = 0; id < tried; id++) send(watch(String(id)));
  expect(
    (await server.graphql('{ viewer { user { email } } }', {}, await server.signIn(room.viewer))).errors,
  ).toBeUndefined();
  for (const { refused } of sockets.slice(0, 3)) await expect.poll(() => refused().length).toBe(tried - 100);
  expect(sockets[0]!.refused()[0]!.payload![0]).toMatchObject({
    extensions: {
      code: 'LIMIT_REACHED',
      reason: 'TOO_MANY_OPERATIONS',
      parameters: { onSocket: 100, ofCaller: 300 },
    },
  });
  // The fourth has room, its caller has not; until another of them ends.
  const [first, , , fourth] = sockets;
  fourth!.send(watch('late'));
  await expect.poll(() => fourth!.refused().length).toBe(1);
  const admitted = Array.from({ length: tried }, (_, id) => String(id)).find(
    (id) => !first!.refused().some((message) => message.id === id),
  )!;
  first!.send({ type: 'complete', id: admitted });
  await expect
    .poll(async () => {
      const id = `again-${crypto.randomUUID()}`;
      fourth!.send(watch(id));
      const told = () => fourth!.heard.find((message) => message.id === id)?.type;
      await expect.poll(told).toBeDefined();
      return told();
    })
    .toBe('next');
});
