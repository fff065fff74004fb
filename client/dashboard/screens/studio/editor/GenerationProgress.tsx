import { Button, Switch } from '@mantine/core';
import { IconHeadphones, IconPlayerStopFilled } from '@tabler/icons-react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './StudioForm.module.css';
import type { PlayableSentence, ProgressivePlayback } from './use-progressive-playback.ts';

interface GenerationProgressProps {
  busy: boolean;
  isSlow: boolean;
  sentences: readonly PlayableSentence[];
  listening: ProgressivePlayback;
  /** Whether generated audio plays at once. */
  atOnce: boolean;
  onAtOnce: (atOnce: boolean) => void;
}

/** How far an audio is, and its first sentences while the rest is made. */
export function GenerationProgress({
  busy,
  isSlow,
  sentences,
  listening,
  atOnce,
  onAtOnce,
}: GenerationProgressProps) {
  const { making: w } = useWords(studioWords);
  const voiced = sentences.filter(({ url }) => url).length;
  const segments = segmentsOf(sentences, listening.at);
  return (
    <section className={styles.making} aria-labelledby="studio-making">
      <div>
        {busy && (
          <span className={styles.bars} aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
        )}
        <h2 id="studio-making">{busy ? w.heading : w.ready}</h2>
        <ListenButton listening={listening} disabled={voiced === 0} />
      </div>
      {segments.length > 0 && (
        <div className={styles.voiced} aria-hidden="true">
          {segments.map((segment, index) => (
            <span
              key={index}
              data-voiced={segment.voiced || undefined}
              data-playing={segment.playing || undefined}
            />
          ))}
        </div>
      )}
      <p className={styles.hint} role="status">
        {sentences.length === 0 ? w.waiting : w.voiced({ voiced, total: sentences.length })}
      </p>
      {listening.at !== null && sentences[listening.at] && (
        <blockquote className={styles.saying}>{sentences[listening.at]!.text}</blockquote>
      )}
      {isSlow && (
        <p className={styles.notice} data-warn="" role="alert">
          {w.slow}
        </p>
      )}
      <Switch
        size="sm"
        label={w.atOnce}
        checked={atOnce}
        onChange={({ currentTarget }) => onAtOnce(currentTarget.checked)}
      />
    </section>
  );
}

function ListenButton({ listening, disabled }: { listening: ProgressivePlayback; disabled: boolean }) {
  const { making: w } = useWords(studioWords);
  return listening.at === null ? (
    <Button
      variant="light"
      size="sm"
      disabled={disabled}
      leftSection={<IconHeadphones size={16} />}
      onClick={() => listening.start()}
    >
      {w.listen}
    </Button>
  ) : (
    <Button
      variant="light"
      size="sm"
      leftSection={<IconPlayerStopFilled size={15} />}
      onClick={listening.stop}
    >
      {w.stop}
    </Button>
  );
}

/** Segments that the bar shows at most: of more sentences several share one. */
const segmentsAtMost = 60;

interface Segment {
  /** Whether all of its sentences have audio. */
  voiced: boolean;
  /** Whether one of its sentences plays. */
  playing: boolean;
}

/** Returns the segments of the progress bar. @param at index of the sentence that plays; null: none */
function segmentsOf(sentences: readonly PlayableSentence[], at: number | null): Segment[] {
  const count = Math.min(sentences.length, segmentsAtMost);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * sentences.length) / count);
    const to = Math.floor(((index + 1) * sentences.length) / count);
    return {
      voiced: sentences.slice(from, to).every(({ url }) => url),
      playing: at !== null && at >= from && at < to,
    };
  });
}
