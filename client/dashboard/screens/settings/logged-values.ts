import { graphql, readInlineData } from 'react-relay';
import type { loggedValues_scalar$key } from '../../__generated__/loggedValues_scalar.graphql.ts';
import type { loggedValues_value$key } from '../../__generated__/loggedValues_value.graphql.ts';
import { reportSettings } from '../../generated/project-settings.ts';
import { audioAdsWords } from '../../generated/words/audioAds.ts';
import { channelsWords } from '../../generated/words/channels.ts';
import { channelSettingWords } from '../../generated/words/channelSetting.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { projectLogWords } from '../../generated/words/projectLog.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { formatDateTime, formatDay, languageLabel } from '../../ui/format.ts';
import { enumName } from '../../words/enum-name.ts';
import { textByKey, currentWords } from '../../words/word-catalogue.ts';
import { nameInWords, optionLabel } from '../channels/fields/setting-words.ts';
import { declarationOf, type DeclaredSetting } from './declared-fields.ts';
import { loggedRuleInWords } from './logged-rules.ts';
import { numberInWords } from './value-in-words.ts';

const scalarFragment = graphql`
  fragment loggedValues_scalar on LoggedValue @inline {
    __typename
    ... on LoggedFlag {
      isOn
    }
    ... on LoggedNumber {
      number
    }
    ... on LoggedText {
      text
    }
    ... on LoggedMoment {
      moment
    }
    ... on LoggedName {
      kind
      databaseId
      name
    }
  }
`;

const valueFragment = graphql`
  fragment loggedValues_value on LoggedValue @inline {
    __typename
    ... on LoggedRecord {
      parts {
        field
        values {
          ...loggedValues_scalar
        }
      }
    }
    ...loggedRules_part
    ...loggedValues_scalar
  }
`;

/** What an entry of the log is about, by the beginning of its code; null: something else. */
export type LogSubject = 'channel' | 'playlist' | 'project' | null;

/** What the fields of an entry belong to. @param code of its action */
export function logSubjectOf(code: string | null | undefined): LogSubject {
  if (code?.startsWith('CHANNEL_')) return 'channel';
  if (code?.startsWith('PLAYLIST_')) return 'playlist';
  return code && ofProject.has(code) ? 'project' : null;
}
const ofProject = new Set([
  'PROJECT_CREATED',
  'SETTINGS_CHANGED',
  'PROJECT_DELETED',
  'REPORTS_CHANGED',
  'CONFIGURATION_CLONED',
]);

/** What a logged field is called: as beside the field of its form. */
export function loggedLabel(logged: LogSubject, field: string): string {
  const own =
    logged === 'channel'
      ? textByKey(currentWords(channelSettingWords).labels, field)
      : logged === 'playlist'
        ? textByKey(currentWords(playlistsWords).fields, field)
        : logged === 'project'
          ? textByKey(currentWords(settingNamesWords), field === 'organizationId' ? 'organization' : field)
              ?.label
          : undefined;
  return own ?? textByKey(currentWords(projectLogWords).labels, field) ?? nameInWords(field);
}

/** A logged value in a line, in the reader's language. */
export function loggedInWords(logged: LogSubject, field: string, key: loggedValues_value$key): string {
  const value = readInlineData(valueFragment, key);
  if (value.__typename !== 'LoggedRecord')
    return loggedRuleInWords(value) ?? scalarInWords(logged, field, value);
  const w = currentWords(projectLogWords);
  return (value.parts ?? [])
    .map((part) =>
      w.part({
        label: loggedLabel(logged, part.field),
        value: part.values.map((one) => scalarInWords(logged, part.field, one)).join(', '),
      }),
    )
    .join(', ');
}

function scalarInWords(logged: LogSubject, field: string, key: loggedValues_scalar$key): string {
  const value = readInlineData(scalarFragment, key);
  const { on, off } = currentWords(settingsWords);
  switch (value.__typename) {
    case 'LoggedFlag':
      return value.isOn ? on : off;
    case 'LoggedNumber':
      return numberInWords(field, value.number);
    case 'LoggedMoment':
      return formatDateTime(value.moment);
    case 'LoggedText':
      return textInWords(logged, field, value.text);
    case 'LoggedName': {
      const { kind, databaseId: id, name } = value;
      if (name === null || name === undefined) return currentWords(projectLogWords).missing({ kind, id });
      return kind === 'SOURCE' ? (textByKey(currentWords(sourceWords).types, enumName(name)) ?? name) : name;
    }
    default:
      return '';
  }
}

/** What an option, a day or the like is to people; of anything else the text itself. */
function textInWords(logged: LogSubject, field: string, text: string): string {
  if (logged === 'channel')
    return field === 'type'
      ? (textByKey(currentWords(channelsWords).kinds.label, enumName(text)) ?? text)
      : optionLabel(field, text);
  const declared: DeclaredSetting | undefined = declarationOf(field) ?? textByKey(reportSettings, field);
  if (declared?.kind === 'day') return formatDay(text);
  if (declared?.format === 'image') return currentWords(settingsWords).cover.alt;
  if (field === 'voiceLanguage') return languageLabel(text);
  const words = optionsOf(field);
  return (words && (textByKey(words, text) ?? textByKey(words, enumName(text)))) ?? text;
}

function optionsOf(field: string): Readonly<Record<string, string>> | undefined {
  switch (field) {
    case 'type':
      return currentWords(sourceWords).types;
    case 'audioAdsProvider':
      return currentWords(audioAdsWords).providers;
    case 'readPhoneNumbers':
    case 'readYears':
    case 'readDates':
    case 'readUnits':
    case 'readHandles':
      return currentWords(settingsWords).normalization.readings;
    case 'emailReportsPeriod':
      return currentWords(projectLogWords).periods;
    case 'features':
      return currentWords(organizationWords).features.names;
    case 'parts':
      return currentWords(settingsWords).clone.part;
    case 'by':
      return currentWords(projectLogWords).makers;
    default:
      return undefined;
  }
}
