import { builder } from '../../../graphql/builder.ts';
import { errorsByPath } from '../../../graphql/expose-settings.ts';
import { pathsOf } from '../../../kernel/settings.ts';
import { FieldErrorType } from '../../../graphql/error-types.ts';
import { projectSettings } from '../../library/settings/groups/project-settings.ts';
import { reportSettings } from '../../library/settings/groups/report-settings.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { configurationParts, type CloneFailure, type CloneResult } from './clone-configuration.ts';
import type { LimitQuote, Savings } from './project-usage.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';

export const SavingsType = builder
  .objectRef<Savings>('Savings')
  .implement({
    description: 'Savings from voicing only what changed.',
    fields: (t) => ({
      charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
      charactersSaved: t.exposeFloat('charactersSaved', {
        description: 'Characters that did not have to be voiced again after edits.',
      }),
      costSaved: t.exposeFloat('costSaved', {
        description: 'Cost of the saved characters with the current voice, in EUR.',
      }),
    }),
  });

export const LimitQuoteType = builder
  .objectRef<LimitQuote>('LimitQuote')
  .implement({
    description: 'Cost of a daily limit, and current usage.',
    fields: (t) => ({
      cost: t.exposeFloat('cost', {
        nullable: true,
        description: 'Cost of the limit per day, in EUR. Null when there is no limit.',
      }),
      costPerMonth: t.exposeFloat('costPerMonth', {
        description: 'Cost of the average monthly usage, in EUR per month.',
      }),
      charactersToday: t.exposeInt('charactersToday', { description: 'Characters voiced today (UTC).' }),
      charactersPerMonth: t.exposeFloat('charactersPerMonth', {
        description: 'Characters voiced per month, averaged over the last twelve months.',
      }),
      hasAverage: t.exposeBoolean('hasAverage', {
        description:
          'Whether seven days have passed since the first of these characters: before, an average misleads.',
      }),
    }),
  });

export const ConfigurationPartType = builder.enumType('ConfigurationPart', {
  description: "A part of a project's configuration that can be cloned to other projects.",
  values: Object.fromEntries(
    Object.entries(configurationParts).map(([part, description]) => [part, { description }]),
  ) as { [Part in keyof typeof configurationParts]: { description: string } },
});

/** Where inputs have what the area's functions call by the names of columns. */
export const inputPathsOfProject = {
  ...pathsOf([...projectSettings.groups, ...reportSettings.groups]),
  voiceName: 'voice.name',
  voiceLanguage: 'voice.language',
  voiceAdditionalSettings: 'voice.settings',
  failoverVoice: 'voice.failover',
};

const CloneFailureType = builder
  .objectRef<CloneFailure>('CloneFailure')
  .implement({
    description: 'Why a project did not get a configuration. Nothing of it was changed.',
    fields: (t) => ({
      message: t.exposeString('message', {
        description: 'What is wrong, in a sentence that can be shown to people.',
      }),
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
      fieldErrors: t.field({
        type: [FieldErrorType],
        description: 'What is wrong with single settings. Empty if it is something else.',
        resolve: ({ fieldErrors }) => errorsByPath(fieldErrors, inputPathsOfProject),
      }),
    }),
  });

export const CloneResultType = builder
  .objectRef<CloneResult>('CloneResult')
  .implement({
    description: 'What became of one target of a cloned configuration.',
    fields: (t) => ({
      targetId: t.globalID({
        description: 'ID of the target.',
        resolve: ({ targetId }) => ({ id: targetId, type: 'Project' }),
      }),
      project: t.expose('project', {
        type: ProjectType,
        nullable: true,
        description: 'The target. Null when it does not exist or the caller cannot see it.',
      }),
      failure: t.expose('failure', {
        type: CloneFailureType,
        nullable: true,
        description: 'Why the target stayed as it was. Null when it has the configuration now.',
      }),
    }),
  });
