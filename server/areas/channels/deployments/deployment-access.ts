import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import {
  accessProject,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { deploymentMessages } from './messages.ts';

/**
 * Which deployments the actor may read: those of channels of projects that he may read. @throws
 * NotSignedInError
 */
export const readableBy = (actor: Actor): Prisma.DeploymentWhereInput => ({
  channel: { deletedAt: null, project: readableProject(actor) },
});

/** @throws NotSignedInError, NotFoundError */
export async function projectOfDeployment({ db }: App, actor: Actor, id: number): Promise<Project> {
  const found = await db.prisma.deployment.findFirst({
    where: { AND: [{ id }, readableBy(actor)] },
    select: { channel: { select: { projectId: true } } },
  });
  if (!found) throw new NotFoundError(deploymentMessages.DEPLOYMENT_NOT_FOUND());
  return accessProject(db.sql, actor, found.channel.projectId, policy.readDeployment);
}
