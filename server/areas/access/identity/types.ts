import { PlatformRole } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { codesEnum } from '../../../graphql/words-enum.ts';
import { administrationActions, type AdministrationAction } from './administration-log.ts';
import { securityEvents, type SecurityEvent } from './security-log.ts';

/** GraphQL types that other areas lead to, or add to. */
export const UserType = builder.prismaObject('User', {
  description: 'A person with an account.',
  select: { id: true },
});

/** The caller. It has no data: its fields read the call's credentials. */
export const ViewerType = builder.objectRef<Record<never, never>>('Viewer');

export const PlatformRoleType = builder.enumType('PlatformRole', {
  description: 'Role of a user on the whole platform.',
  values: {
    [PlatformRole.admin]: { description: 'Administers the platform and has every permission.' },
    [PlatformRole.viewer]: {
      description: "Any other user. Permissions come from the user's organizations and projects.",
    },
  } as const,
});

export const AdministrationActionType = builder.enumType('AdministrationAction', {
  description: 'Action of a platform administrator.',
  values: codesEnum<AdministrationAction>(administrationActions),
});

export const SecurityEventType = builder.enumType('SecurityEvent', {
  description: 'Event in the security log.',
  values: Object.fromEntries(
    Object.entries(securityEvents).map(([event, description]) => [event, { value: event, description }]),
  ) as Record<SecurityEvent, { value: SecurityEvent; description: string }>,
});
