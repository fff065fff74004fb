import { z } from 'zod';
import type { Prisma, SecurityEntry } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { newestFirst, type Page } from '../../../kernel/list-page.ts';
import { isAdmin, requireAdmin, requireUser } from '../identity/policy.ts';
import { securityEvents, type SecurityEvent } from '../identity/security-log.ts';
import { requireManager } from '../organizations/policy.ts';

/**
 * Returns the security log, newest first. Platform administrators read all of it. An organization's
 * administrators read what concerns it: actions in it, and those of its members since they joined.
 * @param organizationId null: everything
 * @param query selection of the rows
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function listSecurity(
  app: App,
  actor: Actor,
  organizationId: number | null,
  page: Page,
  query: Prisma.SecurityEntryDefaultArgs = {},
): Promise<SecurityEntry[]> {
  if (organizationId === null) requireAdmin(actor);
  else await requireManager(app.db.sql, requireUser(actor), organizationId);
  const { where, ...order } = newestFirst(page);
  const within = organizationId === null ? {} : await concerning(app, organizationId);
  return app.db.prisma.securityEntry.findMany({ ...query, where: { AND: [where, within] }, ...order });
}

/** What concerns an organization. */
async function concerning({ db }: App, organizationId: number): Promise<Prisma.SecurityEntryWhereInput> {
  const members = await db.prisma.member.findMany({
    where: { organizationId, status: 'active' },
    select: { userId: true, createdAt: true },
  });
  return {
    OR: [
      { organizationId },
      ...members.map(({ userId, createdAt }) => ({
        organizationId: null,
        createdAt: { gte: createdAt },
        OR: [{ userId }, { subjectId: userId }],
      })),
    ],
  };
}

/**
 * Returns entries of the log; none unless the actor is an administrator.
 * @param query selection of the rows
 */
export async function readSecurityEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.SecurityEntryDefaultArgs = {},
): Promise<SecurityEntry[]> {
  if (!isAdmin(actor)) return [];
  return app.db.prisma.securityEntry.findMany({ ...query, where: { id: { in: [...ids] } } });
}

const kept = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The details of an entry, as text. @throws z.ZodError where this is no entry's body */
export const securityDetails = (body: unknown): { name: string; value: string }[] =>
  Object.entries(kept.parse(body)).map(([name, value]) => ({ name, value: String(value) }));

/** What an entry tells; null: a newer release recorded it. */
export const parseSecurityEvent = (event: string): SecurityEvent | null =>
  Object.hasOwn(securityEvents, event) ? (event as SecurityEvent) : null;
