import type { Source } from '../../../prisma/generated/client/client.ts';
import { createSecret } from '../../lib/crypto.ts';
import type { Sql } from '../../lib/db.ts';
import { sourcePollJob } from './jobs.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { accessProject, accessProjects, type Project } from '../projects/access.ts';
import { changesOf, writeProjectLog } from '../projects/log.ts';
import type { Right } from '../projects/policy.ts';
import { hasKey, insertSource, isPolled, sourcesMax, sourceUrlProblem, tidyUrl, type NewSource, type SourceInput } from './new-source.ts';
import { policy } from './policy.ts';

/** @throws NotSignedInError, NotFoundError */
export async function readSource(app: App, actor: Actor, id: number): Promise<Source> {
  return (await accessSource(app.db.sql, actor, id, policy.readSource)).source;
}

/** A project's sources, in the order in which they were added. @throws NotSignedInError, NotFoundError */
export async function listSources(app: App, actor: Actor, project: Project | number): Promise<Source[]> {
  const { id } = typeof project === 'number' ? await accessProject(app.db.sql, actor, project, policy.listSources) : project;
  return app.db.prisma.source.findMany({ where: { projectId: id }, orderBy: { id: 'asc' } });
}

/**
 * Adds a source to a project; a feed or website is read at once. One without a key that is there already, with the same address, answers
 * a repeated call.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `url`, `type`
 */
export async function createSource(app: App, actor: Actor, { projectId, ...input }: SourceInput & { projectId: number }): Promise<NewSource & { project: Project }> {
  return app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, projectId, policy.createSource, true);
    const problem = sourceUrlProblem(input, project.mainUrl);
    if (problem) throw new ValidationError([{ field: 'url', message: problem }]);
    const { rows } = await sql.query<Source>('SELECT * FROM "Source" WHERE "projectId" = $1', [projectId]);
    const same = rows.find((source) => source.type === input.type && source.url === tidyUrl(input) && !hasKey(source.type));
    if (same) return { source: same, apiKey: null, project };
    if (rows.length >= sourcesMax) throw new ValidationError([{ field: 'type', message: `At most ${sourcesMax} sources.` }]);
    const created = await insertSource(app, sql, projectId, input);
    await writeProjectLog(sql, actor, projectId, 'source created', { source: created.source.id, type: input.type, url: created.source.url });
    return { ...created, project };
  });
}

/**
 * Changes a source's type or address. Of a new address everything is read afresh. A source that becomes one with a key has none until
 * `refreshApiKey` makes it.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `url`
 */
export async function updateSource(
  app: App, actor: Actor, { id, ...input }: { id: number; type?: SourceInput['type'] | null | undefined; url?: string | null | undefined },
): Promise<Source> {
  return app.db.transaction(async (sql) => {
    const { source, project } = await accessSource(sql, actor, id, policy.updateSource, true);
    const after: SourceInput = { type: input.type ?? source.type, url: input.url === undefined ? source.url : input.url };
    const problem = sourceUrlProblem(after, project.mainUrl);
    if (problem) throw new ValidationError([{ field: 'url', message: problem }]);
    const changes = changesOf({ ...source }, { type: after.type, url: tidyUrl(after) });
    if (Object.keys(changes).length === 0) return source;
    const { rows } = await sql.query<Source>(
      `UPDATE "Source" SET type = $2, url = $3, etag = NULL, "lastModified" = NULL, "polledAt" = NULL, failures = 0, error = NULL,
         "nextPollAt" = CASE WHEN $4::boolean THEN now() END,
         "apiKeyHash" = CASE WHEN $5::boolean THEN "apiKeyHash" END, "apiKeyPrefix" = CASE WHEN $5::boolean THEN "apiKeyPrefix" END
       WHERE id = $1 RETURNING *`,
      [id, after.type, tidyUrl(after), isPolled(after.type), hasKey(after.type)],
    );
    if (isPolled(after.type)) await app.queue.send(sql, sourcePollJob, { sourceId: id });
    await writeProjectLog(sql, actor, project.id, 'source updated', { source: id, changes });
    return rows[0]!;
  });
}

/** Makes a new key; the old one opens nothing from now on. @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `source` when it has no key */
export async function refreshApiKey(app: App, actor: Actor, id: number): Promise<{ source: Source; apiKey: string }> {
  return app.db.transaction(async (sql) => {
    const { source, project } = await accessSource(sql, actor, id, policy.refreshApiKey, true);
    if (!hasKey(source.type)) throw new ValidationError([{ field: 'source', message: 'Only sources of the types api and api_readonly have a key.' }]);
    const { secret, prefix, hash } = createSecret('pk');
    const { rows } = await sql.query<Source>('UPDATE "Source" SET "apiKeyHash" = $2, "apiKeyPrefix" = $3 WHERE id = $1 RETURNING *', [id, hash, prefix]);
    await writeProjectLog(sql, actor, project.id, 'api key refreshed', { source: id });
    return { source: rows[0]!, apiKey: secret };
  });
}

/** @throws NotSignedInError, NotFoundError where the actor may not read its project, NotAllowedError where reading is all he may */
export async function accessSource(sql: Sql, actor: Actor, id: number, right: Right, lock = false): Promise<{ source: Source; project: Project }> {
  const { rows: places } = await sql.query<{ projectId: number }>('SELECT "projectId" FROM "Source" WHERE id = $1', [id]);
  const [project] = await accessProjects(sql, actor, places.map((place) => place.projectId));
  if (!project) throw new NotFoundError('This source');
  if (!project.rights.has(right)) throw new NotAllowedError();
  const { rows } = await sql.query<Source>(`SELECT * FROM "Source" WHERE id = $1${lock ? ' FOR UPDATE' : ''}`, [id]);
  if (!rows[0]) throw new NotFoundError('This source');
  return { source: rows[0], project };
}
