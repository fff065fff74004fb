import DataLoader from 'dataloader';
import type { Prisma } from '../../../prisma/generated/client/client.ts';
import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { featuresIn, featuresOf, type Feature } from '../../kernel/features.ts';
import { isAdmin } from '../identity/policy.ts';

/** What of a project `entitlementsOf` looks at. */
export const entitling = { features: true, organization: { select: { features: true } } } as const satisfies Prisma.ProjectSelect;

/** What a project has: of its own, of its organization, and like everybody. */
export async function entitlementsOf(app: App, project: Prisma.ProjectGetPayload<{ select: typeof entitling }>): Promise<Feature[]> {
  return featuresOf(project.organization?.features, project.features, await platformFeatures(app));
}

/** The same of a project as it would be in an organization; null: as a private one. */
export async function featuresWithin(sql: Sql, projectId: number, organizationId: number | null): Promise<Feature[]> {
  const held = await sql
    .selectFrom('Project')
    .select('features as held')
    .where('id', '=', projectId)
    .unionAll(
      sql
        .selectFrom('Organization')
        .select('features as held')
        .where('id', '=', organizationId ?? 0),
    )
    .unionAll(sql.selectFrom('PlatformFeature').select(({ fn }) => fn.agg<string[]>('array_agg', ['feature']).as('held')))
    .execute();
  return featuresOf(...held.map((row) => row.held));
}

const loaders = new WeakMap<App, DataLoader<'all', Feature[]>>();

/** What everybody has. Those who ask at the same time are answered by one statement; nothing is kept. */
export function platformFeatures(app: App): Promise<Feature[]> {
  let loader = loaders.get(app);
  if (!loader) loaders.set(app, (loader = new DataLoader((keys) => read(app, keys.length), { cache: false })));
  return loader.load('all');
}

async function read({ db }: App, times: number): Promise<Feature[][]> {
  const rows = await db.prisma.platformFeature.findMany({ orderBy: { feature: 'asc' } });
  const held = featuresIn(rows.map(({ feature }) => feature));
  return Array.from({ length: times }, () => held);
}

/** What was given to a project alone; null for who may not know, which are all but administrators. */
export const ownFeatures = (actor: Actor, features: readonly string[]): Feature[] | null => (isAdmin(actor) ? featuresOf(features) : null);

/** Whether the actor sees who has which role in a project. */
export const seesGrants = (actor: Actor): boolean => isAdmin(actor);

/** Which roles that people have in a project the actor sees. */
export const visibleGrants = (actor: Actor): Prisma.ProjectRoleGrantWhereInput => (seesGrants(actor) ? {} : { projectId: 0 });
