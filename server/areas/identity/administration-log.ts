import type { Actor } from '../../kernel/actor.ts';
import type { Sql } from '../../lib/db.ts';

/** What an administrator did. */
export type AdministrationAction =
  | 'features changed'
  | 'balance changed'
  | 'verified'
  | 'no longer verified'
  | 'platform role changed'
  | 'project role given'
  | 'project role taken';

/** What it was done to. */
export interface Administered {
  organizationId?: number | undefined;
  projectId?: number | undefined;
  /** The person whom it concerns. */
  subjectId?: number | undefined;
}

/** Records what an administrator does, within that transaction. */
export async function recordAdministration(
  sql: Sql,
  actor: Actor,
  action: AdministrationAction,
  { why, body = {}, ...administered }: Administered & { why?: string; body?: Record<string, unknown> },
): Promise<void> {
  await sql
    .insertInto('AdministrationEntry')
    .values({
      ...administered,
      userId: actor.kind === 'user' ? actor.userId : null,
      action,
      why,
      body: JSON.stringify(body),
    })
    .execute();
}
