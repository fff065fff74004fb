import type { Attack } from './attack.ts';

const sockets = 10;
const most = 3_000;
const patience = 20_000;

/** Each subscription begins with reading what is; and tells how it ended, if it was refused. */
export const attack: Attack = {
  name: '3,000 subscriptions on each of ten sockets',
  async run({ url, attacker, scale }) {
    const each = most * scale;
    const address = `${url.replace('http', 'ws')}/graphql`;
    const query = 'subscription($id: ID!) { projectArticles(project: $id) { __typename } }';
    await Promise.all(
      Array.from(
        { length: sockets },
        (_, index) =>
          new Promise<void>((resolve) => {
            const token = index % 2 ? attacker.tokens.editor : attacker.tokens.maintainer;
            const socket = new WebSocket(address, 'graphql-transport-ws');
            const timer = setTimeout(() => socket.close(), patience);
            let answered = 0;
            socket.addEventListener('open', () =>
              socket.send(JSON.stringify({ type: 'connection_init', payload: { token } })),
            );
            socket.addEventListener('message', ({ data }) => {
              const { type } = JSON.parse(String(data)) as { type: string };
              if (type === 'connection_ack') {
                for (let id = 0; id < each; id++)
                  socket.send(
                    JSON.stringify({
                      id: String(id),
                      type: 'subscribe',
                      payload: { query, variables: { id: String(attacker.room.project.id) } },
                    }),
                  );
              } else if ((type === 'next' || type === 'error') && ++answered === each) socket.close();
            });
            socket.addEventListener('close', () => {
              clearTimeout(timer);
              resolve();
            });
          }),
      ),
    );
  },
};
