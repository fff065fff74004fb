import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { sessionsWithRecentProof } from '../identity/recent-proof.ts';
import { rightsTo, type RelatedProject } from './access.ts';

/**
 * The key for signed requests as a field shows it; null for those who may not see it, and for a person who
 * proved who it is too long ago.
 * @param isProved says whether the actor proved it recently; asked only where that decides
 */
export async function readSecurityKey(
  actor: Actor,
  { securityKey, ...project }: RelatedProject & { securityKey: string | null },
  isProved: () => Promise<boolean>,
): Promise<string | null> {
  if (securityKey === null || !rightsTo(actor, project).rights.has('keepSecurityKey')) return null;
  return (await isProved()) ? securityKey : null;
}

/** Returns those of the sessions whose person confirmed their identity recently. */
export const sessionsWithProof = ({ db }: App, ids: readonly string[]) =>
  sessionsWithRecentProof(db.sql, ids);
