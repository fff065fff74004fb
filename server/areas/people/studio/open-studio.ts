import { randomBytes } from 'node:crypto';
import type { App } from '../../../kernel/app.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { outsideIdempotency } from '../../../lib/idempotent-call.ts';
import { lockName } from '../../../lib/database/sql.ts';
import { product } from '../../../product.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { requireActiveAccount } from '../../access/identity/active-account.ts';
import { isStudioOnly } from '../../access/identity/studio-only-account.ts';
import { renewAllowance } from '../../access/allowance/allowance.ts';

/** Project and account of a user's studio. */
export interface OwnStudio {
  userId: number;
  /** The project that keeps its audios, which no list of projects has. */
  projectId: number;
}

/**
 * Returns the caller's studio, and opens it if there is none yet, with the current period's allowance. Every
 * signed-in user has one.
 * @throws NotSignedInError, NotAllowedError for a program
 */
export async function ownStudio(app: App, actor: Actor): Promise<OwnStudio> {
  const { userId } = requireUser(actor);
  return outsideIdempotency(async () => {
    const studio = (await findStudio(app.db.sql, userId)) ?? (await openStudio(app, userId));
    await renewAllowance(app, userId);
    return studio;
  });
}

async function findStudio(sql: Sql, userId: number): Promise<OwnStudio | undefined> {
  return sql
    .selectFrom('Studio as s')
    .innerJoin('Project as p', 'p.studioUserId', 's.userId')
    .select(['s.userId', 'p.id as projectId'])
    .where('s.userId', '=', userId)
    .executeTakeFirst();
}

/** Opens a user's studio: its account, and the project of its audios. Concurrent calls open it only once. */
export const openStudio = (app: App, userId: number, signedUp = false): Promise<OwnStudio> =>
  app.db.transaction((tx) => openStudioWithin(app, tx, userId, signedUp));

/** The same within the caller's transaction. */
export async function openStudioWithin(
  app: App,
  tx: Sql,
  userId: number,
  signedUp = false,
): Promise<OwnStudio> {
  await requireActiveAccount(tx, userId);
  await lockName(tx, `studio ${userId}`);
  const found = await findStudio(tx, userId);
  if (found) return found;
  const voice = app.speech.catalogue.defaultVoice();
  await tx.insertInto('Studio').values({ userId, signedUp }).execute();
  await tx.insertInto('Account').values({ studioUserId: userId, unit: 'milliseconds' }).execute();
  const { id: projectId } = await tx
    .insertInto('Project')
    .values({
      name: product.name,
      ownerId: userId,
      studioUserId: userId,
      voiceProvider: voice?.provider ?? 'offline',
      voiceName: voice?.name ?? '',
      voiceLanguage: voice?.language ?? 'en-US',
      // Private audios are not reviewed.
      qaPercentErrors: 0,
      qaPercentArticles: 0,
      qaListening: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, projectId };
}

/** Returns whether the caller has nothing but the studio. */
export const hasOnlyStudio = async (app: App, actor: Actor): Promise<boolean> =>
  actor.kind === 'user' && isStudioOnly(app.db.sql, actor.userId);

/** Returns an unguessable name for addresses, short enough to read out. */
export const randomName = (bytes: number): string =>
  randomBytes(bytes)
    .toString('base64url')
    .replace(/[-_]/g, (sign) => (sign === '-' ? 'a' : 'z'))
    .toLowerCase();
