import { Button } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { PreviewChannelMutation } from '../../../__generated__/PreviewChannelMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { showError } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../../ui/player/player.ts';
import type { Track } from '../../../ui/player/player-store.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords, currentWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import type { ChannelValues } from '../channel-kinds.ts';

const textOf = (value: ChannelValues[string]) => (typeof value === 'string' && value.trim() ? value : null);

/** Plays how the channel would sound: what is around the articles, and how the newest ones begin. */
export function PreviewChannel({
  form: { project, value },
  label,
}: {
  form: ChannelFormState;
  label: string;
}) {
  const f = useWords(formWords);
  const input = {
    project: project.id,
    introAudio: textOf(value['introAudio']),
    introText: textOf(value['introText']),
    outroAudio: textOf(value['outroAudio']),
    outroText: textOf(value['outroText']),
    nextNewsAudio: textOf(value['nextNewsAudio']),
  };
  const of = JSON.stringify(input);
  const [made, setMade] = useState<{ of: string; track: Track } | null>(null);
  const { track: on, status } = usePlayer();
  const [preview, busy] = useAction<PreviewChannelMutation>(graphql`
    mutation PreviewChannelMutation($input: PreviewChannelInput!) {
      result: previewChannel(input: $input) {
        __typename
        ... on PreviewChannelSuccess {
          url
          durationMs
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const track = made?.of === of ? made.track : null;
  const playing = track !== null && on?.url === track.url && (status === 'playing' || status === 'loading');
  const run = async () => {
    if (track) return player.toggle(track);
    const outcome = await preview({ input }, { tell: false });
    const url = outcome.ok ? outcome.result.url : null;
    if (!outcome.ok || !url)
      return showError({
        message: nothingToPreview(
          outcome.ok ? '' : (Object.values(outcome.fieldErrors)[0] ?? outcome.message),
        ),
      });
    const next: Track = {
      id: `channel:${url}`,
      url: audioPath(url),
      title: f.preview,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setMade({ of, track: next });
    player.toggle(next);
  };
  return (
    <Button
      variant="light"
      size="compact-md"
      leftSection={playing ? <IconPlayerPauseFilled size={15} /> : <IconPlayerPlayFilled size={15} />}
      loading={busy}
      onClick={() => void run()}
    >
      {playing ? f.pause : label}
    </Button>
  );
}

/** The message of the specification; with the reason, where the server has given another one. */
function nothingToPreview(reason: string): string {
  const { nothing, nothingBecause } = currentWords(channelsWords).sounds;
  return reason === '' || reason === nothing ? nothing : nothingBecause({ reason });
}
