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
