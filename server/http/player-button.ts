import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../kernel/app.ts';
import { publicChannel } from '../areas/channels/channels/public-channel.ts';
import { playButtonPicture } from '../lib/play-button-picture.ts';
import { publicHeaders } from './download.ts';

/** Pixels; newsletters show it at half of it. */
const side = 96;
/** Seconds for which it may be kept. */
const age = 86_400;
/** Buttons by color: drawing one takes some milliseconds. */
const buttons = new LRUCache<string, Promise<Buffer>>({ max: 100 });

function playButton(color: string): Promise<Buffer> {
  const drawn = buttons.get(color) ?? playButtonPicture(color, side);
  buttons.set(color, drawn);
  return drawn;
}

/** `/player/{channel}/button.png`: a play button for newsletters, which show no more than pictures. */
export function registerPlayerButton(server: FastifyInstance, app: App): void {
  server.get<{ Params: { channel: string } }>('/player/:channel/button.png', async (request, reply) => {
    const channel = await publicChannel(app, ['player', 'playlistPlayer'], request.params.channel);
    reply.headers({ ...publicHeaders, 'cache-control': `public, max-age=${age}` });
    if (channel === null || channel === 'gone')
      return reply
        .code(channel === null ? 404 : 410)
        .header('cache-control', 'public, max-age=30')
        .type('text/plain; charset=utf-8')
        .send('This player is not available.');
    return reply.type('image/png').send(await playButton(channel.settings.color));
  });
}
