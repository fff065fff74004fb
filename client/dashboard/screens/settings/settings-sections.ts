import { lazy, type ComponentType } from 'react';
import { isOf, type FieldErrors } from '../../ui/field-errors.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { settingsWords, type SettingsWords } from '../../generated/words/settings.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import { settingsIn } from './declared-fields.ts';
import { FailoverSection } from './sections/FailoverSection.tsx';
import { LimitSection } from './sections/LimitSection.tsx';
import { NameSection } from './sections/NameSection.tsx';
import { NormalizationSection } from './sections/NormalizationSection.tsx';
import { OrganizationSection } from './sections/OrganizationSection.tsx';
import { ParsingSection } from './sections/ParsingSection.tsx';
import { SourcesSection } from './sections/SourcesSection.tsx';
import { VoiceSection } from './sections/VoiceSection.tsx';
import type { SettingsFields } from './settings-fields.ts';
import type { SectionProps, SettingsFormState } from './settings-form-state.ts';

/** Sections about one setting, which are called as it is. */
const ofOneSetting = {
  name: 'name',
  organization: 'organization',
  voice: 'voiceName',
  failover: 'failoverVoice',
} as const;

type OwnTitle = keyof SettingsWords['sections'];
export type SectionId = OwnTitle | keyof typeof ofOneSetting;

/** A section of Configure project: its place in the rail, its state and its lock follow from this. */
export interface Section {
  id: SectionId;
  /** The group whose settings it shows. */
  group?: string;
  /** Other fields that it shows. */
  fields?: readonly (keyof SettingsFields & string)[];
  /** Where it shows more than the fields of its group. */
  Body?: ComponentType<SectionProps>;
  /** It stands open at first. */
  open?: true;
  /** Its code and its data are fetched when it is opened. */
  late?: true;
  /** Locked unless the organization has booked it. */
  feature?: 'PAYWALL' | 'AD_INSERT' | 'SMART_QA' | 'ARTICLE_DUPLICATOR';
  /** There is no such section unless administrators have switched it on. */
  flag?: 'CHARACTER_LIMIT';
  /** For those who may; for others there is no such section. */
  right?: 'canReadLogs';
}

/** In the specification's order (document 1, section 2), with failover and sound beside the voice. */
export const sections: readonly Section[] = [
  { id: 'name', fields: ['name'], Body: NameSection, open: true },
  { id: 'organization', fields: ['organization'], Body: OrganizationSection },
  {
    id: 'voice',
    fields: ['voiceLanguage', 'voiceName', 'voiceAdditionalSettings'],
    Body: VoiceSection,
    open: true,
  },
  { id: 'failover', fields: ['failoverVoice'], Body: FailoverSection },
  { id: 'sound', group: 'sound' },
  { id: 'sources', fields: ['sourceUrls', 'sourceTypes', 'autoupdate'], Body: SourcesSection },
  { id: 'limit', group: 'limits', Body: LimitSection, flag: 'CHARACTER_LIMIT' },
  { id: 'parsing', group: 'extraction', fields: ['extractorRules', 'urlReplacements'], Body: ParsingSection },
  { id: 'paywall', group: 'paywall', feature: 'PAYWALL' },
  { id: 'ads', group: 'ads', feature: 'AD_INSERT' },
  { id: 'smartQa', group: 'review', feature: 'SMART_QA' },
  {
    id: 'duplicator',
    fields: ['children'],
    Body: lazy(() => import('./sections/DuplicatorSection.tsx')),
    late: true,
    feature: 'ARTICLE_DUPLICATOR',
  },
  { id: 'normalization', group: 'normalization', Body: NormalizationSection },
  { id: 'clone', Body: lazy(() => import('./sections/CloneSection.tsx')), late: true },
  { id: 'log', Body: lazy(() => import('./sections/LogSection.tsx')), late: true, right: 'canReadLogs' },
];

/** What a section is called. */
export const titleOf = ({ id }: Pick<Section, 'id'>): string =>
  id in ofOneSetting
    ? wordsNow(settingNamesWords)[ofOneSetting[id as keyof typeof ofOneSetting]].label
    : wordsNow(settingsWords).sections[id as OwnTitle];

/**
 * The fields that a section shows: its own, and those of its group that no other section has taken for its
 * own.
 */
export function fieldsIn({ group, fields = [] }: Section): readonly string[] {
  const elsewhere = new Set<string>(sections.flatMap((section) => section.fields ?? []));
  const ofGroup = group === undefined ? [] : settingsIn(group).filter((name) => !elsewhere.has(name));
  return [...fields, ...ofGroup];
}

/** Those that there are for somebody, locked or not. */
export const sectionsFor = (
  project: Pick<SettingsFormState['project'], 'canReadLogs' | 'entitlements'>,
): readonly Section[] =>
  sections.filter(
    ({ right, flag }) => (!right || project[right]) && (!flag || project.entitlements.includes(flag)),
  );

export const isLocked = (
  { feature }: Section,
  { entitlements }: Pick<SettingsFormState['project'], 'entitlements'>,
): boolean => feature !== undefined && !entitlements.includes(feature);

/** What the rail says of a section; null: nothing. */
export function stateOf(
  section: Section,
  form: Pick<SettingsFormState, 'project' | 'draft' | 'errors'>,
): keyof SettingsWords['state'] | null {
  if (isLocked(section, form.project)) return 'locked';
  if (hasErrors(section, form.errors)) return 'error';
  return fieldsIn(section).some((field) => field in form.draft) ? 'changed' : null;
}

export const hasErrors = (section: Section, errors: FieldErrors): boolean =>
  fieldsIn(section).some((field) => Object.keys(errors).some((path) => isOf(path, field)));
