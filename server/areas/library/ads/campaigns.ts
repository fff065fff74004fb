import type { AdCampaign, AdUnit, Prisma } from '../../../../prisma/generated/client/client.ts';
import { isAdmin } from '../../access/identity/policy.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { isDay } from '../../../lib/is-day.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { featuresOf, hasFeature, requireFeature } from '../../../kernel/features.ts';
import { adMaxBytes } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { readableBy as readableOrganization } from '../../access/organizations/organizations.ts';
import { roleIn, writers } from '../../access/organizations/policy.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { policy } from './policy.ts';
import { adMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** A campaign plays more than once. */
const limitMin = 2;
const limitMax = 1_000_000_000;
const nameMax = 256;
const slugPattern = /^[A-Za-z0-9][\w.-]{0,99}$/;
/** An uploaded sound, by its base name or by its address. */
const filePattern = /^(?:\S*\/)?(upload-[0-9a-f]{40})(?:\.mp3)?$/;

export interface AdUnitInput {
  projectId: number;
  /** Name of the campaign, which begins with its first unit. */
  name: string;
  /** Times that the campaign's ads are played at most. */
  limit: number;
  slug: string;
  /** Of a sound of the project. */
  audioFile: string;
  /** First and last day (UTC): `2026-11-21`. */
  dateFrom: string;
  dateTo: string;
}

/** Which campaigns the actor may read: those of organizations that he belongs to. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.AdCampaignWhereInput => ({
  organization: readableOrganization(actor),
});

/**
 * Returns one campaign.
 * @param query fields to select
 * @throws NotSignedInError, NotFoundError
 */
export async function readCampaign(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.AdCampaignDefaultArgs = {},
): Promise<AdCampaign> {
  const found = await app.db.prisma.adCampaign.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!found) throw new NotFoundError(adMessages.CAMPAIGN_NOT_FOUND());
  return found;
}

/**
 * Returns those of the campaigns that the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readCampaigns(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.AdCampaignDefaultArgs = {},
): Promise<AdCampaign[]> {
  return app.db.prisma.adCampaign.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Returns those of the ads whose campaign the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readAdUnits(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.AdUnitDefaultArgs = {},
): Promise<AdUnit[]> {
  return app.db.prisma.adUnit.findMany({
    ...query,
    where: { id: { in: [...ids] }, campaign: readableBy(actor) },
  });
}

/**
 * Adds an ad to the campaign of this name, in the project's organization, and begins that where there is
 * none.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError in the
 * words of document 1, section 5
 */
export async function createAdUnit(
  app: App,
  actor: Actor,
  given: AdUnitInput,
): Promise<{ unit: AdUnit; campaign: AdCampaign }> {
  const ids = await app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, given.projectId, policy.createAdUnit, true);
    requireFeature(project, 'ad-insert');
    const { organizationId } = project;
    if (organizationId === null) throw new NotAllowedError();
    const file = filePattern.exec(given.audioFile.trim())?.[1];
    const sound =
      file === undefined
        ? undefined
        : await tx
            .selectFrom('Sound')
            .select(['file', 'durationMs', 'bytes', 'uploadedBytes'])
            .where('projectId', '=', given.projectId)
            .where('file', '=', file)
            .where('deletedAt', 'is', null)
            .executeTakeFirst();
    const name = storableText(given.name).trim();
    refuse([
      ['audioFile', sound ? null : adMessages.AD_FILE_MISSING()],
      [
        'audioFile',
        sound && (sound.uploadedBytes ?? sound.bytes) > adMaxBytes ? adMessages.AD_FILE_TOO_LARGE() : null,
      ],
      ['dateFrom', isDay(given.dateFrom) ? null : adMessages.CAMPAIGN_START_MISSING()],
      ['dateTo', isDay(given.dateTo) ? null : adMessages.CAMPAIGN_END_MISSING()],
      ['dateTo', given.dateFrom > given.dateTo ? adMessages.CAMPAIGN_ENDS_BEFORE_START() : null],
      ['name', name ? null : adMessages.CAMPAIGN_NAME_MISSING()],
      ['name', name.length > nameMax ? kernelMessages.TOO_LONG({ most: nameMax }) : null],
      ['slug', given.slug === '' ? kernelMessages.FIELD_REQUIRED() : null],
      ['slug', given.slug === '' || slugPattern.test(given.slug) ? null : adMessages.AD_NAME_INVALID()],
      ['limit', limitProblem(given.limit)],
    ]);
    const { id: campaignId, limit } = await tx
      .insertInto('AdCampaign')
      .values({ organizationId, name, limit: given.limit })
      // Changes nothing, but answers the campaign and keeps it until the ad is in it.
      .onConflict((conflict) => conflict.columns(['organizationId', 'name']).doUpdateSet({ name }))
      .returning(['id', 'limit'])
      .executeTakeFirstOrThrow();
    if (limit !== given.limit) {
      if (!(await isWriter(tx, actor, organizationId)))
        throw new ValidationError([{ field: 'limit', ...adMessages.CAMPAIGN_LIMIT_FOR_EDITORS() }]);
      await tx.updateTable('AdCampaign').set({ limit: given.limit }).where('id', '=', campaignId).execute();
    }
    const unit = await tx
      .insertInto('AdUnit')
      .values({
        campaignId,
        slug: given.slug,
        file: sound!.file,
        durationMs: sound!.durationMs,
        dateStart: given.dateFrom,
        dateEnd: given.dateTo,
      })
      .onConflict((conflict) => conflict.columns(['campaignId', 'slug']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!unit) throw new ValidationError([{ field: 'slug', ...adMessages.AD_NAME_TAKEN() }]);
    await writeProjectLog(tx, actor, given.projectId, 'ad added', { campaign: name, slug: given.slug });
    return { unitId: unit.id, campaignId };
  });
  return {
    unit: await app.db.prisma.adUnit.findUniqueOrThrow({ where: { id: ids.unitId } }),
    campaign: await app.db.prisma.adCampaign.findUniqueOrThrow({ where: { id: ids.campaignId } }),
  };
}

/**
 * Takes an ad out of its campaign; what was played of it stays counted. @throws NotSignedInError,
 * NotFoundError, NotAllowedError
 */
export async function deleteAdUnit(
  app: App,
  actor: Actor,
  { id, campaignId }: { id: number; campaignId: number },
): Promise<AdCampaign> {
  await accessCampaign(app, actor, campaignId);
  const { count } = await app.db.prisma.adUnit.deleteMany({ where: { id, campaignId } });
  if (count === 0) throw new NotFoundError(adMessages.AD_NOT_FOUND());
  return app.db.prisma.adCampaign.findUniqueOrThrow({ where: { id: campaignId } });
}

/**
 * Changes how often a campaign's ads are played.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `limit`
 */
export async function updateAdCampaign(
  app: App,
  actor: Actor,
  { id, limit }: { id: number; limit: number },
): Promise<AdCampaign> {
  await accessCampaign(app, actor, id);
  refuse([['limit', limitProblem(limit)]]);
  return app.db.prisma.adCampaign.update({ where: { id }, data: { limit } });
}

/**
 * Returns the campaign that a project plays: one of its own organization. A project that moves to another
 * account loses its campaign.
 * @param movedTo absent: it does not move
 * @param given absent: its current campaign
 * @returns undefined: unchanged; problems are reported on `adCampaign`
 */
export async function ownCampaign(
  sql: Sql,
  project: { organizationId: number | null; adCampaign: number | null },
  movedTo: number | null | undefined,
  given: number | null | undefined,
): Promise<{ adCampaign: number | null | undefined; errors: FieldError[] }> {
  if (given === undefined || given === null)
    return { adCampaign: movedTo === undefined ? given : null, errors: [] };
  if (movedTo === undefined && given === project.adCampaign) return { adCampaign: given, errors: [] };
  const organizationId = movedTo === undefined ? project.organizationId : movedTo;
  const campaign = await sql
    .selectFrom('AdCampaign')
    .select('id')
    .where('id', '=', given)
    .where('organizationId', 'is not distinct from', organizationId)
    .executeTakeFirst();
  return {
    adCampaign: given,
    errors: campaign ? [] : [{ field: 'adCampaign', ...adMessages.CAMPAIGN_OF_ANOTHER_ORGANIZATION() }],
  };
}

/** An ad that is played next. */
export interface ServedAd {
  slug: string;
  title: string;
  file: string;
  durationMs: number;
}

/**
 * Returns the ad that a project's player plays next, and counts it: from the project's campaign, if that
 * belongs to its own organization and has views left, today's playable ad with the fewest plays. Locks the
 * campaign's row, so that a hundred concurrent players never exceed its views.
 * @returns null: none
 */
export async function serveAd(
  app: Pick<App, 'db'>,
  projectId: number,
  today: string,
): Promise<ServedAd | null> {
  try {
    return await app.db.transaction((tx) => serveWithin(tx, projectId, today));
  } catch (error) {
    if (error instanceof NoAdError) return null;
    throw error;
  }
}

/** Undoes what was counted. */
class NoAdError extends Error {
  override name = 'NoAdError';
}

async function serveWithin(tx: Sql, projectId: number, today: string): Promise<ServedAd> {
  const project = await tx
    .selectFrom('Project as p')
    .innerJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['p.adCampaign', 'p.organizationId', 'p.features as own', 'o.features as booked'])
    .where('p.id', '=', projectId)
    .where('p.deletedAt', 'is', null)
    .where('p.audioAds', '=', true)
    .executeTakeFirst();
  if (!project?.adCampaign || !hasFeature({ features: featuresOf(project.booked, project.own) }, 'ad-insert'))
    throw new NoAdError();
  const campaign = await tx
    .updateTable('AdCampaign')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', project.adCampaign)
    .where('organizationId', '=', project.organizationId!)
    .whereRef('views', '<', 'limit')
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (!campaign) throw new NoAdError();
  const unit = await tx
    .selectFrom('AdUnit as u')
    .select(['u.id', 'u.slug', 'u.file', 'u.durationMs'])
    .where('u.campaignId', '=', campaign.id)
    .where('u.dateStart', '<=', today)
    .where('u.dateEnd', '>=', today)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('SoundUse as use')
          .innerJoin('Sound as s', 's.id', 'use.soundId')
          .select('s.id')
          .whereRef('use.adUnitId', '=', 'u.id')
          .where('s.deletedAt', 'is', null),
      ),
    )
    .orderBy('u.views')
    .orderBy('u.id')
    .executeTakeFirst();
  if (!unit) throw new NoAdError();
  await tx
    .updateTable('AdUnit')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', unit.id)
    .execute();
  return { slug: unit.slug, title: campaign.name, file: unit.file, durationMs: unit.durationMs };
}

/** The project that an address names: by its own id, or by the slug of one of its channels; null: none. */
export async function projectNamed(
  { db: { prisma } }: Pick<App, 'db'>,
  name: string,
): Promise<number | null> {
  if (/^[1-9]\d{0,8}$/.test(name)) return Number(name);
  return (
    (await prisma.channel.findFirst({ where: { slug: name, deletedAt: null }, select: { projectId: true } }))
      ?.projectId ?? null
  );
}

async function accessCampaign(app: App, actor: Actor, id: number): Promise<AdCampaign> {
  // A source's key belongs to a project alone.
  if (actor.kind === 'key') throw new NotAllowedError();
  const found = await readCampaign(app, actor, id);
  if (!(await isWriter(app.db.sql, actor, found.organizationId))) throw new NotAllowedError();
  return found;
}

/**
 * Returns whether the actor may change the organization's campaigns. A member of only one of its projects may
 * just add ads.
 */
async function isWriter(sql: Sql, actor: Actor, organizationId: number): Promise<boolean> {
  if (isAdmin(actor)) return true;
  if (actor.kind !== 'user') return actor.kind === 'partner' && !actor.readOnly && !actor.projectIds;
  const role = await roleIn(sql, actor, organizationId);
  return role !== null && writers.includes(role);
}

const limitProblem = (limit: number): Message | null =>
  Number.isInteger(limit) && limit >= limitMin && limit <= limitMax
    ? null
    : adMessages.CAMPAIGN_LIMIT_TOO_SMALL();

/** @throws ValidationError with those that say something, one a field */
function refuse(problems: readonly (readonly [field: string, problem: Message | null])[]): void {
  const errors = new Map<string, FieldError>();
  for (const [field, problem] of problems)
    if (problem && !errors.has(field)) errors.set(field, { field, ...problem });
  if (errors.size > 0) throw new ValidationError([...errors.values()]);
}
