import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  lastDeletedFirst,
  requireRestorable,
  type DeletedItem,
  type DeletedPage,
} from '../../access/deleted-items/deleted-items.ts';
import { accessProjectOf, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { publishProject } from '../../library/publishing/follow-articles.ts';
import { channelsMax, countChannels, type Channel } from './channels.ts';
import { channelEvent } from './events.ts';
import { channelMessages } from './messages.ts';
import { policy } from './policy.ts';
import { nameOfChannel } from './channel-settings.ts';

/**
 * Returns a page of a project's deleted channels that can be restored, most recently deleted first; null for
 * callers who may not restore them. @throws NotSignedInError, NotFoundError
 */
export async function listDeletedChannels(
  app: App,
  actor: Actor,
  projectId: number,
  page: DeletedPage,
): Promise<DeletedItem[] | null> {
  const asked = await lastDeletedFirst(app, actor, { projectId, right: policy.restoreChannel }, page);
  if (!asked) return null;
  const channels = await app.db.prisma.channel.findMany({
    ...asked,
    select: {
      id: true,
      type: true,
      settings: true,
      deletedAt: true,
      deletedBy: { select: { id: true } },
      project: { select: { name: true } },
    },
  });
  return channels.map(({ id, type, settings, deletedAt, deletedBy, project }) => ({
    type: 'Channel',
    id,
    name: nameOfChannel(type, settings) || project.name,
    deletedAt: deletedAt!,
    deletedBy,
  }));
}

/**
 * Brings a deleted channel back as it was, under its old address; a podcast has its episodes by the names
 * that apps know. Needs no feature: it takes back what was there.
 * @throws NotSignedInError, NotFoundError (also when it is too late), NotAllowedError, ConflictError where it
 * is not deleted, ValidationError on `id` where the project has too many by now
 */
export async function restoreChannel(
  app: App,
  actor: Actor,
  id: number,
): Promise<{ channel: Channel; project: Project }> {
  return app.db.transaction(async (tx) => {
    const unknown = channelMessages.CHANNEL_NOT_FOUND();
    const project = await accessProjectOf(tx, actor, 'Channel', id, policy.restoreChannel, unknown, true);
    const deleted = await tx
      .selectFrom('Channel')
      .select('deletedAt')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!deleted) throw new NotFoundError(unknown);
    if (deleted.deletedAt === null) throw new ConflictError(channelMessages.CHANNEL_NOT_DELETED());
    requireRestorable(app, deleted.deletedAt, unknown);
    if ((await countChannels(tx, project.id)) >= channelsMax)
      throw new ValidationError([
        { field: 'id', ...channelMessages.TOO_MANY_CHANNELS({ most: channelsMax }) },
      ]);
    const channel = await tx
      .updateTable('Channel')
      .set({ deletedAt: null, deletedById: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeProjectLog(tx, actor, project.id, 'channel restored', {
      channel: id,
      type: channel.type,
      slug: channel.slug,
    });
    await publishProject(app, tx, project.id);
    await app.pubsub.publish(tx, channelEvent, { kind: 'created', channelId: id, projectId: project.id });
    return { channel, project };
  });
}
