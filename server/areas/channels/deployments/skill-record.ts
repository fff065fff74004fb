import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { now } from '../../../lib/database/sql.ts';
import { AmazonError } from '../../projects/amazon/amazon-error.ts';
import {
  createSkill,
  developedSkills,
  readManifest,
  type Manifest,
  type SmapiCaller,
} from '../../projects/amazon/smapi.ts';

/** The channel whose skill it is, and the developer account that it is in. */
export interface SkillPlace {
  channelId: number;
  vendorId: string;
}

/**
 * Time in which Amazon may still be creating a skill after a lost response, and may not list it yet,
 * milliseconds.
 */
const creatingMs = 120_000;
const lookEveryMs = 10_000;

/** A skill, and whether it was created with this manifest just now. */
export interface DeployedSkill {
  skillId: string;
  fresh: boolean;
}

/**
 * Returns the skill of a channel in a developer account, and creates it if there is none.
 *
 * SMAPI creates a second skill for a repeated request. So the creation is recorded before the request to
 * Amazon. A later call that finds the record (the process died, or the response was lost) looks among the
 * account's skills for the one with this channel's endpoint, and creates another only when that one can no
 * longer appear.
 * @throws AmazonError
 */
export async function ensureSkill(
  app: App,
  caller: SmapiCaller,
  place: SkillPlace,
  manifest: Manifest & { apis: { custom: { endpoint: { uri: string } } } },
): Promise<DeployedSkill> {
  await app.db.sql
    .insertInto('AlexaSkill')
    .values(place)
    .onConflict((conflict) => conflict.columns(['channelId', 'vendorId']).doNothing())
    .execute();
  for (;;) {
    const { skillId, creatingSince } = await rowsOf(app, place).selectAll().executeTakeFirstOrThrow();
    if (skillId !== null) return { skillId, fresh: false };
    if (creatingSince !== null) {
      const found = await findSkill(caller, place.vendorId, manifest.apis.custom.endpoint.uri);
      if (found !== null) return { skillId: await keep(app, place, found), fresh: false };
      if (databaseTime().getTime() - creatingSince.getTime() < creatingMs) {
        await caller.wait(lookEveryMs, caller.signal);
        continue;
      }
    }
    // Of two that come at once, one creates it; the other sees that it is being created.
    const mine = await app.db.sql
      .updateTable('AlexaSkill')
      .set({ creatingSince: now() })
      .where('channelId', '=', place.channelId)
      .where('vendorId', '=', place.vendorId)
      .where('skillId', 'is', null)
      .where('creatingSince', 'is not distinct from', creatingSince)
      .returning('creatingSince')
      .executeTakeFirst();
    if (mine) {
      const created = await create(app, caller, { ...place, creatingSince: mine.creatingSince! }, manifest);
      return { skillId: await keep(app, place, created), fresh: true };
    }
  }
}

const rowsOf = ({ db }: App, { channelId, vendorId }: SkillPlace) =>
  db.sql.selectFrom('AlexaSkill').where('channelId', '=', channelId).where('vendorId', '=', vendorId);

async function create(
  app: App,
  caller: SmapiCaller,
  { creatingSince, ...place }: SkillPlace & { creatingSince: Date },
  manifest: Manifest,
): Promise<string> {
  try {
    return await createSkill(caller, place.vendorId, manifest);
  } catch (error) {
    // Refused for certain; an answer that did not come says nothing. A creation that another process has
    // taken over is its own to release.
    if (error instanceof AmazonError && error.problem !== 'unavailable')
      await app.db.sql
        .updateTable('AlexaSkill')
        .set({ creatingSince: null })
        .where('channelId', '=', place.channelId)
        .where('vendorId', '=', place.vendorId)
        .where('skillId', 'is', null)
        .where('creatingSince', '=', creatingSince)
        .execute();
    throw error;
  }
}

/** Records the skill's id permanently. */
async function keep(app: App, place: SkillPlace, skillId: string): Promise<string> {
  await change(app, place, { skillId, creatingSince: null });
  return skillId;
}

/** Removes the record of a skill that was deleted at Amazon. */
export async function forgetSkill(app: App, place: SkillPlace, skillId: string): Promise<void> {
  await app.db.sql
    .updateTable('AlexaSkill')
    .set({ skillId: null, creatingSince: null })
    .where('channelId', '=', place.channelId)
    .where('vendorId', '=', place.vendorId)
    .where('skillId', '=', skillId)
    .execute();
}

async function change(
  { db }: App,
  { channelId, vendorId }: SkillPlace,
  values: { skillId?: string; creatingSince: Date | null },
): Promise<void> {
  await db.sql
    .updateTable('AlexaSkill')
    .set(values)
    .where('channelId', '=', channelId)
    .where('vendorId', '=', vendorId)
    .where('skillId', 'is', null)
    .execute();
}

/** The skill in development that has an endpoint, which is one channel's alone. */
async function findSkill(caller: SmapiCaller, vendorId: string, uri: string): Promise<string | null> {
  for await (const skillId of developedSkills(caller, vendorId)) {
    try {
      const { manifest } = await readManifest(caller, skillId);
      const { custom } = (manifest['apis'] ?? {}) as { custom?: { endpoint?: { uri?: string } } };
      if (custom?.endpoint?.uri === uri) return skillId;
    } catch (error) {
      // Deleted since it was listed, or another kind of skill.
      if (!(error instanceof AmazonError) || error.problem !== 'missing') throw error;
    }
  }
  return null;
}
