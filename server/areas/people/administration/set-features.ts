import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { featureFlags, featuresOf, type Feature } from '../../../kernel/features.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { platformFeatures } from '../../projects/projects/entitlements.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { recordAdministration, type AdministrationTarget } from '../../access/identity/administration-log.ts';
import { administrationMessages } from './messages.ts';
import { organizationMessages } from '../../access/organizations/messages.ts';
import { projectAccessMessages } from '../../access/project-access/messages.ts';

/**
 * What is given and what is taken; all else stays, so that two administrators at once undo nothing of each
 * other's.
 */
export interface FeatureChange {
  on: readonly Feature[];
  off: readonly Feature[];
}

/**
 * Gives an organization features, and takes some, for all of its projects. Administrators only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `off`
 */
export async function setOrganizationFeatures(
  app: App,
  actor: Actor,
  id: number,
  change: FeatureChange,
): Promise<void> {
  requireAdmin(actor);
  refuseBoth(change);
  await app.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('Organization')
      .select('features')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
    const features = changed(row.features ?? [], change);
    if (!(await record(tx, actor, { organizationId: id }, row.features ?? [], features))) return;
    await tx.updateTable('Organization').set({ features }).where('id', '=', id).execute();
  });
}

/**
 * Sets the features of a single project, whatever its organization has; logged there too. Administrators
 * only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `off`
 */
export async function setProjectFeatures(
  app: App,
  actor: Actor,
  id: number,
  change: FeatureChange,
): Promise<void> {
  requireAdmin(actor);
  refuseBoth(change);
  await app.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('Project')
      .select('features')
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new NotFoundError(projectAccessMessages.PROJECT_NOT_FOUND());
    const before = row.features ?? [];
    const features = changed(before, change);
    if (!(await record(tx, actor, { projectId: id }, before, features))) return;
    await tx.updateTable('Project').set({ features }).where('id', '=', id).execute();
    await writeProjectLog(tx, actor, id, 'updated', {
      changes: { features: { from: before, to: features } },
    });
  });
}

/**
 * Switches flags on or off for all users. Administrators only.
 * @returns the flags that are on
 * @throws NotSignedInError, NotAllowedError, ValidationError on `on` for features that must be booked, `off`
 */
export async function setPlatformFeatures(app: App, actor: Actor, change: FeatureChange): Promise<Feature[]> {
  requireAdmin(actor);
  refuseBoth(change);
  const bookedOnly = change.on.filter((feature) => !featureFlags.includes(feature));
  if (bookedOnly.length > 0)
    throw new ValidationError([
      {
        field: 'on',
        ...administrationMessages.FEATURES_NOT_FOR_EVERYBODY({ features: bookedOnly.join(', ') }),
      },
    ]);
  await app.db.transaction(async (tx) => {
    const given = featuresOf(change.on).map((feature) => ({ feature }));
    const on =
      given.length > 0
        ? await tx
            .insertInto('PlatformFeature')
            .values(given)
            .onConflict((conflict) => conflict.doNothing())
            .returning('feature')
            .execute()
        : [];
    const off =
      change.off.length > 0
        ? await tx
            .deleteFrom('PlatformFeature')
            .where('feature', 'in', change.off)
            .returning('feature')
            .execute()
        : [];
    if (on.length + off.length === 0) return;
    const body = { given: on.map(({ feature }) => feature), taken: off.map(({ feature }) => feature) };
    await recordAdministration(tx, actor, 'features changed', body);
  });
  return platformFeatures(app);
}

/**
 * Returns the features that all users have. Administrators only.
 * @throws NotSignedInError, NotAllowedError
 */
export async function readPlatformFeatures(app: App, actor: Actor): Promise<Feature[]> {
  requireAdmin(actor);
  return platformFeatures(app);
}

/** @throws ValidationError on `off` */
function refuseBoth({ on, off }: FeatureChange): void {
  const both = on.filter((feature) => off.includes(feature));
  if (both.length > 0)
    throw new ValidationError([
      { field: 'off', ...administrationMessages.FEATURES_GIVEN_AND_TAKEN({ features: both.join(', ') }) },
    ]);
}

/** Names of another release's features stay. */
const changed = (held: readonly string[], { on, off }: FeatureChange): string[] =>
  [...new Set([...held, ...on])].filter((feature) => !off.includes(feature as Feature));

/** @returns whether anything changes */
async function record(
  tx: Sql,
  actor: Actor,
  of: AdministrationTarget,
  before: readonly string[],
  after: readonly string[],
): Promise<boolean> {
  const given = after.filter((feature) => !before.includes(feature));
  const taken = before.filter((feature) => !after.includes(feature));
  if (given.length + taken.length === 0) return false;
  await recordAdministration(tx, actor, 'features changed', { given, taken }, of);
  return true;
}
