import { Button, TextInput } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import type { HearEntryMutation } from '../../__generated__/HearEntryMutation.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useAction } from '../../relay/use-action.ts';
import { wordsOf } from '../../relay/failures.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player } from '../../ui/player/player.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { firstVoice } from '../voices/found-voices.ts';
import styles from './Dictionaries.module.css';
import { heardText, keepSentence, keptSentence } from './heard-text.ts';
import type { EntryFields } from './use-save-entry.ts';

/** Which voice an entry is for. */
export interface HeardScope {
  /** BCP 47. */
  language: string;
  provider: string | null;
  voice: string | null;
  /** The project's, which is heard where the dictionary names none. */
  own: { readonly name: string; readonly language: string } | null;
}

/** Services whose preview text is the editor's own, and kept in the browser (specification, section 9). */
const withSentence = new Set(['openai', 'elevenlabs']);
const maxCharacters = 300;

/** Says an entry as it stands, before it is saved. */
export function HearEntry({ id, entry, scope }: { id: string; entry: EntryFields; scope: HeardScope }) {
  const { hear: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const hasSentence = withSentence.has(scope.provider ?? scope.own?.name.split(':')[0] ?? '');
  const [sentence, setSentence] = useState(() => (hasSentence ? keptSentence(id) : ''));
  const [problem, setProblem] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);
  const [preview, busy] = useAction<HearEntryMutation>(graphql`
    mutation HearEntryMutation($input: PreviewVoiceInput!) {
      result: previewVoice(input: $input) {
        __typename
        ... on PreviewVoiceSuccess {
          url
          durationMs
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
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
      const text = heardText(entry, sentence).slice(0, maxCharacters);
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
      setProblem(wordsOf(error).message);
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
            keepSentence(id, value);
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
