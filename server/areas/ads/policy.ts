import type { OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import type { Right } from '../project-access/policy.ts';

/** What each function of this area asks for of the project. */
export const policy = { createAdUnit: 'configure' } as const satisfies Record<string, Right>;

/** Who changes an organization's campaigns; its other members read them. */
export const writers: readonly OrganizationRole[] = ['maintainer', 'editor'];
