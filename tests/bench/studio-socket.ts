/** Event about an audio. */
interface Told {
  status: string;
  sentences: { url: string | null }[];
}

export interface StudioSocket {
  /** Watches an audio. @returns what ends it */
  watch(slug: string, tell: (audio: Told) => void): () => void;
  close(): void;
}

const query = `subscription ($slug: String!) { studioAudio(slug: $slug) { audio { status sentences { url } } } }`;

/** Opens a socket as the dashboard does (graphql-ws), and keeps it open. @throws Error when it is refused */
export async function openStudioSocket({
  url,
  token,
}: {
  url: string;
  token: string;
}): Promise<StudioSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const watches = new Map<string, (audio: Told) => void>();
  let last = 0;
  const send = (message: object): void => socket.send(JSON.stringify(message));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => send({ type: 'connection_init', payload: { token } }));
    socket.addEventListener('close', ({ code, reason }) => reject(new Error(`Closed: ${code} ${reason}`)));
    socket.addEventListener('message', ({ data }) => {
      const { type, id, payload } = JSON.parse(String(data)) as { type: string; id: string; payload: any };
      if (type === 'connection_ack') resolve();
      else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'error' || payload?.errors) throw new Error(String(data));
      else if (type === 'next') watches.get(id)?.(payload.data.studioAudio.audio as Told);
    });
  });
  return {
    watch(slug, tell) {
      const id = String(++last);
      watches.set(id, tell);
      send({ type: 'subscribe', id, payload: { query, variables: { slug } } });
      return () => {
        watches.delete(id);
        send({ type: 'complete', id });
      };
    },
    close: () => socket.close(),
  };
}
