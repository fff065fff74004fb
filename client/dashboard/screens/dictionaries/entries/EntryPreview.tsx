import { Button, TextInput } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import type { EntryPreviewMutation } from '../../../__generated__/EntryPreviewMutation.graphql.ts';
import { speechServices } from '../../../generated/registries.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useAction } from '../../../relay/use-action.ts';
import { failureMessage } from '../../../relay/failures.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player } from '../../../ui/player/player.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { firstVoice } from '../../voices/voice-search.ts';
import styles from '../Dictionaries.module.css';
import { entryPreviewText, storePreviewSentence, readPreviewSentence } from './entry-preview-text.ts';
import type { EntryFields } from './use-save-entry.ts';

/** Which voice an entry is for. */
export interface PreviewScope {
  /** BCP 47. */
  language: string;
  provider: string | null;
  voice: string | null;
  /** The project's voice, used if the dictionary names none. */
  own: { readonly name: string; readonly language: string } | null;
}

const maxCharacters = 300;

/** Plays an entry with its current fields, before it is saved. */
export function EntryPreview({ id, entry, scope }: { id: string; entry: EntryFields; scope: PreviewScope }) {
  const { hear: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const service = scope.provider ?? scope.own?.name.split(':')[0] ?? '';
  const hasSentence = speechServices[service]?.hasOwnPreviewText ?? false;
  const [sentence, setSentence] = useState(() => (hasSentence ? readPreviewSentence(id) : ''));
  const [problem, setProblem] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);
  const [preview, busy] = useAction<EntryPreviewMutation>(hearEntryMutation);
  /** The dictionary's voice, else the project's where the dictionary is for it, else one of the language. */
  const voiceFor = async (): Promise<{ name: string; language: string } | null> => {
    const { language, provider, voice, own } = scope;
    if (voice) return { name: provider ? `${provider}:${voice}` : voice, language };
    const suits =
      own && (!provider || own.name.startsWith(`${provider}:`)) && own.language.startsWith(language);
    if (own && suits) return own;
    const found = await firstVoice(environment, language);
    return found && { name: found.name, language };
  };
  const hear = async () => {
    setProblem(null);
    setFinding(true);
    try {
      const voice = await voiceFor();
      if (!voice) return setProblem(w.noVoice);
      const text = entryPreviewText(entry, sentence).slice(0, maxCharacters);
      if (!text.trim()) return setProblem(w.nothing);
      const outcome = await preview(
        {
          input: {
            voice: voice.name,
            language: voice.language,
            text,
            ...(entry.kind === 'PHONEMES' && { phonemes: entry.phonemes }),
          },
        },
        { tell: false },
      );
      if (!outcome.ok || !outcome.result.url)
        return setProblem(
          outcome.ok ? w.noVoice : (Object.values(outcome.fieldErrors)[0] ?? outcome.message),
        );
      player.toggle({
        id: `preview:entry:${text}:${outcome.result.url}`,
        url: audioPath(outcome.result.url),
        title: entry.source,
        durationMs: outcome.result.durationMs ?? 0,
      });
    } catch (error) {
      setProblem(failureMessage(error).message);
    } finally {
      setFinding(false);
    }
  };
  return (
    <div className={styles.hear}>
      {hasSentence && (
        <TextInput
          label={w.sentence}
          description={w.sentenceHint}
          maxLength={maxCharacters}
          value={sentence}
          onChange={({ currentTarget: { value } }) => {
            setSentence(value);
            storePreviewSentence(id, value);
          }}
        />
      )}
      <Button
        variant="light"
        leftSection={<IconVolume size={16} />}
        loading={busy || finding}
        disabled={!entry.source.trim()}
        onClick={() => void hear()}
      >
        {w.hear}
      </Button>
      {problem && (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const hearEntryMutation = graphql`
  mutation EntryPreviewMutation($input: PreviewVoiceInput!) {
    result: previewVoice(input: $input) {
      __typename
      ... on PreviewVoiceSuccess {
        url
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
