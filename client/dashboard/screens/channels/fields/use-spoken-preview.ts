import { useState } from 'react';
import { graphql } from 'react-relay';
import type { useSpokenPreviewMutation } from '../../../__generated__/useSpokenPreviewMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player } from '../../../ui/player/player.ts';
import type { Track } from '../../../ui/player/player-store.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { currentWords } from '../../../words/word-catalogue.ts';
import { settingList } from '../../voices/setting-values.ts';
import type { ChannelProject } from '../use-channel-project.ts';

/** What was spoken last, and with what. */
interface Spoken {
  of: string;
  track: Track;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Speaks a text in the project's voice, by its dictionaries, and plays it.
 * @returns the function, which answers why that failed or null; whether it is being made; and its track,
 * once there is one
 */
export function useSpokenPreview(
  { id: project, voice }: Pick<ChannelProject, 'id' | 'voice'>,
  text: string,
  title: string,
) {
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const [preview, busy] = useAction<useSpokenPreviewMutation>(graphql`
    mutation useSpokenPreviewMutation($input: PreviewVoiceInput!) {
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
  const track = spoken?.of === text ? spoken.track : null;
  const speak = async (): Promise<string | null> => {
    if (track) {
      player.toggle(track);
      return null;
    }
    const { style, model, ...settings } = voice.settings;
    const input = {
      voice: voice.name,
      language: voice.language,
      text,
      voiceSettings: settingList(settings),
      style: textOrNull(style),
      model: textOrNull(model),
      project,
    };
    const outcome = await preview({ input }, { tell: false });
    if (!outcome.ok) return Object.values(outcome.fieldErrors)[0] ?? outcome.message;
    const { url, durationMs } = outcome.result;
    if (!url) return currentWords(channelsWords).sounds.nothing;
    const made: Track = { id: `spoken:${url}`, url: audioPath(url), title, durationMs: durationMs ?? 0 };
    setSpoken({ of: text, track: made });
    player.toggle(made);
    return null;
  };
  return { speak, busy, track };
}
