import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { readableBy } from '../../access/project-access/access.ts';

/** More than a page is of use for. */
const most = 100;

/**
 * Returns the projects that can publish skills, to choose from when the request names none.
 * @throws NotSignedInError
 */
export function linkableProjects({ db }: App, actor: Actor): Promise<{ id: number; name: string }[]> {
  return db.prisma.project.findMany({
    where: { AND: [readableBy(actor), { organization: { features: { has: 'alexa-skill' } } }] },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: most,
  });
}
