import { formatCount } from '../../ui/format.ts';
import { audioAdsWords } from '../../generated/words/audioAds.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import { declarationOf } from './declared-fields.ts';
import { extractorRuleNames, type SettingsFields } from './settings-fields.ts';

/** What people call what has an id. */
export interface NameLookup {
  voices: ReadonlyMap<string, string>;
  languages: ReadonlyMap<string, string>;
  organizations: ReadonlyMap<string, string>;
}

/** A setting's value as a person reads it. */
export function valueInWords(name: string, value: unknown, names: NameLookup): string {
  const w = currentWords(settingsWords);
  if (value === null || value === undefined || value === '')
    return name === 'organization' ? w.summary.privateProject : w.none;
  if (typeof value === 'boolean') return value ? w.on : w.off;
  switch (name) {
    case 'voiceName':
    case 'failoverVoice':
      return names.voices.get(String(value)) ?? String(value);
    case 'voiceLanguage':
      return names.languages.get(String(value)) ?? String(value);
    case 'organization':
      return names.organizations.get(String(value)) ?? w.summary.otherOrganization;
    case 'audioAdsProvider':
      return currentWords(audioAdsWords).providers[value as NonNullable<SettingsFields['audioAdsProvider']>];
    case 'extractorRules':
      return lines(
        (value as SettingsFields['extractorRules']).map(
          ({ type, selector }) => `${ruleNames[type] ?? type}: ${selector}`,
        ),
      );
    case 'urlReplacements':
      return lines(
        (value as SettingsFields['urlReplacements']).map(
          ({ source, destination }) => `${source} → ${destination}`,
        ),
      );
    case 'voiceAdditionalSettings':
    case 'sourceUrls':
      return lines(Object.values(value as Record<string, unknown>).map(String));
    case 'sourceTypes': {
      const { types } = currentWords(sourceWords);
      return lines(Object.values(value as SettingsFields['sourceTypes']).map((type) => types[type]));
    }
    case 'children':
      return w.summary.duplicates({ count: (value as readonly number[]).length });
    case 'cover':
      return w.cover.alt;
    default:
      return typeof value === 'number' ? numberInWords(name, value) : String(value);
  }
}

/** A number with what it counts, as the setting's declaration says. */
export function numberInWords(name: string, value: number): string {
  const unit = declarationOf(name)?.unit;
  return unit === undefined
    ? formatCount(value)
    : currentWords(settingsWords).withUnit({ value: formatCount(value), unit });
}

const ruleNames: Readonly<Record<string, string>> = extractorRuleNames;

const lines = (items: readonly string[]): string =>
  items.filter(Boolean).join('\n') || currentWords(settingsWords).none;
