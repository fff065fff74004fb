import { isIP } from 'node:net';
import { requiredMessage, type FieldError } from '../../kernel/errors.ts';
import { lockedMessage } from '../../kernel/features.ts';
import {
  audioAdsIntervalRange, audioAdsLengths, audioAdsProviders, audioBitrates, mainUrlMaxCharacters, normalizationPromptMinCharacters,
  pauseRange, paywallCtaMaxCharacters, product, publisherIdMaxCharacters, type Feature,
} from '../../product.ts';
import type { Project } from '../projects/access.ts';
import type { Right } from '../projects/policy.ts';
import { webAddressProblem } from '../../text/web-address.ts';

/** Settings that are checked one by one and stored as they are. */
export interface Settings {
  name: string;
  mainUrl: string | null;
  autoAddArticles: boolean;
  /** YYYY-MM-DD */
  articlesFromDate: string | null;
  autoupdate: boolean;
  paywall: boolean;
  paywallCTA: string;
  paywallParagraphLimit: number;
  paywallAudioSuffixEnabled: boolean;
  paywallAudioSuffix: string | null;
  securityEnabled: boolean;
  audioAds: boolean;
  audioAdsProvider: string | null;
  audioAdsInterval: number;
  audioAdsLength: number;
  audioAdsPublisherId: string | null;
  audioAdsGoogleTagUrl: string | null;
  audioTagUrl: string | null;
  qaPercentErrors: number;
  qaPercentArticles: number;
  limitEnabled: boolean;
  limitPerDay: number;
  adCampaign: number | null;
  normalization: boolean;
  normalizationPrompt: string | null;
  extractorServerIp: boolean;
  extractorIpAddress: string | null;
  /** Milliseconds of silence. */
  pauseSentence: number;
  pauseParagraph: number;
  pauseHeading: number;
  /** kbit/s */
  audioBitrate: number;
  /** Tag of an uploaded image. */
  cover: string | null;
}

/** Absent settings stay; null clears those that can be empty and leaves the others alone. */
export type PlainSettings = { [Key in keyof Settings]?: Settings[Key] | null | undefined };

const clearable: ReadonlySet<string> = new Set<keyof Settings>([
  'mainUrl', 'articlesFromDate', 'paywallAudioSuffix', 'audioAdsProvider', 'audioAdsPublisherId', 'audioAdsGoogleTagUrl', 'audioTagUrl',
  'adCampaign', 'normalizationPrompt', 'extractorIpAddress', 'cover',
]);

const nameMaxCharacters = 255;
const promptMaxCharacters = 10_000;

type Check<Key extends keyof Settings> = (value: NonNullable<Settings[Key]>) => string | null;

const atMost = (max: number) => (value: string) => (value.length > max ? `At most ${max} characters.` : null);
const between = (min: number, max: number) => (value: number) =>
  Number.isInteger(value) && value >= min && value <= max ? null : `Must be a whole number from ${min} to ${max}.`;
const oneOf = (values: readonly (string | number)[]) => (value: string | number) => (values.includes(value) ? null : `Must be one of ${values.join(', ')}.`);
const none = () => null;

/** What each setting's value must be like, whatever the others are. */
const checks: { [Key in keyof Settings]: Check<Key> } = {
  name: (value) => (value === '' ? requiredMessage : atMost(nameMaxCharacters)(value)),
  mainUrl: (value) => atMost(mainUrlMaxCharacters)(value) ?? webAddressProblem(value),
  autoAddArticles: none,
  articlesFromDate: (value) => (isDay(value) ? null : 'Must be a day, YYYY-MM-DD.'),
  autoupdate: none,
  paywall: none,
  paywallCTA: atMost(paywallCtaMaxCharacters),
  paywallParagraphLimit: between(1, 1_000),
  paywallAudioSuffixEnabled: none,
  // Which sound it is, is looked up (or fetched) when it changes.
  paywallAudioSuffix: none,
  securityEnabled: none,
  audioAds: none,
  audioAdsProvider: oneOf(audioAdsProviders),
  audioAdsInterval: between(audioAdsIntervalRange.min, audioAdsIntervalRange.max),
  audioAdsLength: oneOf(audioAdsLengths),
  audioAdsPublisherId: atMost(publisherIdMaxCharacters),
  audioAdsGoogleTagUrl: webAddressProblem,
  audioTagUrl: webAddressProblem,
  qaPercentErrors: between(0, 100),
  qaPercentArticles: between(0, 100),
  limitEnabled: none,
  limitPerDay: between(1, 2_147_483_647),
  adCampaign: between(1, 2_147_483_647),
  normalization: none,
  normalizationPrompt: (value) =>
    value.length < normalizationPromptMinCharacters ? `At least ${normalizationPromptMinCharacters} characters.` : atMost(promptMaxCharacters)(value),
  extractorServerIp: none,
  extractorIpAddress: (value) => (isIP(value) ? null : 'Must be an IP address.'),
  pauseSentence: between(pauseRange.min, pauseRange.max),
  pauseParagraph: between(pauseRange.min, pauseRange.max),
  pauseHeading: between(pauseRange.min, pauseRange.max),
  audioBitrate: oneOf(audioBitrates),
  // Whether there is such an image is looked up when it changes.
  cover: none,
};

/** Settings of sections that an organization must have booked, and the value that needs no booking. */
const gated: { [Key in keyof Settings]?: { feature: Feature; free?: unknown } } = {
  paywall: { feature: 'paywall', free: false },
  paywallAudioSuffixEnabled: { feature: 'paywall', free: false },
  audioAds: { feature: 'ad-insert', free: false },
  qaPercentErrors: { feature: 'smart-qa' },
  qaPercentArticles: { feature: 'smart-qa' },
};

/** Ad providers of the section custom-ad. */
const customAdProviders: readonly string[] = [product.value, 'sevenone'];

/** Settings that not everybody who may configure may change. */
const restricted: { [Key in keyof Settings]?: { right: Right; message: string } } = {
  audioAdsPublisherId: { right: 'administer', message: 'Only administrators may change this.' },
  extractorServerIp: { right: 'administer', message: 'Only administrators may change this.' },
  extractorIpAddress: { right: 'administer', message: 'Only administrators may change this.' },
};


/** What of the given settings may change something: texts without surrounding space, an empty one as null where it can be. */
export function tidySettings(given: PlainSettings): Partial<Settings> {
  const tidied: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (!(key in checks) || value === undefined) continue;
    const text = typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : value;
    if (clearable.has(key)) tidied[key] = text === '' ? null : text;
    else if (text !== null) tidied[key] = text;
  }
  return tidied;
}

/** What of a project the checks look at. */
export type Checked = Pick<Project, keyof Settings | 'rights'>;

/**
 * What is wrong with changes to a project's settings. A setting that keeps its value needs neither a feature nor a special right,
 * so that a client may send back the whole project.
 * @param changes tidied
 * @param features of the organization that the project will belong to
 */
export function settingErrors(project: Checked, changes: Partial<Settings>, features: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  const add = (field: string, message: string | null | undefined): void => {
    if (message && !errors.some((error) => error.field === field)) errors.push({ field, message });
  };
  for (const key of Object.keys(changes) as (keyof Settings)[]) {
    const value = changes[key];
    if (value === undefined || value === project[key]) continue;
    if (value !== null) add(key, (checks[key] as (value: unknown) => string | null)(value));
    const gate = gated[key];
    if (gate && value !== gate.free && !features.includes(gate.feature)) add(key, lockedMessage);
    const restriction = restricted[key];
    if (restriction && !project.rights.has(restriction.right)) add(key, restriction.message);
  }
  const { audioAdsProvider } = changes;
  if (audioAdsProvider && audioAdsProvider !== project.audioAdsProvider && customAdProviders.includes(audioAdsProvider) && !features.includes('custom-ad')) {
    add('audioAdsProvider', lockedMessage);
  }
  const after = { ...project, ...changes };
  if (after.autoAddArticles && !after.mainUrl) add('mainUrl', 'Please enter website');
  if (after.audioAds && !after.audioAdsProvider && ('audioAds' in changes || 'audioAdsProvider' in changes)) add('audioAdsProvider', requiredMessage);
  return errors;
}

function isDay(value: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return date !== null && date.getUTCFullYear() >= 1 && date.toISOString().startsWith(value);
}
