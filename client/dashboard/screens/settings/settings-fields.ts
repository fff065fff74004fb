import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type {
  ExtractorRuleKind,
  UpdateProjectInput,
} from '../../__generated__/useSaveSettingsMutation.graphql.ts';
import { settingList, settingsByKey, type SettingValues } from '../voices/setting-values.ts';
import { projectSettings } from '../../generated/project-settings.ts';
import { parsingWords } from '../../words/parsing-words.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** The thirteen types, as the specification names them. */
export const extractorRuleNames: Readonly<Record<Exclude<ExtractorRuleKind, '%future added value'>, string>> =
  {
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
  /** As typed. */
  playerArticlesPerDay: number | string;
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
  securityEnabled: boolean;
  audioAds: boolean;
  audioAdsProvider: AdProvider | null;
  audioAdsInterval: number | string;
  audioAdsLength: number;
  audioAdsPublisherId: string | null;
  audioAdsGoogleTagUrl: string | null;
  audioTagUrl: string | null;
  /** Database id. */
  adCampaign: number | null;
  qaPercentErrors: number | string;
  qaPercentArticles: number | string;
  /** Database ids of projects. */
  children: readonly number[];
  normalization: boolean;
  /** Null: the default ones. */
  normalizationPrompt: string | null;
  autoupdate: boolean;
  extractorServerIp: boolean;
  extractorIpAddress: string | null;
  /** Addresses by source id. */
  sourceUrls: Readonly<Record<string, string>>;
  /** By source id. */
  sourceTypes: Readonly<Record<string, SourceKind>>;
}

type AdProvider = Exclude<NonNullable<UpdateProjectInput['audioAdsProvider']>, '%future added value'>;
export const sourceKinds = ['rss', 'api', 'api_readonly', 'parser', 'manual'] as const;
export type SourceKind = (typeof sourceKinds)[number];

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
    playerArticlesPerDay: project.playerArticlesPerDay,
    articlesFromDate: project.articlesFromDate ?? null,
    extractorRules: project.extractorRules.map(({ type, selector }) => ({ type, selector })),
    urlReplacements: project.urlReplacements.map(({ source, destination, isRegex }) => ({
      source,
      destination,
      isRegex,
    })),
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
    securityEnabled: project.securityEnabled,
    audioAds: project.audioAds,
    audioAdsProvider: (project.audioAdsProvider ?? null) as AdProvider | null,
    audioAdsInterval: project.audioAdsInterval,
    audioAdsLength: project.audioAdsLength,
    audioAdsPublisherId: project.audioAdsPublisherId ?? null,
    audioAdsGoogleTagUrl: project.audioAdsGoogleTagUrl ?? null,
    audioTagUrl: project.audioTagUrl ?? null,
    adCampaign: project.adCampaign ?? null,
    qaPercentErrors: project.qaPercentErrors,
    qaPercentArticles: project.qaPercentArticles,
    children: project.children.map(({ databaseId }) => databaseId),
    normalization: project.normalization,
    normalizationPrompt: project.normalizationPrompt ?? null,
    autoupdate: project.autoupdate,
    extractorServerIp: project.extractorServerIp,
    extractorIpAddress: project.extractorIpAddress ?? null,
    sourceUrls: Object.fromEntries(project.sources.map(({ id, url }) => [id, url ?? ''])),
    sourceTypes: Object.fromEntries(project.sources.map(({ id, type }) => [id, type as SourceKind])),
  };
}

/** Why the settings cannot be saved as they are, by the path of what is wrong. */
export function settingsProblems(fields: SettingsFields): Record<string, string> {
  const w = wordsNow(parsingWords);
  const problems: Record<string, string> = {};
  const { limitPerDay, ...always } = projectSettings;
  for (const [name, limits] of Object.entries({ ...always, ...(fields.limitEnabled && { limitPerDay }) })) {
    const problem = limitProblem(limits, fields[name]);
    if (problem) problems[name] = problem;
  }
  if (fields.autoAddArticles && !fields.mainUrl.trim()) problems['mainUrl'] = w.website;
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

interface Limits {
  kind: string;
  min?: number;
  max?: number;
}

/**
 * What a setting's limits say of a value. Settings that the form does not have, and what may be empty and is,
 * are no problem.
 */
function limitProblem({ kind, min = 0, max = Infinity }: Limits, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const w = wordsNow(parsingWords);
  if (kind === 'whole') {
    // An emptied field is a string.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return undefined;
    return max === Infinity ? w.wholeFrom(min) : w.wholeBetween(min, max);
  }
  if (kind !== 'text' || typeof value !== 'string') return undefined;
  if (value.length > max) return w.atMost(max);
  // One character at least means that it is required, which Save itself asks for.
  return min > 1 && value.trim().length < min ? w.atLeast(min) : undefined;
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

/** Numbers as they are typed. */
const wholes = [
  'pauseSentence',
  'pauseParagraph',
  'pauseHeading',
  'limitPerDay',
  'playerArticlesPerDay',
  'paywallParagraphLimit',
  'audioAdsInterval',
  'qaPercentErrors',
  'qaPercentArticles',
] as const;

/** What changed, as the mutation takes it. What belongs to sources is not among it: it goes its own way. */
export function updateInput(id: string, draft: Partial<SettingsFields>): UpdateProjectInput {
  const { mainUrl, cover, voiceAdditionalSettings, sourceUrls: _urls, sourceTypes: _types, ...rest } = draft;
  const numbers = wholes.filter((field) => field in rest).map((field) => [field, Number(rest[field])]);
  return {
    ...(rest as Omit<UpdateProjectInput, 'id'>),
    ...Object.fromEntries(numbers),
    ...(mainUrl === undefined ? {} : { mainUrl: mainUrl.trim() || null }),
    ...(voiceAdditionalSettings === undefined ? {} : { voiceSettings: settingList(voiceAdditionalSettings) }),
    ...(cover === undefined ? {} : { cover: cover && cover.tag }),
    id,
  };
}

interface SourceChange {
  id: string;
  type: SourceKind;
  url: string | null;
}

/**
 * What is sent of sources after the settings: of an RSS feed always; of the others what was changed. A
 * website that had the main URL for its address goes on having it.
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
      type === 'parser' &&
      mainUrl !== undefined &&
      mainUrl.trim() !== '' &&
      old !== '' &&
      old === before &&
      !(id in sourceUrls && sourceUrls[id] !== old);
    const url = (follows ? mainUrl : (sourceUrls[id] ?? old)).trim();
    if (type !== 'rss' && type === present && url === old) return [];
    return [{ id, type, url: url || null }];
  });
}
