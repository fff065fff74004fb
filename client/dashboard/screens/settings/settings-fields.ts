import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { ExtractorRuleKind, UpdateProjectInput } from '../../__generated__/SettingsFormMutation.graphql.ts';
import { settingList, settingsByKey, type SettingValues } from '../voices/setting-values.ts';
import { projectSettings } from '../../generated/project-settings.ts';

/** The thirteen types, as the specification names them. */
export const extractorRuleNames: Readonly<Record<Exclude<ExtractorRuleKind, '%future added value'>, string>> = {
  should: 'should',
  should_strict: 'should_strict',
  whitelist: 'whitelist',
  unwrap_br: 'unwrap_br',
  unwrap: 'unwrap',
  title: 'title',
  should_not: 'should-not',
  should_before: 'should-before',
  should_after: 'should-after',
  should_before_br: 'should-before-br',
  should_after_br: 'should-after-br',
  publication_date: 'publication-date',
  charset: 'charset',
};

const pauses = ['pauseSentence', 'pauseParagraph', 'pauseHeading'] as const;

/** The picture that the files carry. */
export interface Cover {
  readonly tag: string;
  readonly url: string;
}

export interface SettingsFields extends Record<string, unknown> {
  name: string;
  organization: string | null;
  voiceLanguage: string | null;
  voiceName: string | null;
  voiceAdditionalSettings: SettingValues;
  failoverVoice: string | null;
  limitEnabled: boolean;
  limitPerDay: number | string;
  autoAddArticles: boolean;
  mainUrl: string;
  articlesFromDate: string | null;
  extractorRules: { type: ExtractorRuleKind; selector: string }[];
  urlReplacements: { source: string; destination: string; isRegex: boolean }[];
  /** Milliseconds, as typed. */
  pauseSentence: number | string;
  pauseParagraph: number | string;
  pauseHeading: number | string;
  /** kbit/s */
  audioBitrate: number;
  cover: Cover | null;
  paywall: boolean;
  paywallCTA: string;
  paywallParagraphLimit: number | string;
  paywallAudioSuffixEnabled: boolean;
  /** Address of the sound; null: the default text is spoken. */
  paywallAudioSuffix: string | null;
  /** Addresses by source id. */
  sourceUrls: Readonly<Record<string, string>>;
}

/** Which panel of the form shows which fields. */
export const panelFields = {
  name: ['name'],
  organization: ['organization'],
  voice: ['voiceLanguage', 'voiceName', 'voiceAdditionalSettings', 'failoverVoice'],
  sound: [...pauses, 'audioBitrate', 'cover'],
  sources: ['sourceUrls'],
  limit: ['limitEnabled', 'limitPerDay'],
  parsing: ['autoAddArticles', 'mainUrl', 'articlesFromDate', 'extractorRules', 'urlReplacements'],
  paywall: ['paywall', 'paywallCTA', 'paywallParagraphLimit', 'paywallAudioSuffixEnabled', 'paywallAudioSuffix'],
} as const satisfies Record<string, readonly (keyof SettingsFields)[]>;

/** The chosen model; null: the voice's first. */
export function modelOf({ voiceAdditionalSettings: { model } }: SettingsFields): string | null {
  return typeof model === 'string' ? model : null;
}

export function fieldsOf(project: SettingsForm_project$data): SettingsFields {
  return {
    name: project.name,
    organization: project.organization?.id ?? null,
    voiceLanguage: project.voiceLanguage,
    voiceName: project.voiceName,
    voiceAdditionalSettings: settingsByKey(project.voiceSettings),
    failoverVoice: project.failoverVoice ?? null,
    limitEnabled: project.limitEnabled,
    limitPerDay: project.limitPerDay,
    autoAddArticles: project.autoAddArticles,
    mainUrl: project.mainUrl ?? '',
    articlesFromDate: project.articlesFromDate ?? null,
    extractorRules: project.extractorRules.map(({ type, selector }) => ({ type, selector })),
    urlReplacements: project.urlReplacements.map(({ source, destination, isRegex }) => ({ source, destination, isRegex })),
    pauseSentence: project.pauseSentence,
    pauseParagraph: project.pauseParagraph,
    pauseHeading: project.pauseHeading,
    audioBitrate: project.audioBitrate,
    cover: project.cover ? { tag: project.cover.tag, url: project.cover.url } : null,
    paywall: project.paywall,
    paywallCTA: project.paywallCTA,
    paywallParagraphLimit: project.paywallParagraphLimit,
    paywallAudioSuffixEnabled: project.paywallAudioSuffixEnabled,
    paywallAudioSuffix: project.paywallAudioSuffix ?? null,
    sourceUrls: Object.fromEntries(project.sources.map(({ id, url }) => [id, url ?? ''])),
  };
}

const required = 'Field is required and cannot be empty';

/** Why the settings cannot be saved as they are, by the path of what is wrong. */
export function settingsProblems(fields: SettingsFields): Record<string, string> {
  const problems: Record<string, string> = {};
  const { limitPerDay, ...always } = projectSettings;
  for (const [name, limits] of Object.entries({ ...always, ...(fields.limitEnabled && { limitPerDay }) })) {
    const problem = limitProblem(limits, fields[name]);
    if (problem) problems[name] = problem;
  }
  if (fields.autoAddArticles && !fields.mainUrl.trim()) problems['mainUrl'] = 'Please enter website';
  fields.extractorRules.forEach(({ selector, type }, index) => {
    if (!selector.trim() && type !== 'unwrap_br') problems[`extractorRules.${index}.selector`] = required;
  });
  fields.urlReplacements.forEach(({ source, isRegex }, index) => {
    if (!source.trim()) problems[`urlReplacements.${index}.source`] = required;
    else if (isRegex && !/^\/.+\/[a-z]*$/s.test(source.trim()))
      problems[`urlReplacements.${index}.source`] = 'A regular expression must be wrapped in slashes.';
  });
  return problems;
}

interface Limits {
  kind: string;
  min?: number;
  max?: number;
}

/** What a setting's limits say of a value. Settings that the form does not have, and what may be empty and is, are no problem. */
function limitProblem({ kind, min = 0, max = Infinity }: Limits, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (kind === 'whole') {
    // An emptied field is a string.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return undefined;
    return max === Infinity
      ? `Must be a whole number, at least ${min.toLocaleString('en')}.`
      : `Must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  }
  return kind === 'text' && typeof value === 'string' && value.length > max ? `At most ${max.toLocaleString('en')} characters.` : undefined;
}

/** Save is offered only with a name, a language and a voice. */
export function canSave(fields: SettingsFields): boolean {
  return fields.name.trim() !== '' && fields.voiceLanguage !== null && fields.voiceName !== null;
}

/** What changed, as the mutation takes it. Addresses of sources are not among it: they go their own way. */
export function updateInput(id: string, draft: Partial<SettingsFields>): UpdateProjectInput {
  const { mainUrl, cover, voiceAdditionalSettings, ...rest } = draft;
  const numbers = [...pauses, 'limitPerDay', 'paywallParagraphLimit']
    .filter((field) => field in rest)
    .map((field) => [field, Number(rest[field])]);
  return {
    ...(rest as Omit<UpdateProjectInput, 'id'>),
    ...Object.fromEntries(numbers),
    ...(mainUrl === undefined ? {} : { mainUrl: mainUrl.trim() || null }),
    ...(voiceAdditionalSettings === undefined ? {} : { voiceSettings: settingList(voiceAdditionalSettings) }),
    ...(cover === undefined ? {} : { cover: cover && cover.tag }),
    id,
  };
}
