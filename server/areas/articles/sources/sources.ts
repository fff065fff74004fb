import type { Selectable } from 'kysely';
import type { Prisma, Source as SourceModel } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { createSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { sourcePollJob } from './jobs.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { sendKeyChangeMail } from '../../access/identity/key-change-mail.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import {
  accessProject,
  accessProjectOf,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import type { Right } from '../../access/project-access/policy.ts';
import {
  hasKey,
  insertSource,
  isPolled,
  sourcesMax,
  sourceUrlProblem,
  tidyUrl,
  type NewSource,
  type SourceInput,
} from './new-source.ts';
import { policy } from './policy.ts';
import { sourceMessages } from './messages.ts';
import { projectAccessMessages } from '../../access/project-access/messages.ts';

type Source = Selectable<Tables['Source']>;

/** Which sources the actor may read: those of projects that he may read. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.SourceWhereInput => ({ project: readableProject(actor) });

/**
 * @param query selected columns @throws NotSignedInError, NotFoundError
 * @testonly
 */
export async function readSource(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.SourceDefaultArgs = {},
): Promise<SourceModel> {
  const source = await app.db.prisma.source.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!source) throw new NotFoundError(sourceMessages.SOURCE_NOT_FOUND());
  return source;
}

/**
 * Returns the sources that the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readSources(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.SourceDefaultArgs = {},
): Promise<SourceModel[]> {
  return app.db.prisma.source.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Adds a source to a project; a feed or website is read at once. One without a key that is there already,
 * with the same address, answers a repeated call.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `url`, `type`
 */
export async function createSource(
  app: App,
  actor: Actor,
  { projectId, ...input }: SourceInput & { projectId: number },
): Promise<NewSource & { project: Project }> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.createSource, true);
    if (hasKey(input.type)) await requireRecentProof(tx, actor);
    const problem = sourceUrlProblem(input, project.mainUrl);
    if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
    const sources = await tx.selectFrom('Source').selectAll().where('projectId', '=', projectId).execute();
    const same = sources.find(
      (source) => source.type === input.type && source.url === tidyUrl(input) && !hasKey(source.type),
    );
    if (same) return { source: same, apiKey: null, project };
    if (sources.length >= sourcesMax)
      throw new ValidationError([
        { field: 'type', ...sourceMessages.TOO_MANY_SOURCES({ most: sourcesMax }) },
      ]);
    const created = await insertSource(app, tx, projectId, input);
    await writeProjectLog(tx, actor, projectId, 'source created', {
      source: created.source.id,
      type: input.type,
      url: created.source.url,
    });
    const { apiKeyPrefix } = created.source;
    if (apiKeyPrefix !== null) await recordKeys(app, tx, actor, 'KEY_CREATED', project, [apiKeyPrefix]);
    return { ...created, project };
  });
}

/**
 * Changes a source's type or address. Its articles stay, and are known again where the new feed or website
 * has them. Of a new address everything is read afresh. A source that becomes one with a key has none until
 * `refreshApiKey` makes it.
 *
 * Type and address are part of the project's configuration, so that a change of them counts as a revision of
 * that.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError when the configuration is another
 * revision by now,
 *   ValidationError on `url`
 */
export async function updateSource(
  app: App,
  actor: Actor,
  {
    id,
    revision,
    ...input
  }: {
    id: number;
    type?: SourceInput['type'] | null | undefined;
    url?: string | null | undefined;
    honoursRobots?: boolean | null | undefined;
    /** Percent. */
    confidenceLimit?: number | null | undefined;
    readsSubtitles?: boolean | null | undefined;
    /** `settingsRevision` of the project that the change is based on; absent: applies to the current one. */
    revision?: number | null | undefined;
  },
): Promise<{ source: Source; project: Project }> {
  return app.db.transaction(async (tx) => {
    const { source, project } = await accessSource(tx, actor, id, policy.updateSource, true);
    const after: SourceInput = {
      type: input.type ?? source.type,
      url: input.url === undefined ? source.url : input.url,
    };
    const problem = sourceUrlProblem(after, project.mainUrl);
    if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
    const honoursRobots = input.honoursRobots === undefined ? source.honoursRobots : input.honoursRobots;
    const confidenceLimit = input.confidenceLimit ?? source.confidenceLimit;
    if (confidenceLimit < 0 || confidenceLimit > 100)
      throw new ValidationError([{ field: 'confidenceLimit', ...sourceMessages.NOT_A_PERCENTAGE() }]);
    const readsSubtitles = input.readsSubtitles ?? source.readsSubtitles;
    const changes = changesOf(
      { ...source },
      { type: after.type, url: tidyUrl(after), honoursRobots, confidenceLimit, readsSubtitles },
    );
    if (Object.keys(changes).length === 0) return { source, project };
    if (!('type' in changes) && !('url' in changes)) {
      const updated = await tx
        .updateTable('Source')
        .set({ honoursRobots, confidenceLimit, readsSubtitles })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await writeProjectLog(tx, actor, project.id, 'source updated', { source: id, changes });
      return { source: updated, project };
    }
    if (revision !== null && revision !== undefined && revision !== project.settingsRevision)
      throw new ConflictError(projectAccessMessages.PROJECT_CHANGED());
    const settingsRevision = project.settingsRevision + 1;
    await tx.updateTable('Project').set({ settingsRevision }).where('id', '=', project.id).execute();
    const updated = await tx
      .updateTable('Source')
      .set({
        type: after.type,
        url: tidyUrl(after),
        etag: null,
        lastModified: null,
        polledAt: null,
        readUrl: null,
        beganAt: null,
        busiestDay: 0,
        catchUpUntil: null,
        failures: 0,
        error: null,
        honoursRobots,
        confidenceLimit,
        readsSubtitles,
        pageMemory: null,
        pageNotice: null,
        nextPollAt: isPolled(after.type) ? now() : null,
        ...(!hasKey(after.type) && { apiKeyHash: null, apiKeyPrefix: null }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isPolled(after.type)) await app.queue.send(tx, sourcePollJob, { sourceId: id });
    await writeProjectLog(tx, actor, project.id, 'source updated', { source: id, changes });
    return { source: updated, project: { ...project, settingsRevision } };
  });
}

/**
 * Makes a new key; the old one opens nothing from now on. @throws NotSignedInError, NotFoundError,
 * NotAllowedError, ValidationError on `source` when it has no key
 */
export async function refreshApiKey(
  app: App,
  actor: Actor,
  id: number,
): Promise<{ source: Source; apiKey: string }> {
  return app.db.transaction(async (tx) => {
    const { source, project } = await accessSource(tx, actor, id, policy.refreshApiKey, true);
    if (!hasKey(source.type))
      throw new ValidationError([{ field: 'source', ...sourceMessages.SOURCE_WITHOUT_KEY() }]);
    await requireRecentProof(tx, actor);
    const { secret, prefix, hash } = createSecret('pk');
    const updated = await tx
      .updateTable('Source')
      .set({ apiKeyHash: hash, apiKeyPrefix: prefix })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeProjectLog(tx, actor, project.id, 'api key refreshed', { source: id });
    await recordKeys(app, tx, actor, 'KEY_REPLACED', project, [prefix]);
    return { source: updated, apiKey: secret };
  });
}

/** Records new keys of sources, and notifies those who may replace keys in one email. */
export async function recordKeys(
  app: App,
  tx: Sql,
  actor: Actor,
  event: 'KEY_CREATED' | 'KEY_REPLACED',
  project: Project,
  prefixes: readonly string[],
): Promise<void> {
  if (prefixes.length === 0) return;
  for (const name of prefixes)
    await recordSecurity(app, tx, event, {
      userId: personOf(actor),
      organizationId: project.organizationId,
      body: { name, project: project.name },
    });
  await sendKeyChangeMail(app, tx, project, prefixes);
}

/**
 * @param lock neither the source nor its project can change until the transaction `db` ends
 * @throws NotSignedInError, NotFoundError where the actor may not read its project, NotAllowedError where
 * reading is all he may
 */
export async function accessSource(
  db: Sql,
  actor: Actor,
  id: number,
  right: Right,
  lock = false,
): Promise<{ source: Source; project: Project }> {
  const project = await accessProjectOf(
    db,
    actor,
    'Source',
    id,
    right,
    sourceMessages.SOURCE_NOT_FOUND(),
    lock,
  );
  const query = db.selectFrom('Source').selectAll().where('id', '=', id);
  const source = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!source) throw new NotFoundError(sourceMessages.SOURCE_NOT_FOUND());
  return { source, project };
}
