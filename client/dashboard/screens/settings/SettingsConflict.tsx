import { graphql, useFragment } from 'react-relay';
import type { SettingsConflict_query$key } from '../../__generated__/SettingsConflict_query.graphql.ts';
import { ConflictDialog, type Choices } from '../../ui/dialogs/ConflictDialog.tsx';
import type { Change } from '../../ui/forms/draft-base.ts';
import { settingNamesWords as settingNames } from '../../generated/words/settingNames.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { voicesWords } from '../../generated/words/voices.ts';
import { languageLabel } from '../../ui/format.ts';
import { useNamedVoices } from '../voices/voice-search.ts';
import { valueInWords, type NameLookup } from './value-in-words.ts';

interface SettingsConflictProps {
  query: SettingsConflict_query$key;
  changes: readonly Change[];
  by: string | null;
  busy: boolean;
  onKeepMine: (choices: Choices) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/**
 * Shows settings that another member saved in the meantime, and lets the user choose which version of each is
 * saved.
 */
export default function SettingsConflict({ query, changes, ...others }: SettingsConflictProps) {
  const { voiceLanguages, viewer } = useFragment(
    graphql`
    fragment SettingsConflict_query on Query {
      voiceLanguages {
        language
      }
      viewer {
        organizations {
          ...liveFragments_membership
          organization {
            id
            name
          }
        }
      }
    }
  `,
    query,
  );
  const { conflict } = useWords(settingsWords);
  const labels: Readonly<Record<string, { label: string }>> = useWords(settingNames);
  const v = useWords(voicesWords);
  const voiceNames = changes
    .filter(({ name }) => name === 'voiceName' || name === 'failoverVoice')
    .flatMap((change) => [change.before, change.theirs, 'mine' in change ? change.mine : null])
    .filter((name) => typeof name === 'string');
  const named = useNamedVoices(voiceNames, null);
  const names: NameLookup = {
    voices: new Map(
      voiceNames.map((name) => {
        const voice = named.voices.get(name);
        const unknown = named.voices.has(name) ? v.gone : named.state === 'failed' ? name : v.naming;
        return [name, voice ? `${voice.label} (${voice.providerTitle})` : unknown] as const;
      }),
    ),
    languages: new Map(voiceLanguages.map(({ language }) => [language, languageLabel(language)])),
    organizations: new Map((viewer?.organizations ?? []).map(({ organization: { id, name } }) => [id, name])),
  };
  return (
    <ConflictDialog
      title={conflict.title}
      changes={changes.map(({ name, before, theirs, ...rest }) => ({
        name,
        label: labels[name]?.label ?? name,
        before: valueInWords(name, before, names),
        theirs: valueInWords(name, theirs, names),
        ...('mine' in rest && { mine: valueInWords(name, rest.mine, names) }),
      }))}
      {...others}
    />
  );
}
