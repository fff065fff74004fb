import type { PlatformRole, ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Sql } from '../../../lib/database/db.ts';

/**
 * Actions of administrators, by the code that clients see; the words are stored. Neither changes
 * after a release.
 */
export const administrationActions = {
  FEATURES_CHANGED: 'features changed',
  BALANCE_CHANGED: 'balance changed',
  ACCOUNT_VERIFIED: 'verified',
  VERIFICATION_REMOVED: 'no longer verified',
  PLATFORM_ROLE_CHANGED: 'platform role changed',
  SECOND_FACTOR_RESET: 'second factor taken',
  PROJECT_ROLE_GRANTED: 'project role given',
  PROJECT_ROLE_REVOKED: 'project role taken',
  ACCOUNT_SUSPENDED: 'account stopped',
  ACCOUNT_REACTIVATED: 'account resumed',
  SUBSCRIPTION_ENDED: 'subscription ended',
  PAYMENTS_CLAIMED: 'payments claimed',
  PAYMENT_EVENTS_RETRIED: 'payment events tried again',
  VOICE_INSTALLED: 'voice installed',
  VOICE_REMOVED: 'voice removed',
} as const;

export type AdministrationAction = (typeof administrationActions)[keyof typeof administrationActions];

/** What a record keeps of each action; features by their names. */
interface RecordedBodies {
  'features changed': { given: readonly string[]; taken: readonly string[] };
  'balance changed': { characters: number };
  verified: undefined;
  'no longer verified': undefined;
  'platform role changed': { role: PlatformRole };
  'second factor taken': undefined;
  'project role given': { role: ProjectRole };
  'project role taken': { role: ProjectRole };
  'account stopped': undefined;
  'account resumed': undefined;
  'subscription ended': { subscription: string; refunds: number };
  'payments claimed': { isCopy: boolean };
  'payment events tried again': { events: number };
  'voice installed': { voice: string };
  'voice removed': { voice: string };
}

/** What it was done to. */
export interface AdministrationTarget {
  organizationId?: number | undefined;
  projectId?: number | undefined;
  /** The person whom it concerns. */
  subjectId?: number | undefined;
}

/** Records what an administrator does, within that transaction. */
export async function recordAdministration<Action extends AdministrationAction>(
  sql: Sql,
  actor: Actor,
  action: Action,
  body: RecordedBodies[Action],
  { reason, ...administered }: AdministrationTarget & { reason?: string } = {},
): Promise<void> {
  await sql
    .insertInto('AdministrationEntry')
    .values({
      ...administered,
      userId: actor.kind === 'user' ? actor.userId : null,
      action,
      why: reason,
      body: JSON.stringify(body ?? {}),
    })
    .execute();
}
