import { persistMessages, noticesColumn } from '../../../lib/persisted-message.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import type { Deployment, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { linkedAmazonAccount } from '../../projects/amazon/linked-account.ts';
import { accessProject, readableBy as readableProject } from '../../access/project-access/access.ts';
import { readableBy } from './deployment-access.ts';
import { deploymentEvent } from './events.ts';
import { deploymentJob } from './jobs.ts';
import { policy } from './policy.ts';
import { channelMessages } from '../channels/messages.ts';
import { deploymentMessages } from './messages.ts';

const waitingToStart = persistMessages([deploymentMessages.DEPLOYMENT_WAITING()]);

/**
 * Publishes a channel as an Alexa skill with the linked account. While an earlier deployment of the channel
 * is under way, that one is answered.
 * @param slug of the channel
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `channel`
 */
export async function createDeployment(
  app: App,
  actor: Actor,
  slug: string,
  query: Prisma.DeploymentDefaultArgs = {},
): Promise<Deployment> {
  const channel = await app.db.prisma.channel.findFirst({
    where: { slug: slug.replaceAll('\0', ''), deletedAt: null, project: readableProject(actor) },
  });
  if (!channel) throw new NotFoundError(channelMessages.CHANNEL_NOT_FOUND());
  const project = await accessProject(app.db.sql, actor, channel.projectId, policy.createDeployment);
  requireFeature(project, 'alexa-skill');
  const underWay = await app.db.prisma.deployment.findFirst({
    ...query,
    where: { channelId: channel.id, status: 'starting' },
  });
  if (underWay) return underWay;
  const account = await linkedAmazonAccount(app, actor, project.id);
  if (channel.type !== 'alexaSkill') throw refused(deploymentMessages.DEPLOYMENT_OF_NO_SKILL());
  if (!account) throw refused(deploymentMessages.DEPLOYMENT_WITHOUT_ACCOUNT());
  if (account.state === 'revoked') throw refused(deploymentMessages.DEPLOYMENT_ACCOUNT_REVOKED());
  const id = await app.db.transaction(async (tx) => {
    // The index allows one active deployment; a second caller waits for the first, and then reads it.
    const made = await tx
      .insertInto('Deployment')
      .values({
        channelId: channel.id,
        description: waitingToStart.text,
        descriptionNotices: noticesColumn(waitingToStart),
        createdBy: actor.kind === 'user' ? actor.userId : null,
      })
      .onConflict((conflict) => conflict.column('channelId').where('status', '=', 'starting').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return null;
    await app.queue.send(tx, deploymentJob, { deploymentId: made.id });
    await app.pubsub.publish(tx, deploymentEvent, {
      deploymentId: made.id,
      projectId: project.id,
      ended: false,
    });
    return made.id;
  });
  const which = id === null ? { channelId: channel.id } : { id };
  return app.db.prisma.deployment.findFirstOrThrow({ ...query, where: which, orderBy: { id: 'desc' } });
}

const refused = (message: Message): ValidationError =>
  new ValidationError([{ field: 'channel', ...message }]);

/**
 * @param query selection of the row
 * @throws NotSignedInError, NotFoundError
 */
export async function readDeployment(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.DeploymentDefaultArgs = {},
): Promise<Deployment> {
  const deployment = await app.db.prisma.deployment.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!deployment) throw new NotFoundError(deploymentMessages.DEPLOYMENT_NOT_FOUND());
  return deployment;
}

/**
 * Returns the deployments that the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readDeployments(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.DeploymentDefaultArgs = {},
): Promise<Deployment[]> {
  return app.db.prisma.deployment.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Emits a deployment's states until it has ended, the current state first.
 * @throws NotSignedInError, NotFoundError: at first and, when the right is revoked later, at that time
 */
export function watchDeployment(
  app: App,
  actorNow: ActorNow,
  id: number,
  query: Prisma.DeploymentDefaultArgs = {},
): Promise<AsyncIterableIterator<Deployment>> {
  let told: Deployment | undefined;
  const news = async (actor: Actor): Promise<Deployment | null> => {
    const deployment = await readDeployment(app, actor, id, query);
    if (JSON.stringify(deployment) === JSON.stringify(told)) return null;
    return (told = deployment);
  };
  return watchEvents(app, actorNow, deploymentEvent, ['deployment', id], {
    present: async (actor) => [await news(actor)].filter((deployment) => deployment !== null),
    tell: (actor) => news(actor),
    isLast: ({ ended }) => ended,
    missed: async (actor) => {
      const { status, channelId } = await readDeployment(app, actor, id);
      const { projectId } = await app.db.prisma.channel.findUniqueOrThrow({ where: { id: channelId } });
      return [{ deploymentId: id, projectId, ended: status !== 'starting' }];
    },
  });
}
