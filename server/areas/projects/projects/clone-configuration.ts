import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { UserError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import type { Settings } from '../../../kernel/settings.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { policy } from '../../access/project-access/policy.ts';
import { loadRules } from '../../library/rules/load-rules.ts';
import { replaceRulesIn } from '../../library/rules/rules.ts';
import { copySounds } from '../../library/sounds/copy-sounds.ts';
import { loadExtractorRules } from '../../library/settings/extractor-rules.ts';
import { ads } from '../../library/settings/groups/ad-settings.ts';
import { normalization } from '../../library/settings/groups/normalization-settings.ts';
import { paywall } from '../../library/settings/groups/paywall-settings.ts';
import { sound } from '../../library/settings/groups/sound-settings.ts';
import type { UpdateProject } from './change-parts.ts';
import { changeProject } from './update-project.ts';
import { loadReplacements } from '../../library/settings/url-replacements.ts';
import { projectMessages } from './messages.ts';
import { rewordMessage, type Message } from '../../../lib/declare-messages.ts';

/** What of a configuration can be cloned, and what it is to people. */
export const configurationParts = {
  extractor_rules: 'Extractor rules.',
  url_replacements: 'URL replacement rules.',
  paywall: 'Paywall settings, with the suffix. Each project keeps its own security key.',
  audio_ads:
    'Settings of the audio ads. Those that only administrators can change are left out unless the caller is one.',
  sound: 'Pauses, bit rate and cover of the audio files.',
  normalization: 'Whether texts are normalized, and the instructions.',
  processing_rules: 'Processing rules, with the sounds that they play. They replace those of the target.',
} as const;

export type ConfigurationPart = keyof typeof configurationParts;

export interface CloneConfiguration {
  id: number;
  targets: readonly number[];
  parts: readonly ConfigurationPart[];
}

export interface CloneFailure extends Message {
  fieldErrors: FieldError[];
}

/** Result of one target. */
export interface CloneResult {
  targetId: number;
  /** Null where the actor may not read it. */
  project: Project | null;
  /**
   * Why it is as it was, in a sentence, and what is wrong with single settings; null: it has the
   * configuration now.
   */
  failure: CloneFailure | null;
}

export const targetsMax = 100;

const groups = { paywall, audio_ads: ads, sound, normalization } as const;

/**
 * Copies parts of a project's configuration to other projects of the organization. Each target is
 * independent: it gets all parts or none, checked as if they had been entered there. Both projects' logs
 * record it.
 * @returns the outcome of each target, in their order
 * @throws NotSignedInError, NotFoundError, NotAllowedError for the project itself; ValidationError on
 * `targets`, `parts`
 */
export async function cloneConfiguration(
  app: App,
  actor: Actor,
  { id, targets, parts }: CloneConfiguration,
): Promise<CloneResult[]> {
  const project = await accessProject(app.db.sql, actor, id, policy.cloneConfiguration);
  const ids = [...new Set(targets)];
  if (ids.length === 0) throw new ValidationError([{ field: 'targets', ...projectMessages.NO_TARGETS() }]);
  if (ids.length > targetsMax)
    throw new ValidationError([
      { field: 'targets', ...projectMessages.TOO_MANY_TARGETS({ most: targetsMax }) },
    ]);
  if (ids.includes(id))
    throw new ValidationError([{ field: 'targets', ...projectMessages.TARGET_IS_SOURCE() }]);
  if (parts.length === 0) throw new ValidationError([{ field: 'parts', ...projectMessages.NO_PARTS() }]);
  const configuration = await configurationOf(app, project, new Set(parts));
  const results: CloneResult[] = [];
  for (const targetId of ids) results.push(await cloneTo(app, actor, project, configuration, targetId));
  const [cloned, failed] = [false, true].map((isFailed) =>
    results
      .filter(({ failure, project: target }) => target !== null && (failure !== null) === isFailed)
      .map(({ targetId }) => targetId),
  );
  if (cloned!.length > 0)
    await writeProjectLog(app.db.sql, actor, id, 'configuration cloned', {
      parts: [...new Set(parts)],
      clonedTo: cloned,
      ...(failed!.length > 0 && { failedFor: failed }),
    });
  return results;
}

interface Configuration {
  settings: Omit<UpdateProject, 'id' | 'revision'>;
  rules: Awaited<ReturnType<typeof loadRules>> | null;
  /** Base names of the sounds that it plays. */
  sounds: string[];
}

async function configurationOf(
  app: App,
  project: Project,
  parts: ReadonlySet<ConfigurationPart>,
): Promise<Configuration> {
  const { sql } = app.db;
  const isAdministrator = project.rights.has('administer');
  const chosen = Object.entries(groups).flatMap(([part, { settings }]) =>
    parts.has(part as ConfigurationPart)
      ? Object.entries(settings as Settings).flatMap(([key, { administratorsOnly }]) =>
          administratorsOnly && !isAdministrator ? [] : [[key, project[key as keyof Project]] as const],
        )
      : [],
  );
  const rules = parts.has('processing_rules') ? await loadRules(sql, project.id) : null;
  const suffix = parts.has('paywall') ? project.paywallAudioSuffix : null;
  return {
    settings: {
      ...Object.fromEntries(chosen),
      ...(parts.has('extractor_rules') && { extractorRules: await loadExtractorRules(sql, project.id) }),
      ...(parts.has('url_replacements') && { urlReplacements: await loadReplacements(sql, project.id) }),
    },
    rules,
    sounds: [
      suffix ?? '',
      ...(rules ?? []).flatMap(({ actions }) => actions.flatMap(({ values }) => values)),
    ].flatMap((value) => /upload-[0-9a-f]{40}/.exec(value)?.[0] ?? []),
  };
}

async function cloneTo(
  app: App,
  actor: Actor,
  from: Project,
  { settings, rules, sounds }: Configuration,
  targetId: number,
): Promise<CloneResult> {
  const note = { clonedFrom: from.id };
  const clone = async (sql: Sql): Promise<Project> => {
    const target = await accessProject(sql, actor, targetId, policy.cloneConfiguration, true);
    if (from.organizationId === null || target.organizationId !== from.organizationId)
      throw new ValidationError([{ field: 'targets', ...projectMessages.TARGET_OF_ANOTHER_ORGANIZATION() }]);
    await copySounds(sql, {
      from: from.id,
      to: targetId,
      files: sounds,
      userId: actor.kind === 'user' ? actor.userId : null,
    });
    await changeProject(app, sql, actor, { ...settings, id: targetId }, { note });
    if (rules)
      await replaceRulesIn(
        app,
        sql,
        actor,
        {
          projectId: targetId,
          rules: rules.map(({ name, predicates, actions, enabled }) => ({
            name,
            predicates,
            actions,
            enabled,
          })),
        },
        note,
      );
    return accessProject(sql, actor, targetId, policy.readProject);
  };
  try {
    return { targetId, project: await app.db.transaction(clone), failure: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const project = await accessProject(app.db.sql, actor, targetId, policy.readProject).catch(
      (unknown: unknown) => {
        if (unknown instanceof UserError) return null;
        throw unknown;
      },
    );
    return {
      targetId,
      project,
      failure: {
        ...rewordMessage(error.told, error.message),
        fieldErrors: error instanceof ValidationError ? error.fieldErrors : [],
      },
    };
  }
}
