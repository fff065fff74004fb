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
    description: 'Savings from generating only what changed.',
    fields: (t) => ({
      charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters generated.' }),
      charactersSaved: t.exposeFloat('charactersSaved', {
        description: 'Characters that did not have to be regenerated after edits.',
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
        description: 'Cost of the limit per day, in EUR. Null if there is no limit.',
      }),
      costPerMonth: t.exposeFloat('costPerMonth', {
        description: 'Cost of the average monthly usage, in EUR per month.',
      }),
      charactersToday: t.exposeInt('charactersToday', { description: 'Characters generated today (UTC).' }),
      charactersPerMonth: t.exposeFloat('charactersPerMonth', {
        description: 'Characters generated per month, averaged over the last twelve months.',
      }),
      hasAverage: t.exposeBoolean('hasAverage', {
        description:
          'Whether seven days have passed since the first of these characters. Before that, an average ' +
          'is misleading.',
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
    description: 'Why a configuration was not cloned to a project, which is left unchanged.',
    fields: (t) => ({
      message: t.exposeString('message', { description: 'What is wrong, in a sentence to show to users.' }),
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
      fieldErrors: t.field({
        type: [FieldErrorType],
        description: 'Errors of single settings. Empty if the cause is something else.',
        resolve: ({ fieldErrors }) => errorsByPath(fieldErrors, inputPathsOfProject),
      }),
    }),
  });

export const CloneResultType = builder
  .objectRef<CloneResult>('CloneResult')
  .implement({
    description: 'Result of cloning a configuration to one target.',
    fields: (t) => ({
      targetId: t.globalID({
        description: 'ID of the target.',
        resolve: ({ targetId }) => ({ id: targetId, type: 'Project' }),
      }),
      project: t.expose('project', {
        type: ProjectType,
        nullable: true,
        description: 'The target. Null if it does not exist or the caller cannot see it.',
      }),
      failure: t.expose('failure', {
        type: CloneFailureType,
        nullable: true,
        description: 'Why the target is unchanged. Null if cloning succeeded.',
      }),
    }),
  });
