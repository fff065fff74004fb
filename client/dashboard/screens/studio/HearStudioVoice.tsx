import { Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { HearStudioVoiceMutation } from '../../__generated__/HearStudioVoiceMutation.graphql.ts';
import { studioWords } from '../../generated/words/studio.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './StudioForm.module.css';
import { noStyle } from './studio-value.ts';

interface HearStudioVoiceProps {
  voice: string;
  language: string;
  style: string | null;
  /** Empty: the voice's sample. */
  text: string;
}

/** How a voice and a style sound, with the first sentence of what is typed. */
export function HearStudioVoice({ voice, language, style, text }: HearStudioVoiceProps) {
  const { form: w } = useWords(studioWords);
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [preview, busy] = useAction<HearStudioVoiceMutation>(graphql`
    mutation HearStudioVoiceMutation($input: PreviewVoiceInput!) {
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
  const hear = async () => {
    if (track) return player.toggle(track);
    setFailure(null);
    const outcome = await preview(
      { input: { voice, language, style: style === noStyle ? null : style, text: text || null } },
      { tell: false },
    );
    if (!outcome.ok || !outcome.result.url)
      return setFailure(
        outcome.ok
          ? w.noPreview
          : (Object.values(outcome.fieldErrors)[0] ?? (outcome.message || w.wentWrong)),
      );
    const ready: Track = {
      id: `preview:studio:${voice}`,
      url: audioPath(outcome.result.url),
      title: w.hear,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    player.toggle(ready);
  };
  const playing =
    track !== null &&
    state.track?.url === track.url &&
    (state.status === 'playing' || state.status === 'loading');
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        aria-label={playing ? w.pauseVoice : w.hear}
        title={playing ? w.pauseVoice : w.hear}
        aria-busy={busy}
        onClick={() => !busy && void hear()}
      >
        {busy ? (
          <Loader size={16} color="currentColor" />
        ) : playing ? (
          <IconPlayerPauseFilled size={16} />
        ) : (
          <IconPlayerPlayFilled size={16} />
        )}
      </button>
      {failure && (
        <p className={styles.hearFailed} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
