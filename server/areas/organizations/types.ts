import { OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { wordsEnum } from '../../graphql/words-enum.ts';
import { featureDescriptions } from '../../kernel/features.ts';
import type { Membership } from './organizations.ts';

/** GraphQL types that other areas' types lead to. */
export const OrganizationType = builder.prismaObject('Organization', {
  description: 'A publisher. Its members share projects; its account pays.',
  select: { id: true },
});
// No table: a partner token has one too.
export const MembershipType = builder.objectRef<Membership>('Membership');

export const FeatureType = builder.enumType('Feature', {
  description: 'A feature that can be booked.',
  values: wordsEnum(featureDescriptions),
});

export const OrganizationRoleType = builder.enumType('OrganizationRole', {
  description: 'Role of a member in an organization and its projects.',
  values: {
    [OrganizationRole.maintainer]: { description: 'Can also manage members and delete projects.' },
    [OrganizationRole.editor]: { description: 'Can read and write in the projects of the organization.' },
    [OrganizationRole.viewer]: { description: 'Can read the projects of the organization.' },
  } as const,
});
