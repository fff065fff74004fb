import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { featuresOf, type Feature } from '../../../kernel/features.ts';
import { isAdmin } from '../../access/identity/policy.ts';

/** What of a project `entitlementsOf` looks at. */
export const entitlementSelection = {
  features: true,
  organization: { select: { features: true } },
} as const satisfies Prisma.ProjectSelect;

/**
 * Returns the features of a project: its own, its organization's, and those that all projects have.
 * @param operation scope within which the last ones are read once
 */
export async function entitlementsOf(
  app: App,
  project: Prisma.ProjectGetPayload<{ select: typeof entitlementSelection }>,
  operation: object,
): Promise<Feature[]> {
  return featuresOf(
    project.organization?.features,
    project.features,
    await platformFeaturesOnce(app, operation),
  );
}

/** The same of a project as it would be in an organization; null: as a private one. */
export async function featuresWithin(
  sql: Sql,
  projectId: number,
  organizationId: number | null,
): Promise<Feature[]> {
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
    .unionAll(
      sql
        .selectFrom('PlatformFeature')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['feature']).as('held')),
    )
    .execute();
  return featuresOf(...held.map((row) => row.held));
}

const asked = new WeakMap<object, Promise<Feature[]>>();

/**
 * Returns the features that all projects have.
 * @param operation scope within which they are read once, for however many projects
 */
function platformFeaturesOnce(app: App, operation: object): Promise<Feature[]> {
  let held = asked.get(operation);
  if (!held) asked.set(operation, (held = platformFeatures(app)));
  return held;
}

/** Returns the features that all projects have. */
export async function platformFeatures({ db }: App): Promise<Feature[]> {
  const rows = await db.prisma.platformFeature.findMany({ select: { feature: true } });
  return featuresOf(rows.map(({ feature }) => feature));
}

/** Features granted to a project individually; null for all callers but administrators. */
export const ownFeatures = (actor: Actor, features: readonly string[]): Feature[] | null =>
  isAdmin(actor) ? featuresOf(features) : null;

/** Returns whether the actor may see the roles of users in a project. */
export const maySeeGrants = (actor: Actor): boolean => isAdmin(actor);

/** Which roles that people have in a project the actor sees. */
export const visibleGrants = (actor: Actor): Prisma.ProjectRoleGrantWhereInput =>
  maySeeGrants(actor) ? {} : { projectId: 0 };
