import type { Updateable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import type { Feature } from '../../../kernel/features.ts';
import type { Changer } from '../../../kernel/settings.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { ownCampaign } from '../../library/ads/campaigns.ts';
import { checkedChildren, replaceChildren } from '../../articles/duplicates/children.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import type { Project } from '../../access/project-access/access.ts';
import { changesOf } from '../../access/project-log/log.ts';
import { coverProblem } from '../../library/settings/cover.ts';
import {
  changedExtractorRules,
  checkExtractorRules,
  storeExtractorRules,
  type ExtractorRuleInput,
} from '../../library/settings/extractor-rules.ts';
import {
  projectSettings,
  type ProjectSettingChanges,
  type ProjectSettings,
} from '../../library/settings/groups/project-settings.ts';
import { suffixProblem } from '../../library/settings/paywall-suffix.ts';
import {
  changedReplacements,
  extractorAddresses,
  foreignAddressMessage,
  storeReplacements,
  type UrlReplacementInput,
} from '../../library/settings/url-replacements.ts';
import type { AccountChange } from './project-account.ts';
import { newSecurityKey, recordSigningKey } from './security-key.ts';
import { changedVoice, type VoiceChoice, type VoiceColumns } from './project-voice.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** Absent settings stay. */
export interface UpdateProject extends ProjectSettingChanges, VoiceChoice {
  id: number;
  /** Revision that the changes are based on; absent: overwrites the current one. */
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

/** A change to a project as its parts see it. */
export interface Change {
  app: App;
  actor: Actor;
  /** Before the change; locked. */
  project: Project;
  /** What was sent, apart from declared settings. */
  input: Omit<UpdateProject, 'id' | 'revision'>;
  /** The declared settings that were sent, tidied. */
  settings: Partial<ProjectSettings>;
  /** The account that it moves to, and what it is entitled to afterwards. */
  move: AccountChange;
  /** What is known to be wrong already. */
  known: readonly FieldError[];
}

/** What the row is to hold; absent columns stay. */
export type Columns = Omit<Updateable<Tables['Project']>, 'voiceAdditionalSettings'> & VoiceColumns;

/** What a part comes to. */
export interface Decision {
  columns?: Columns;
  /** Log entries about tables other than the project's. */
  changes?: ReturnType<typeof changesOf>;
  /** Writes those, where anything of the project changes. */
  write?(sql: Sql): Promise<void>;
}

/**
 * A part of a project that changes: `load` reads what it has to know within the transaction, `check`
 * returns what is wrong, `decide` what to write. These two read nothing.
 */
interface Part<Known> {
  load?(sql: Sql, change: Change): Promise<Known>;
  check?(change: Change, known: Known): FieldError[];
  decide?(change: Change, known: Known): Decision;
}

/** Result of a part of a change. */
export interface Outcome {
  errors: FieldError[];
  /** What is to be written, once nothing is wrong anywhere. */
  decide(): Decision;
}

const part =
  <Known = void>({ load, check, decide }: Part<Known>) =>
  async (sql: Sql, change: Change): Promise<Outcome> => {
    // A part that loads nothing knows nothing.
    const known = load ? await load(sql, change) : (undefined as Known);
    return { errors: check?.(change, known) ?? [], decide: () => decide?.(change, known) ?? {} };
  };

/** All parts of a project that `updateProject` changes, in the order in which their errors are reported. */
export const projectParts = {
  account: part({ check: ({ move }) => move.errors, decide: ({ move }) => ({ columns: move.columns }) }),
  settings: part({
    check: ({ project, settings, move }) =>
      projectSettings.problems(project, settings, changerOf(project, move.features)),
    decide: ({ settings }) => ({ columns: settings }),
  }),
  files: part<FieldError[]>({ load: fileErrors, check: (_, errors) => errors }),
  extractorAddress: part({ check: addressErrors }),
  voice: part<ReturnType<typeof changedVoice>>({
    load: async (_, { app, project, input }) => changedVoice(app, project, input),
    check: (_, { errors }) => errors,
    decide: (_, { columns }) => ({ columns }),
  }),
  children: part<Awaited<ReturnType<typeof checkedChildren>>>({
    load: (sql, { actor, project, input: { children: given }, move }) =>
      checkedChildren(sql, actor, project, { given, movedTo: movedTo(move), holder: move }),
    check: (_, { errors }) => errors,
    decide: ({ project, move }, { before, after }) => ({
      changes: changesOf({ children: before }, { children: after }),
      write: (sql) => replaceChildren(sql, project.id, { before, after }, movedTo(move) !== undefined),
    }),
  }),
  campaign: part<Awaited<ReturnType<typeof ownCampaign>>>({
    load: (sql, { project, settings, move }) => ownCampaign(sql, project, movedTo(move), settings.adCampaign),
    check: (_, { errors }) => errors,
    decide: (_, { adCampaign }) => ({ columns: { adCampaign } }),
  }),
  securityKey: part({
    decide: ({ app, actor, project, settings: { securityEnabled } }) => {
      if (securityEnabled === undefined || securityEnabled === project.securityEnabled) return {};
      const isFirst = securityEnabled && !project.securityKey;
      return {
        columns: isFirst ? { securityKey: newSecurityKey() } : {},
        async write(sql) {
          await recordSecurity(app, sql, 'SIGNED_REQUESTS_REQUIRED', {
            userId: personOf(actor),
            organizationId: project.organizationId,
            body: { required: securityEnabled, project: project.name },
          });
          if (isFirst) await recordSigningKey(app, sql, actor, 'KEY_CREATED', project);
        },
      };
    },
  }),
  extractorRules: part<Awaited<ReturnType<typeof changedExtractorRules>>>({
    load: async (sql, { project, input: { extractorRules: rules } }) =>
      rules ? changedExtractorRules(sql, project.id, rules) : null,
    check: ({ input: { extractorRules = [] } }) => checkExtractorRules(extractorRules),
    decide: ({ project, input: { extractorRules = [] } }, extractorRulesChange) =>
      extractorRulesChange
        ? {
            changes: { extractorRules: extractorRulesChange },
            write: (sql) => storeExtractorRules(sql, project.id, extractorRules),
          }
        : {},
  }),
  // They were checked outside the transaction: patterns are compiled in a thread.
  urlReplacements: part<Awaited<ReturnType<typeof changedReplacements>>>({
    load: async (sql, { project, input: { urlReplacements: rules } }) =>
      rules ? changedReplacements(sql, project.id, rules) : null,
    decide: ({ project, input: { urlReplacements = [] } }, urlReplacementsChange) =>
      urlReplacementsChange
        ? {
            changes: { urlReplacements: urlReplacementsChange },
            write: (sql) => storeReplacements(sql, project.id, urlReplacements),
          }
        : {},
  }),
};

/** The account that a project moves to; undefined: it stays. */
const movedTo = ({ columns: { organizationId } }: AccountChange): number | null | undefined => organizationId;

/** Who changes a project. @param features what the project is entitled to afterwards */
export const changerOf = (project: Project, features: readonly Feature[] = project.features): Changer => ({
  features,
  isAdministrator: project.rights.has('administer'),
});

/** What is wrong with files that the settings name. */
async function fileErrors(
  sql: Sql,
  { app, project, settings: { paywallAudioSuffix, cover }, known }: Change,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const add = (field: string, problem: Message | null): void =>
    void (problem && !known.some((error) => error.field === field) && errors.push({ field, ...problem }));
  if (paywallAudioSuffix && paywallAudioSuffix !== project.paywallAudioSuffix)
    add('paywallAudioSuffix', await suffixProblem(app, sql, project.id, paywallAudioSuffix));
  if (cover && cover !== project.cover) add('cover', await coverProblem(sql, cover));
  return errors;
}

/** Pages are fetched from addresses that this server has been given for that, and from no others. */
function addressErrors({ app, project, settings: { extractorIpAddress: address } }: Change): FieldError[] {
  if (
    !address ||
    address === project.extractorIpAddress ||
    !project.rights.has('administer') ||
    extractorAddresses(app).includes(address)
  )
    return [];
  return [{ field: 'extractorIpAddress', ...foreignAddressMessage }];
}
