import { ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.prismaObject('Project', {
  description:
    "Articles, the voice that reads them, their sources and how they are delivered. Visible to members of the project's organization " +
    '(or, if it is private, to its owner), to users with a role in the project, and to its keys.',
  select: { id: true },
});

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'Role of a user in one project, in addition to the role in its organization.',
  values: {
    [ProjectRole.maintainer]: {
      description: 'Has all permissions, including the project log and the statistics.',
    },
    [ProjectRole.stats]: { description: 'Can read the project and see the statistics.' },
    [ProjectRole.qa]: { description: 'Can read the project and review articles.' },
  } as const,
});

export const ProjectRoleGrantType = builder.prismaObject('ProjectRoleGrant', {
  description: "A user's role in one project.",
  select: { projectId: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'The user.' }),
    role: t.expose('role', { type: ProjectRoleType, description: 'Role in the project.' }),
  }),
});
