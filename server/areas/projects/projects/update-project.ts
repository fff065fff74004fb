import type { Sql } from '../../../lib/database/db.ts';
import { json, now } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, ValidationError, type FieldError, type UserError } from '../../../kernel/errors.ts';
import type { ChangesOf } from '../../../kernel/settings.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { voiceSettings } from '../../access/project-access/voice-values.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import { projectSettings } from '../../library/settings/groups/project-settings.ts';
import { reportSettings } from '../../library/settings/groups/report-settings.ts';
import { ownSuffix } from '../../library/settings/paywall-suffix.ts';
import { checkReplacements } from '../../library/settings/url-replacements.ts';
import { insertSource, wakeSources } from '../../articles/sources/new-source.ts';
import { accountChangeOf } from './project-account.ts';
import { changerOf, projectParts, type Columns, type Outcome, type UpdateProject } from './change-parts.ts';
import { projectAccessMessages } from '../../access/project-access/messages.ts';

/**
 * Changes settings of a project; each change is logged. Sending back what is stored changes nothing.
 * Switching on `autoAddArticles` adds a source of the type parser where there is none. A paywall suffix that
 * lies elsewhere is fetched once and kept: see `ownSuffix`.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError when it is another revision by now,
 * ValidationError on the settings by their names (`organization`, `children`, `extractorRules`,
 * `urlReplacements` among them), LimitReachedError
 */
export async function updateProject(app: App, actor: Actor, input: UpdateProject): Promise<Project> {
  const { id, urlReplacements } = input;
  const { paywallAudioSuffix: address } = projectSettings.tidy(input);
  const suffix = address ? await ownSuffix(app, actor, id, address) : null;
  const known = [...(suffix?.errors ?? [])];
  if (urlReplacements) {
    const project = await accessProject(app.db.sql, actor, id, policy.updateProject);
    known.push(
      ...(await runInteractive(app, project, (extraction) => checkReplacements(extraction, urlReplacements))),
    );
  }
  const { revision, ...changes } = { ...input, ...(suffix && { paywallAudioSuffix: suffix.path }) };
  const staleness = ({ settingsRevision }: Project): ConflictError | null =>
    revision === null || revision === undefined || revision === settingsRevision
      ? null
      : new ConflictError(projectAccessMessages.PROJECT_CHANGED());
  return app.db.transaction((sql) => changeProject(app, sql, actor, changes, { known, staleness }));
}

/** What else there is to a change of a project. */
interface ChangeOptions {
  /** Errors that are known already. */
  known?: readonly FieldError[];
  /** What is thrown in place of making the change, or of telling what is wrong with it. */
  staleness?: (project: Project) => UserError | null;
  /** Additional facts for the log. */
  note?: Record<string, unknown>;
}

/**
 * `updateProject` within the caller's transaction, of what takes no time: URL replacement rules that were
 * checked, a paywall suffix that is one of the project's sounds.
 * @throws as `updateProject`, with what `staleness` says in place of ConflictError
 */
export async function changeProject(
  app: App,
  sql: Sql,
  actor: Actor,
  { id, ...input }: Omit<UpdateProject, 'revision'>,
  { known = [], staleness = () => null, note = {} }: ChangeOptions,
): Promise<Project> {
  const project = await accessProject(sql, actor, id, policy.updateProject, true);
  const move = await accountChangeOf(sql, actor, project, input.organizationId);
  const settings = projectSettings.tidy(input);
  const outcomes: Outcome[] = [];
  for (const load of Object.values(projectParts))
    outcomes.push(await load(sql, { app, actor, project, input, settings, move, known }));

  const stale = staleness(project);
  const errors = [...known, ...outcomes.flatMap((outcome) => outcome.errors)];
  // What is wrong with changes to what is no longer there says little.
  if (errors.length) throw stale ?? new ValidationError(errors);

  const decisions = outcomes.map((outcome) => outcome.decide());
  const columns: Columns = Object.assign({}, ...decisions.map((decision) => decision.columns));
  const columnChanges = changesOf({ ...project }, { ...columns });
  const changes: Changes = Object.assign(columnChanges, ...decisions.map((decision) => decision.changes));
  if (Object.keys(changes).length === 0) return project;
  if (stale) throw stale;

  for (const { write } of decisions) await write?.(sql);
  // The database's clock: an expression of Kysely, where the column's type is a date.
  const raised = isRaised(project, columns) ? { limitRaisedAt: now() as never } : {};
  const marks = { ...raised, settingsRevision: project.settingsRevision + 1 };
  await setColumns(sql, id, { ...columns, ...marks }, [...Object.keys(changes), ...Object.keys(marks)]);
  await writeProjectLog(sql, actor, id, 'updated', { ...note, changes });
  const updated = await accessProject(sql, actor, id, policy.readProject);
  await lookAgain(app, sql, updated, changes);
  return updated;
}

type Changes = ReturnType<typeof changesOf>;

/** Wakes the sources that bring other articles now. */
async function lookAgain(
  app: App,
  sql: Sql,
  { id, autoAddArticles }: Project,
  changes: Changes,
): Promise<void> {
  if ('articlesFromDate' in changes) await wakeSources(app, sql, id, ['rss', 'parser'], { catchUp: true });
  if (!autoAddArticles || !('autoAddArticles' in changes || 'mainUrl' in changes)) return;
  // Articles that are to be found on a website need a source that does so.
  if ((await wakeSources(app, sql, id, ['parser'])) === 0)
    await insertSource(app, sql, id, { type: 'parser' });
}

/**
 * Whether more may be voiced today than before, so that articles that the limit has stopped need not wait for
 * midnight.
 */
function isRaised(
  before: Project,
  { limitEnabled = before.limitEnabled, limitPerDay = before.limitPerDay }: Columns,
): boolean {
  return before.limitEnabled && (!limitEnabled || Number(limitPerDay) > before.limitPerDay);
}

export interface ProjectReports extends ChangesOf<typeof reportSettings.settings> {
  id: number;
}

/**
 * Changes the recipient and frequency of email reports. @throws NotSignedInError, NotFoundError,
 * NotAllowedError, ValidationError
 */
export async function updateProjectReports(
  app: App,
  actor: Actor,
  { id, ...input }: ProjectReports,
): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, id, policy.updateProjectReports, true);
    const columns: Columns = reportSettings.tidy(input);
    const errors = reportSettings.problems(project, columns, changerOf(project));
    if (errors.length) throw new ValidationError(errors);

    const enabled = columns.emailReportsEnable ?? project.emailReportsEnable;
    if (enabled && actor.kind === 'user' && !(columns.emailReportsAddress ?? project.emailReportsAddress)) {
      columns.emailReportsAddress = (
        await sql.selectFrom('User').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow()
      ).email;
    }
    const changes = changesOf({ ...project }, { ...columns });
    if (Object.keys(changes).length === 0) return project;
    await setColumns(sql, id, columns, Object.keys(changes));
    await writeProjectLog(sql, actor, id, 'reports updated', { changes });
    return accessProject(sql, actor, id, policy.readProject);
  });
}

/** Writes those columns that change. */
async function setColumns(sql: Sql, id: number, columns: Columns, changed: readonly string[]): Promise<void> {
  const { voiceAdditionalSettings: voice, ...plain } = Object.fromEntries(
    Object.entries(columns).filter(([name]) => changed.includes(name)),
  ) as Columns;
  await sql
    .updateTable('Project')
    .set({ ...plain, ...(voice && { voiceAdditionalSettings: json(voiceSettings, voice) }) })
    .where('id', '=', id)
    .execute();
}
