import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { isProvedRecently } from '../identity/recent-proof.ts';
import { rightsTo, type RelatedProject } from './access.ts';

/**
 * The key for signed requests as a field shows it; null for those who may not see it, and for a person who
 * proved who it is too long ago.
 */
export async function shownSecurityKey(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { securityKey, ...project }: RelatedProject & { securityKey: string | null },
): Promise<string | null> {
  if (!rightsTo(actor, project).rights.has('keepSecurityKey')) return null;
  return (await isProvedRecently(db.sql, actor)) ? securityKey : null;
}
