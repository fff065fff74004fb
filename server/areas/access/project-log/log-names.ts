import { builtInOf } from '../../../audio/built-in-sounds.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { readableBy } from '../project-access/access.ts';
import type { ReferencedType } from './referenced-types.ts';

/** Returns names that need no database query; undefined: a query is needed. */
export function nameWithoutQuery(
  { speech }: App,
  kind: ReferencedType,
  id: string | number,
): string | undefined {
  switch (kind) {
    case 'voice': {
      const voice = speech.findVoice(String(id));
      return voice ? voice.label : String(id).replace(/^\w+:/, '');
    }
    case 'speech service':
      return speech.providers.list().find((provider) => provider.id === id)?.title ?? String(id);
    case 'sound':
      return builtInOf(String(id))?.title;
    default:
      return undefined;
  }
}

/**
 * Returns the names of ids, as far as the actor may know them: a missing one is deleted or not visible to the
 * actor. A source is named by its address, or by its type if it has none. For callers who have read the log.
 */
export async function readLogNames(
  app: App,
  actor: Actor,
  kind: ReferencedType,
  given: readonly (string | number)[],
): Promise<{ id: number | string; name: string }[]> {
  const { prisma } = app.db;
  const ids = given.map(Number).filter(Number.isSafeInteger);
  const select = { id: true, name: true } as const;
  switch (kind) {
    case 'project':
      return prisma.project.findMany({ where: { AND: [{ id: { in: ids } }, readableBy(actor)] }, select });
    case 'organization':
      return prisma.organization.findMany({ where: { id: { in: ids }, ...memberOf(actor) }, select });
    case 'ad campaign':
      return prisma.adCampaign.findMany({
        where: { id: { in: ids }, organization: memberOf(actor) },
        select,
      });
    case 'user':
      return (
        await prisma.user.findMany({ where: { id: { in: ids } }, select: { id: true, fullname: true } })
      ).map(({ id, fullname }) => ({ id, name: fullname }));
    case 'sound':
      return (
        await prisma.sound.findMany({
          where: { file: { in: given.map(String) }, project: readableBy(actor) },
          select: { file: true, name: true },
        })
      ).map(({ file, name }) => ({ id: file, name }));
    case 'source':
      return (
        await prisma.source.findMany({
          where: { id: { in: ids }, project: readableBy(actor) },
          select: { id: true, type: true, url: true },
        })
      ).map(({ id, type, url }) => ({ id, name: url ?? type }));
    default:
      return [];
  }
}

/** Whose organizations the actor knows by name. */
function memberOf(actor: Actor) {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin')) return {};
  if (actor.kind === 'partner') return { id: actor.organizationId };
  return {
    members: { some: { userId: actor.kind === 'user' ? actor.userId : 0, status: 'active' as const } },
  };
}
