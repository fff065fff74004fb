import { useMemo } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { FailoverVoice_query$key } from '../../__generated__/FailoverVoice_query.graphql.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { voicesWords } from '../../words/voices-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { voiceGroups } from '../voices/voice-groups.ts';

interface FailoverVoiceProps {
  query: FailoverVoice_query$key;
  language: string | null;
  value: string | null;
  error: string | undefined;
  onChange: (voice: string | null) => void;
}

/** The voice that steps in while the first one's provider is down. */
export function FailoverVoice({ query, language, value, error, onChange }: FailoverVoiceProps) {
  const w = useWords(voicesWords);
  const { voices } = useFragment(
    graphql`
    fragment FailoverVoice_query on Query {
      voices {
        id
        providers {
          title
          voices {
            name
            label
            gender
            type
            favorite
          }
        }
      }
    }
  `,
    query,
  );
  const groups = useMemo(() => voiceGroups(voices.find(({ id }) => id === language)?.providers ?? []), [voices, language]);
  return (
    <SearchSelect
      label={w.failover}
      description={w.failoverHint}
      placeholder={w.failoverNone}
      clearable
      data={groups}
      value={value}
      error={error}
      onChange={onChange}
      clearButtonProps={{ 'aria-label': w.failoverClear }}
    />
  );
}
