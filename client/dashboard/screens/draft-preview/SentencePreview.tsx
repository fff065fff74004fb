import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { SentencePreviewMutation } from '../../__generated__/SentencePreviewMutation.graphql.ts';
import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DraftPreview.module.css';
import type { DraftPreviewInput } from './use-draft-preview.ts';

interface SentencePreviewProps {
  draft: DraftPreviewInput;
  /** Global id. */
  article: string;
  code: string;
  /** Which sentence it is. */
  label: string;
}

/** Says a sentence of a preview. What was not voiced before is charged, and what it took is shown. */
export function SentencePreview({ draft, article, code, label }: SentencePreviewProps) {
  const w = useWords(draftPreviewWords);
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [charged, setCharged] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [ask, busy] = useAction<SentencePreviewMutation>(graphql`
    mutation SentencePreviewMutation($input: PreviewSentenceInput!) {
      result: previewSentence(input: $input) {
        __typename
        ... on PreviewSentenceSuccess {
          url
          durationMs
          charactersCharged
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const hear = async () => {
    if (track) return player.toggle(track);
    setProblem(null);
    const outcome = await ask({ input: { draft, article, code } }, { tell: false });
    if (!outcome.ok || !outcome.result.url) return setProblem(outcome.ok ? w.notHeard : outcome.message);
    const ready: Track = {
      id: `preview:${code}`,
      url: audioPath(outcome.result.url),
      title: label,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    setCharged(outcome.result.charactersCharged ?? 0);
    player.toggle(ready);
  };
  const isPlaying = track !== null && state.track?.url === track.url && state.status === 'playing';
  return (
    <span className={styles.hear}>
      <ActionIcon
        variant="light"
        size={30}
        loading={busy}
        aria-label={isPlaying ? w.pause({ label }) : w.hear({ label })}
        onClick={() => void hear()}
      >
        {isPlaying ? <IconPlayerPauseFilled size={15} /> : <IconVolume size={16} />}
      </ActionIcon>
      {charged > 0 && <span className={styles.hint}>{w.charged({ characters: charged })}</span>}
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
