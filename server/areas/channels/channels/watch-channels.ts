import type { Channel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { channelsMax, listChannels, readChannel } from './channels.ts';
import { channelEvent, type ChannelChange } from './events.ts';

/** Channel event for subscribers: with the channel as it is now; null once it is deleted. */
export interface ChannelEvent extends Pick<ChannelChange, 'kind' | 'channelId'> {
  channel: Channel | null;
}

/**
 * Emits every channel of a project that is created, changed or deleted, or has something new. Existing
 * channels come first.
 * @param query selection of the rows
 * @throws NotSignedInError, NotFoundError — at first and, when the right is revoked later, at that time
 */
export function watchChannels(
  app: App,
  actorNow: ActorNow,
  projectId: number,
  query: Prisma.ChannelDefaultArgs = {},
): Promise<AsyncIterableIterator<ChannelEvent>> {
  const told = new Set<number>();
  return watchEvents(app, actorNow, channelEvent, ['project', projectId], {
    present: async () => {
      const channels = await listChannels(app, projectId, { ...query, take: channelsMax });
      for (const { id } of channels) told.add(id);
      return channels.map((channel): ChannelEvent => ({ kind: 'changed', channelId: channel.id, channel }));
    },
    tell: async (actor, { kind, channelId }) => {
      told.add(channelId);
      if (kind === 'deleted') return { kind, channelId, channel: null };
      try {
        return { kind, channelId, channel: await readChannel(app, actor, channelId, query) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        return { kind: 'deleted', channelId, channel: null };
      }
    },
    missed: async () => {
      const channels = await listChannels(app, projectId, { select: { id: true }, take: channelsMax });
      const present = new Set(channels.map(({ id }) => id));
      return [...new Set([...told, ...present])].map((channelId) => ({
        kind: !present.has(channelId) ? 'deleted' : told.has(channelId) ? 'changed' : 'created',
        channelId,
        projectId,
      }));
    },
  });
}
