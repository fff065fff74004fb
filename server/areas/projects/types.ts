import { ProjectRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import type { Project } from './access.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.objectRef<Project>('Project');

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'What somebody is to one project, beside what the organization gives.',
  values: {
    [ProjectRole.maintainer]: { description: 'Does everything, sees the project log and the statistics.' },
    [ProjectRole.stats]: { description: 'Reads, and sees the statistics.' },
    [ProjectRole.qa]: { description: 'Reads, and reviews articles.' },
  } as const,
});
