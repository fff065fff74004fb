import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { projectOfDeployment } from './deployment-access.ts';
import { policy } from './policy.ts';

const id = z.int().positive();

/** A deployment has begun, has got on or has ended. */
export const deploymentEvent = declareEvent(
  'deployment',
  z.object({ deploymentId: id, projectId: id, ended: z.boolean() }),
  {
    topics: ({ deploymentId, projectId }) => ({ deployment: deploymentId, project: projectId }),
    projectOf: {
      deployment: async (app, actor, deploymentId) =>
        (await projectOfDeployment(app, actor, deploymentId)).id,
      project: async (_, __, projectId) => projectId,
    },
    authorise: (app, actor, projectId) => accessProject(app.db.sql, actor, projectId, policy.watchDeployment),
  },
);
