import { useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { useEntryPreviewMutation } from '../../../__generated__/useEntryPreviewMutation.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { failureMessage } from '../../../relay/failures.ts';
import { useAction } from '../../../relay/use-action.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player } from '../../../ui/player/player.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { firstVoice } from '../../voices/voice-search.ts';
import { entryPreviewText } from './entry-preview-text.ts';
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

/** Characters that a preview speaks at most. */
export const maxCharacters = 300;

/** Plays an entry, within a sentence of its own if there is one, and returns why that failed. */
export function useEntryPreview(entry: EntryFields, scope: PreviewScope) {
  const { hear: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [problem, setProblem] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);
  const [preview, previewing] = useAction<useEntryPreviewMutation>(previewMutation);
  const hear = async (sentence: string) => {
    setProblem(null);
    setFinding(true);
    try {
      const voice = await voiceFor(environment, scope);
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
  return { hear, busy: previewing || finding, problem };
}

/** Returns the dictionary's voice, the project's if the dictionary is for it, or one of the language. */
async function voiceFor(
  environment: Environment,
  { language, provider, voice, own }: PreviewScope,
): Promise<{ name: string; language: string } | null> {
  if (voice) return { name: provider ? `${provider}:${voice}` : voice, language };
  const suits =
    own && (!provider || own.name.startsWith(`${provider}:`)) && own.language.startsWith(language);
  if (own && suits) return own;
  const found = await firstVoice(environment, language);
  return found && { name: found.name, language };
}

const previewMutation = graphql`
  mutation useEntryPreviewMutation($input: PreviewVoiceInput!) {
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
