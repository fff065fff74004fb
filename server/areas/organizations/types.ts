import type { Organization } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';
import type { Membership } from './organizations.ts';

/** GraphQL types that other areas' types lead to. */
export const OrganizationType = builder.objectRef<Organization>('Organization');
export const MembershipType = builder.objectRef<Membership>('Membership');
