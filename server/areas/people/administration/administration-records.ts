import { z } from 'zod';
import type { AdministrationEntry, Prisma } from '../../../../prisma/generated/client/client.ts';
import { PlatformRole, ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import { parseEnum } from '../../../lib/parse-enum.ts';
import { featuresIn, type Feature } from '../../../kernel/features.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { newestFirst, type Page } from '../../../kernel/list-page.ts';
import {
  administrationActions,
  type AdministrationTarget,
  type AdministrationAction,
} from '../../access/identity/administration-log.ts';
import { isAdmin, requireAdmin } from '../../access/identity/policy.ts';

/**
 * Returns the log of administrators' actions, newest first. Administrators only.
 * @param of the object of the actions; absent: everything
 * @param query fields to select
 * @throws NotSignedInError, NotAllowedError
 */
export async function listAdministration(
  app: App,
  actor: Actor,
  of: AdministrationTarget,
  page: Page,
  query: Prisma.AdministrationEntryDefaultArgs = {},
): Promise<AdministrationEntry[]> {
  requireAdmin(actor);
  const { where, ...order } = newestFirst(page);
  const given = Object.fromEntries(Object.entries(of).filter(([, id]) => id !== undefined));
  return app.db.prisma.administrationEntry.findMany({ ...query, where: { ...given, ...where }, ...order });
}

/**
 * Returns entries of the log; none unless the actor is an administrator.
 * @param query fields to select
 */
export async function readAdministrationEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.AdministrationEntryDefaultArgs = {},
): Promise<AdministrationEntry[]> {
  if (!isAdmin(actor)) return [];
  return app.db.prisma.administrationEntry.findMany({ ...query, where: { id: { in: [...ids] } } });
}

/** What a record keeps, as another release may have written it. */
const kept = z.object({
  given: z.array(z.string()).default([]),
  taken: z.array(z.string()).default([]),
  characters: z.number().nullable().default(null),
  role: z.string().nullable().default(null),
  voice: z.string().nullable().default(null),
});

/** Details of an action in a record; null: none, or of another release. */
export interface RecordDetail {
  action: AdministrationAction | null;
  given: Feature[];
  taken: Feature[];
  /** Added to a balance. */
  characters: number | null;
  platformRole: PlatformRole | null;
  projectRole: ProjectRole | null;
  /** Name of a voice that was installed or removed. */
  voice: string | null;
}

/** Reads a record. @throws z.ZodError if its body is invalid */
export function readRecord({ action, body }: { action: string; body: unknown }): RecordDetail {
  const { role, given, taken, characters, voice } = kept.parse(body);
  const ofPlatform = action === administrationActions.PLATFORM_ROLE_CHANGED;
  return {
    action: parseEnum(administrationActions, action),
    given: featuresIn(given),
    taken: featuresIn(taken),
    characters,
    voice,
    platformRole: ofPlatform ? parseEnum(PlatformRole, role) : null,
    projectRole: ofPlatform ? null : parseEnum(ProjectRole, role),
  };
}
