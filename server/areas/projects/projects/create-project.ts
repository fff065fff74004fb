import { json } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import {
  NotAllowedError,
  NotSignedInError,
  ValidationError,
  type FieldError,
} from '../../../kernel/errors.ts';
import { requireActiveAccount } from '../../access/identity/active-account.ts';
import { requireNewsroom } from '../../access/identity/studio-only-account.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { policy } from '../../access/project-access/policy.ts';
import { voiceSettings } from '../../access/project-access/voice-values.ts';
import {
  insertSource,
  sourcesMax,
  sourceUrlProblem,
  tidyUrl,
  type NewSource,
  type SourceInput,
} from '../../articles/sources/new-source.ts';
import { newAccount } from './project-account.ts';
import { problemsOf } from '../../../kernel/settings.ts';
import { general } from '../../library/settings/groups/general-settings.ts';
import { projectSettings } from '../../library/settings/groups/project-settings.ts';
import { newVoice, type VoiceChoice } from './project-voice.ts';
import { sourceMessages } from '../../articles/sources/messages.ts';
import { recordKeys } from '../../articles/sources/sources.ts';

export interface CreateProject extends VoiceChoice {
  name: string;
  /** Null: a private project. A partner's token needs none: it acts for its organization. */
  organizationId?: number | null | undefined;
  sources?: SourceInput[] | undefined;
}

/**
 * Creates a project with its sources, all or nothing. Defaults to the voice proposed for the language, and to
 * English.
 * @returns the project, and its sources with keys that can be read only now
 * @throws NotSignedInError, NotAllowedError, ValidationError on `name`, `voiceName`, `voiceLanguage`,
 * `failoverVoice`, `organization`, `rssUrl` (the feed's address), `url` (the website's), `sources`
 */
export async function createProject(
  app: App,
  actor: Actor,
  input: CreateProject,
): Promise<{ project: Project; sources: NewSource[] }> {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  if (
    actor.kind === 'key' ||
    actor.kind === 'system' ||
    (actor.kind === 'partner' && (actor.readOnly || actor.projectIds))
  )
    throw new NotAllowedError();
  await requireNewsroom(app.db.sql, actor);
  return app.db.transaction(async (sql) => {
    if (actor.kind === 'user') await requireActiveAccount(sql, actor.userId);
    const account = await newAccount(sql, actor, input.organizationId ?? null);
    const { name = '' } = projectSettings.tidy({ name: input.name });
    const { columns: voice, errors: voiceErrors } = newVoice(app, input);
    const sources = input.sources ?? [];
    const errors = [
      ...problemsOf(general.settings.name, 'name', name),
      ...(Array.isArray(account) ? account : []),
      ...voiceErrors,
      ...sourceErrors(sources),
    ];
    if (errors.length || !voice || Array.isArray(account)) throw new ValidationError(errors);

    const website = sources.find((source) => source.type === 'parser');
    const { id: projectId } = await sql
      .insertInto('Project')
      .values((eb) => ({
        name,
        ...account,
        ...voice,
        voiceAdditionalSettings: json(voiceSettings, voice.voiceAdditionalSettings),
        mainUrl: website ? tidyUrl(website) : null,
        autoAddArticles: website !== undefined,
        emailReportsAddress:
          actor.kind === 'user' ? eb.selectFrom('User').select('email').where('id', '=', actor.userId) : null,
      }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const created: NewSource[] = [];
    for (const source of sources) created.push(await insertSource(app, sql, projectId, source));
    await writeProjectLog(sql, actor, projectId, 'created', {
      name,
      voiceName: `${voice.voiceProvider}:${voice.voiceName}`,
      voiceLanguage: voice.voiceLanguage,
      sources: created.map(({ source }) => ({ type: source.type, url: source.url })),
    });
    const project = await accessProject(sql, actor, projectId, policy.readProject);
    const keys = created.flatMap(({ source }) => source.apiKeyPrefix ?? []);
    await recordKeys(app, sql, actor, 'KEY_CREATED', project, keys);
    return { project, sources: created };
  });
}

/** The form has one field for the feed's address and one for the website's. */
function sourceErrors(sources: SourceInput[]): FieldError[] {
  if (sources.length > sourcesMax)
    return [{ field: 'sources', ...sourceMessages.TOO_MANY_SOURCES({ most: sourcesMax }) }];
  return sources.flatMap((source) => {
    const problem = sourceUrlProblem(source, null);
    return problem ? [{ field: source.type === 'rss' ? 'rssUrl' : 'url', ...problem }] : [];
  });
}
