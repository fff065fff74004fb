import { teaserMessages } from './messages.ts';
import type { Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { json } from '../../../lib/database/sql.ts';
import { costEur } from '../../../speech/prices.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { readProject } from '../projects/projects.ts';
import { voiceOf } from '../projects/project-usage.ts';
import { teasersJob } from './jobs.ts';
import { invitationIn, paywall as schema, paywallOf, type Paywall } from './paywall.ts';
import { policy } from './policy.ts';

/** What a project's articles lack since its paywall was put up or changed. */
export interface Teasers {
  /** Articles without a teaser for the paywall as it is, `countMax` at most. */
  missing: number;
  /** Whether their generation was requested and is in progress. */
  making: boolean;
  /** Why making them ended early, in words for an editor. */
  error: string | null;
  /** The same as notices, as their column has them. */
  errorNotices: unknown;
  /**
   * Characters that making them costs at most: the invitation to subscribe, which is voiced once; 0 where a
   * sound or nothing ends them.
   */
  characters: number;
  /** EUR that these cost with the project's voice. */
  cost: number;
}

/**
 * Reason why generation ended: the account could not pay for it. It resumes once the account has more
 * balance.
 */
export const noCharactersForTeasers = teaserMessages.TEASERS_OUT_OF_CHARACTERS();

/** Counting stops here: more precision is not needed, and lists may be long. */
export const countMax = 10_000;

/**
 * Articles that were voiced before the project's paywall was put up, or changed, and have no teaser for it.
 * @throws NotSignedInError, NotFoundError
 */
export async function readTeasers({ db }: App, actor: Actor, projectId: number): Promise<Teasers> {
  const project = await accessProject(db.sql, actor, projectId, policy.readTeasers);
  const paywall = paywallOf(project);
  if (!paywall) return { missing: 0, making: false, error: null, errorNotices: null, characters: 0, cost: 0 };
  const { missing } = await db.sql
    .selectFrom(withoutTeaser(db.sql, projectId, paywall).select('a.id').limit(countMax).as('article'))
    .select(({ fn }) => fn.countAll<number>().as('missing'))
    .executeTakeFirstOrThrow();
  const characters =
    Number(missing) > 0 && paywall.suffix === 'words' ? invitationIn(project.voiceLanguage).length : 0;
  return {
    missing: Number(missing),
    making: project.teasersAskedAt !== null,
    error: project.teasersError,
    errorNotices: project.teasersErrorNotices,
    characters,
    cost: costEur(voiceOf(project), characters),
  };
}

/**
 * Generates teasers for the articles that have none for the project's current paywall, from the existing
 * speech: only the invitation to subscribe may have to be generated. Does nothing while it is already
 * running, or where nothing is missing.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function makeTeasers(app: App, actor: Actor, projectId: number): Promise<Project> {
  await app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.makeTeasers, true);
    requireFeature(project, 'paywall');
    if (!project.paywall || project.teasersAskedAt !== null) return;
    await tx
      .updateTable('Project')
      .set({ teasersAskedAt: databaseTime(), teasersError: null, teasersErrorNotices: null })
      .where('id', '=', projectId)
      .execute();
    await app.queue.send(tx, teasersJob, { projectId });
  });
  return readProject(app, actor, projectId);
}

/**
 * Articles that can be played and have no teaser for a paywall; where one is too short for it, that is known.
 */
export const withoutTeaser = (db: Sql, projectId: number, paywall: Paywall) =>
  db
    .selectFrom('Article as a')
    .innerJoin('Audio as u', 'u.version', 'a.audio')
    .where('a.projectId', '=', projectId)
    .where('a.status', '=', 'ready')
    .where('a.deletedAt', 'is', null)
    .where((eb) => eb('u.paywall', 'is distinct from', json(schema, paywall)));
