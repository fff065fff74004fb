import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type {
  ExtractorRuleType,
  UpdateProjectInput,
} from '../../__generated__/useSaveSettingsMutation.graphql.ts';
import { settingList, settingsByKey, type SettingValues } from '../voices/setting-values.ts';
import { voiceField } from '../voices/voice-field.ts';
import {
  declarationOf,
  declaredFields,
  declaredInput,
  declaredProblem,
  namesByPath,
  type DeclaredFields,
} from './declared-fields.ts';
import { renameErrors, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { parsingWords } from '../../generated/words/parsing.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** The thirteen types, as the specification names them. */
export const extractorRuleNames: Readonly<Record<Exclude<ExtractorRuleType, '%future added value'>, string>> =
  {
    SHOULD: 'should',
    SHOULD_STRICT: 'should_strict',
    WHITELIST: 'whitelist',
    UNWRAP_BR: 'unwrap_br',
    UNWRAP: 'unwrap',
    TITLE: 'title',
    SHOULD_NOT: 'should-not',
    SHOULD_BEFORE: 'should-before',
    SHOULD_AFTER: 'should-after',
    SHOULD_BEFORE_BR: 'should-before-br',
    SHOULD_AFTER_BR: 'should-after-br',
    PUBLICATION_DATE: 'publication-date',
    CHARSET: 'charset',
  };

/** Fields of the form: the declared settings, and those with their own checks. */
export interface SettingsFields extends DeclaredFields, Record<string, unknown> {
  organization: string | null;
  voiceLanguage: string | null;
  voiceName: string | null;
  voiceAdditionalSettings: SettingValues;
  failoverVoice: string | null;
  extractorRules: { type: ExtractorRuleType; selector: string }[];
  urlReplacements: { source: string; destination: string; isRegex: boolean }[];
  /** Global ids of projects. */
  children: readonly string[];
  /** Addresses by source id. */
  sourceUrls: Readonly<Record<string, string>>;
  /** By source id. */
  sourceTypes: Readonly<Record<string, SourceKind>>;
}

export const sourceKinds = ['RSS', 'API', 'API_READONLY', 'PARSER', 'MANUAL'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** The chosen model; null: the voice's first. */
export function modelOf({ voiceAdditionalSettings: { model } }: SettingsFields): string | null {
  return typeof model === 'string' ? model : null;
}

export function fieldsOf(
  project: SettingsForm_project$data,
  declared: Parameters<typeof declaredFields>[0],
): SettingsFields {
  const { voice, sound } = project;
  return {
    ...declaredFields(declared),
    cover: sound.cover ? { tag: sound.cover.tag, url: sound.cover.url } : null,
    organization: project.organization?.id ?? null,
    voiceLanguage: voice.language,
    voiceName: voice.name,
    voiceAdditionalSettings: settingsByKey(voice.settings),
    failoverVoice: voice.failover ?? null,
    extractorRules: project.extractorRules.map(({ type, selector }) => ({ type, selector })),
    urlReplacements: project.urlReplacements.map(({ source, destination, isRegex }) => ({
      source,
      destination,
      isRegex,
    })),
    children: project.children.map(({ id }) => id).toSorted(),
    sourceUrls: Object.fromEntries(project.sources.map(({ id, url }) => [id, url ?? ''])),
    sourceTypes: Object.fromEntries(project.sources.map(({ id, type }) => [id, type as SourceKind])),
  };
}

/** Why the settings cannot be saved as they are, by the path of what is wrong. */
export function settingsProblems(fields: SettingsFields): Record<string, string> {
  const w = currentWords(parsingWords);
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const declared = declarationOf(name);
    // A limit that is off may be anything.
    if (!declared || (name === 'limitPerDay' && !fields.limitEnabled)) continue;
    const problem = declaredProblem(declared, value);
    if (problem) problems[name] = problem;
  }
  if (fields.autoAddArticles && !fields.mainUrl?.trim()) problems['mainUrl'] = w.website;
  fields.extractorRules.forEach(({ selector }, index) => {
    if (!selector.trim()) problems[`extractorRules.${index}.selector`] = w.required;
  });
  fields.urlReplacements.forEach(({ source, isRegex }, index) => {
    if (!source.trim()) problems[`urlReplacements.${index}.source`] = w.required;
    else if (isRegex && !/^\/.+\/[a-z]*$/s.test(source.trim()))
      problems[`urlReplacements.${index}.source`] = w.slashes;
  });
  return problems;
}

/** What is missing before Save is offered: a name, a language or a voice; null: nothing. */
export function missingOf({
  name,
  voiceLanguage,
  voiceName,
}: SettingsFields): 'name' | 'language' | 'voice' | null {
  if (name.trim() === '') return 'name';
  if (voiceLanguage === null) return 'language';
  return voiceName === null ? 'voice' : null;
}

/** What changed, as the mutation takes it. What belongs to sources is not among it: it goes its own way. */
export function updateInput(id: string, draft: Partial<SettingsFields>): UpdateProjectInput {
  const { voiceName, voiceLanguage, voiceAdditionalSettings: values, failoverVoice } = draft;
  const voice = {
    ...(voiceName && { name: voiceName }),
    ...(voiceLanguage && { language: voiceLanguage }),
    ...(values && { settings: settingList(values) }),
    ...(failoverVoice !== undefined && { failover: failoverVoice }),
  };
  const { organization, extractorRules, urlReplacements, children } = draft;
  return {
    id,
    ...declaredInput(draft),
    ...(Object.keys(voice).length > 0 && { voice }),
    ...(organization !== undefined && { organization }),
    ...(extractorRules && { extractorRules }),
    ...(urlReplacements && { urlReplacements }),
    ...(children && { children }),
  };
}

/** The errors by the names that the form has for what the input has in groups. */
export const errorsByField = (errors: FieldErrors): FieldErrors =>
  renameErrors(errors, (path) => namesByPath.get(path) ?? voiceField(path));

interface SourceChange {
  id: string;
  type: SourceKind;
  url: string | null;
}

/**
 * Returns the changes to sources that are sent after the settings: RSS feeds always, others only if changed.
 * A website whose address was the main URL keeps following it.
 */
export function sourceChanges(
  sources: readonly { readonly id: string; readonly type: string; readonly url: string | null | undefined }[],
  { mainUrl: before }: SettingsFields,
  { mainUrl, sourceUrls = {}, sourceTypes = {} }: Partial<SettingsFields>,
): SourceChange[] {
  return sources.flatMap(({ id, type: present, url: stored }) => {
    const type = sourceTypes[id] ?? (present as SourceKind);
    const old = stored ?? '';
    const follows =
      type === 'PARSER' &&
      mainUrl?.trim() &&
      old !== '' &&
      old === before &&
      !(id in sourceUrls && sourceUrls[id] !== old);
    const url = ((follows && mainUrl) || (sourceUrls[id] ?? old)).trim();
    if (type !== 'RSS' && type === present && url === old) return [];
    return [{ id, type, url: url || null }];
  });
}
