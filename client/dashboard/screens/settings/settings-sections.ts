import { lazy, type ComponentType } from 'react';
import { isFieldPath, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { settingsWords, type SettingsWords } from '../../generated/words/settings.ts';
import { currentWords } from '../../words/word-catalogue.ts';
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

/** The headings of the rail, in their order. */
export const sectionKinds = ['general', 'voice', 'sources', 'publishing', 'money', 'advanced'] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** A section of Configure project: its place in the rail, its state and its lock follow from this. */
export interface Section {
  id: SectionId;
  /** Heading of the rail under which it appears. */
  kind: SectionKind;
  /** The group whose settings it shows. */
  group?: string;
  /** Other fields that it shows. */
  fields?: readonly (keyof SettingsFields & string)[];
  /** Where it shows more than the fields of its group. */
  Body?: ComponentType<SectionProps>;
  /** Open at first. */
  open?: true;
  /** Its code and its data are fetched when it is opened. */
  late?: true;
  /** Locked unless the organization has booked it. */
  feature?: 'PAYWALL' | 'AD_INSERT' | 'SMART_QA' | 'ARTICLE_DUPLICATOR';
  /** There is no such section unless administrators have switched it on. */
  flag?: 'CHARACTER_LIMIT';
  /** Right that users need to see the section. */
  right?: 'canReadLogs';
}

/**
 * By what an editor looks for, in the rail as on the page: the specification's sections (document 1, section
 * 2), with failover, sound and normalization beside the voice.
 */
export const sections: readonly Section[] = [
  { id: 'name', kind: 'general', fields: ['name'], Body: NameSection, open: true },
  { id: 'organization', kind: 'general', fields: ['organization'], Body: OrganizationSection },
  {
    id: 'voice',
    kind: 'voice',
    fields: ['voiceLanguage', 'voiceName', 'voiceAdditionalSettings'],
    Body: VoiceSection,
    open: true,
  },
  { id: 'failover', kind: 'voice', fields: ['failoverVoice'], Body: FailoverSection },
  { id: 'sound', kind: 'voice', group: 'sound' },
  { id: 'normalization', kind: 'voice', group: 'normalization', Body: NormalizationSection },
  {
    id: 'sources',
    kind: 'sources',
    fields: ['sourceUrls', 'sourceTypes', 'autoupdate'],
    Body: SourcesSection,
  },
  {
    id: 'parsing',
    kind: 'sources',
    group: 'extraction',
    fields: ['extractorRules', 'urlReplacements'],
    Body: ParsingSection,
  },
  { id: 'smartQa', kind: 'publishing', group: 'review', feature: 'SMART_QA' },
  {
    id: 'duplicator',
    kind: 'publishing',
    fields: ['children'],
    Body: lazy(() => import('./sections/DuplicatorSection.tsx')),
    late: true,
    feature: 'ARTICLE_DUPLICATOR',
  },
  { id: 'limit', kind: 'money', group: 'limits', Body: LimitSection, flag: 'CHARACTER_LIMIT' },
  { id: 'paywall', kind: 'money', group: 'paywall', feature: 'PAYWALL' },
  { id: 'ads', kind: 'money', group: 'ads', feature: 'AD_INSERT' },
  { id: 'clone', kind: 'advanced', Body: lazy(() => import('./sections/CloneSection.tsx')), late: true },
  {
    id: 'log',
    kind: 'advanced',
    Body: lazy(() => import('./sections/LogSection.tsx')),
    late: true,
    right: 'canReadLogs',
  },
];

/** What a section is called. */
export const titleOf = ({ id }: Pick<Section, 'id'>): string =>
  id in ofOneSetting
    ? currentWords(settingNamesWords)[ofOneSetting[id as keyof typeof ofOneSetting]].label
    : currentWords(settingsWords).sections[id as OwnTitle];

/**
 * The fields that a section shows: its own, and those of its group that no other section has taken for its
 * own.
 */
export function fieldsIn({ group, fields = [] }: Section): readonly string[] {
  const elsewhere = new Set<string>(sections.flatMap((section) => section.fields ?? []));
  const ofGroup = group === undefined ? [] : settingsIn(group).filter((name) => !elsewhere.has(name));
  return [...fields, ...ofGroup];
}

/** Whether a section, or a setting in it, is called so. */
export function matchesSearch(section: Section, sought: string): boolean {
  const names: Record<string, { label: string }> = currentWords(settingNamesWords);
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = fold(sought).split(/\s+/).filter(Boolean);
  const called = [titleOf(section), ...fieldsIn(section).flatMap((field) => names[field]?.label ?? [])];
  return words.every((word) => called.some((name) => fold(name).includes(word)));
}

/** Returns the sections that exist for the user, locked or not. */
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

/** Summary of a section in the rail; null: none. */
export function stateOf(
  section: Section,
  form: Pick<SettingsFormState, 'project' | 'draft' | 'errors'>,
): keyof SettingsWords['state'] | null {
  if (isLocked(section, form.project)) return 'locked';
  if (hasErrors(section, form.errors)) return 'error';
  return fieldsIn(section).some((field) => field in form.draft) ? 'changed' : null;
}

export const hasErrors = (section: Section, errors: FieldErrors): boolean =>
  fieldsIn(section).some((field) => Object.keys(errors).some((path) => isFieldPath(path, field)));
