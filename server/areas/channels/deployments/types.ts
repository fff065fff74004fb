import { builder } from '../../../graphql/builder.ts';

/** GraphQL types that other areas lead to. */
export const DeploymentType = builder.prismaObject('Deployment', {
  description: 'Publication of a channel as an Alexa skill. Visible to everyone who can read the project.',
  select: { id: true },
});

export const DeploymentStatusType = builder.enumType('DeploymentStatus', {
  description: 'State of a deployment.',
  values: {
    starting: { description: 'In progress.' },
    finished: {
      description:
        'Amazon has accepted the skill. It is a draft until it is published in the Alexa developer console.',
    },
    failed: { description: 'Failed. The description says why.' },
  } as const,
});
