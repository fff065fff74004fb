import type { OrganizationWords } from '../../generated/words/organization.ts';

export type KnownRole = keyof OrganizationWords['members']['roles'];

/** The roles of members, from the most to the least that they may do. */
export const memberRoles = ['MAINTAINER', 'EDITOR', 'VIEWER'] as const satisfies readonly KnownRole[];
