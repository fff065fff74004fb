import type { Updateable } from 'kysely';
import type { Tables } from '../../../prisma/generated/tables.ts';
import type { Sql } from '../../lib/db.ts';
import { json, now } from '../../lib/sql.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ConflictError, NotAllowedError, ValidationError, type FieldError } from '../../kernel/errors.ts';
import type { Changer, ChangesOf } from '../../kernel/settings.ts';
import { insertSource, wakeSources } from '../sources/new-source.ts';
import { ownCampaign } from '../ads/campaigns.ts';
import { checkedChildren, replaceChildren } from '../duplicates/children.ts';
import { accessProject, type Project } from '../project-access/access.ts';
import { featuresWithin } from './entitlements.ts';
import { mayWriteIn, notEditor } from './account.ts';
import {
  checkExtractorRules,
  replaceExtractorRules,
  type ExtractorRuleInput,
} from '../settings/extractor-rules.ts';
import { coverProblem } from '../settings/cover.ts';
import { changesOf, writeProjectLog } from '../project-log/log.ts';
import { ownSuffix, suffixProblem } from '../settings/paywall-suffix.ts';
import { policy } from '../project-access/policy.ts';
import { newSecurityKey } from './security-key.ts';
import { voiceSettings } from '../project-access/voice-values.ts';
import type { Entitled, Feature } from '../../kernel/features.ts';
import {
  projectSettings,
  type ProjectSettingChanges,
  type ProjectSettings,
} from '../settings/groups/project-settings.ts';
import { reportSettings } from '../settings/groups/report-settings.ts';
import { whileAsked } from '../../kernel/while-asked.ts';
import {
  checkReplacements,
  extractorAddresses,
  notOurAddress,
  replaceReplacements,
  type UrlReplacementInput,
} from '../settings/url-replacements.ts';
import { changedVoice, type VoiceChoice, type VoiceColumns } from './voice.ts';

/** Absent settings stay. */
export interface UpdateProject extends ProjectSettingChanges, VoiceChoice {
  id: number;
  /** That the changes began with; absent: whatever there is is changed. */
  revision?: number | null | undefined;
  /** Null: make it private. */
  organizationId?: number | null | undefined;
  /** Projects that get a duplicate of every article. */
  children?: number[] | undefined;
  /** All of them. */
  extractorRules?: ExtractorRuleInput[] | undefined;
  /** All of them. */
  urlReplacements?: UrlReplacementInput[] | undefined;
}

/** What the row is to hold; absent columns stay. */
type Columns = Omit<Updateable<Tables['Project']>, 'voiceAdditionalSettings'> & VoiceColumns;

/**
 * Changes settings of a project; each change is logged. Sending back what is stored changes nothing.
 * Switching on `autoAddArticles` adds a source of the type parser where there is none. A paywall suffix that
 * lies elsewhere is fetched once and kept: see `ownSuffix`.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError when it is another revision by now,
 * ValidationError on the settings by their names (`organization`, `children`, `extractorRules`,
 * `urlReplacements` among them), LimitReachedError
 */
export async function updateProject(app: App, actor: Actor, input: UpdateProject): Promise<Project> {
  const { id } = input;
  const settings = projectSettings.tidy(input);
  const errors: FieldError[] = [];
  if (settings.paywallAudioSuffix)
    settings.paywallAudioSuffix = await ownSuffix(app, actor, id, settings.paywallAudioSuffix, errors);
  if (input.urlReplacements) {
    const { urlReplacements } = input;
    const project = await accessProject(app.db.sql, actor, id, policy.updateProject);
    errors.push(
      ...(await whileAsked(app, project, (extraction) => checkReplacements(extraction, urlReplacements))),
    );
  }
  return app.db.transaction((sql) => changeProject(app, sql, actor, { ...input, ...settings }, errors));
}

/**
 * `updateProject` within the caller's transaction, of what takes no time: URL replacement rules that were
 * checked, a paywall suffix that is one of the project's sounds.
 * @param errors that are known already
 * @param note what the log says besides
 * @throws as `updateProject`
 */
export async function changeProject(
  app: App,
  sql: Sql,
  actor: Actor,
  { id, revision, ...input }: UpdateProject,
  errors: FieldError[] = [],
  note: Record<string, unknown> = {},
): Promise<Project> {
  const settings = projectSettings.tidy(input);
  const project = await accessProject(sql, actor, id, policy.updateProject, true);
  const isStale = revision !== null && revision !== undefined && revision !== project.settingsRevision;
  const { features, ...account } = await moved(sql, actor, project, input.organizationId, errors);
  errors.push(
    ...projectSettings.problems(project, settings, changerOf(project, features)),
    ...(await fileErrors(app, sql, project, settings, errors)),
    ...addressErrors(app, project, settings),
  );
  const columns: Columns = { ...settings, ...account, ...changedVoice(app, project, input, errors) };
  const movedTo = account.organizationId;
  const children = await checkedChildren(
    sql,
    actor,
    project,
    { given: input.children, movedTo, holder: { features } },
    errors,
  );
  columns.adCampaign = await ownCampaign(sql, project, movedTo, settings.adCampaign, errors);
  if (input.extractorRules) errors.push(...checkExtractorRules(input.extractorRules));
  // What is wrong with changes to what is no longer there says little.
  if (errors.length) throw isStale ? conflict() : new ValidationError(errors);

  if (columns.securityEnabled && !project.securityKey) columns.securityKey = newSecurityKey();
  const changes = changesOf({ ...project }, { ...columns });
  const changed = Object.keys(changes);
  Object.assign(changes, changesOf({ children: children.before }, { children: children.after }));
  const rules = input.extractorRules && (await replaceExtractorRules(sql, id, input.extractorRules));
  if (rules) changes['extractorRules'] = rules;
  const replacements = input.urlReplacements && (await replaceReplacements(sql, id, input.urlReplacements));
  if (replacements) changes['urlReplacements'] = replacements;
  if (Object.keys(changes).length === 0) return project;
  if (isStale) throw conflict();
  await replaceChildren(sql, id, children, movedTo !== undefined);
  // The database's clock: an expression of Kysely, where the column's type is a date.
  const raised = isRaised(project, columns) ? { limitRaisedAt: now() as never } : {};
  await setColumns(sql, id, { ...columns, ...raised, settingsRevision: project.settingsRevision + 1 }, [
    ...changed,
    ...Object.keys(raised),
    'settingsRevision',
  ]);
  await writeProjectLog(sql, actor, id, 'updated', { ...note, changes });
  const updated = await accessProject(sql, actor, id, policy.readProject);
  if ('articlesFromDate' in changes) await wakeSources(app, sql, id, ['rss', 'parser'], { catchUp: true });
  if (updated.autoAddArticles && ('autoAddArticles' in changes || 'mainUrl' in changes)) {
    // Articles that are to be found on a website need a source that does so.
    if ((await wakeSources(app, sql, id, ['parser'])) === 0)
      await insertSource(app, sql, id, { type: 'parser' });
  }
  return updated;
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

const conflict = (): ConflictError => new ConflictError('The configuration of this project');

const changerOf = (project: Project, features: readonly Feature[] = project.features): Changer => ({
  features,
  isAdministrator: project.rights.has('administer'),
});

/** Pages are fetched from addresses that this server has been given for that, and from no others. */
function addressErrors(
  app: App,
  project: Project,
  { extractorIpAddress: address }: Partial<ProjectSettings>,
): FieldError[] {
  if (
    !address ||
    address === project.extractorIpAddress ||
    !project.rights.has('administer') ||
    extractorAddresses(app).includes(address)
  )
    return [];
  return [{ field: 'extractorIpAddress', message: notOurAddress }];
}

/** What is wrong with files that the settings name. */
async function fileErrors(
  app: App,
  sql: Sql,
  project: Project,
  { paywallAudioSuffix, cover }: Partial<ProjectSettings>,
  known: FieldError[],
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const add = (field: string, message: string | null): void =>
    void (message && !known.some((error) => error.field === field) && errors.push({ field, message }));
  if (paywallAudioSuffix && paywallAudioSuffix !== project.paywallAudioSuffix)
    add('paywallAudioSuffix', await suffixProblem(app, sql, project.id, paywallAudioSuffix));
  if (cover && cover !== project.cover) add('cover', await coverProblem(sql, cover));
  return errors;
}

export interface ProjectReports extends ChangesOf<typeof reportSettings.settings> {
  id: number;
}

/**
 * Changes where e-mail reports go and how often. @throws NotSignedInError, NotFoundError, NotAllowedError,
 * ValidationError
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

/**
 * The account that the project moves to, and what that is entitled to. Moving takes it away from somebody, so
 * it needs more than changing.
 */
async function moved(
  sql: Sql,
  actor: Actor,
  project: Project,
  organizationId: number | null | undefined,
  errors: FieldError[],
): Promise<Entitled & { organizationId?: number | null; ownerId?: number }> {
  if (organizationId === undefined || organizationId === project.organizationId)
    return { features: project.features };
  if (!project.rights.has(policy.moveProject) || actor.kind !== 'user')
    throw new NotAllowedError('Only a maintainer can move a project to another account.');
  // A private project is its owner's, so whoever makes it private becomes that.
  const features = await featuresWithin(sql, project.id, organizationId);
  if (organizationId === null) return { features, organizationId, ownerId: actor.userId };
  if (!(await mayWriteIn(sql, actor, organizationId)))
    errors.push({ field: 'organization', message: notEditor });
  return { features, organizationId };
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
