import { Button } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { SpeechCheck_article$key } from '../../__generated__/SpeechCheck_article.graphql.ts';
import { reviewWords } from '../../generated/words/review.ts';
import { Panel } from '../../ui/Panel.tsx';
import { player } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Review.module.css';

/** Audio played around a sentence, milliseconds. */
const around = 300;

/**
 * Compares the recognized speech with the text, the largest differences first. Shows a notice if there is no
 * result.
 */
export function SpeechCheck({
  article: key,
  track,
}: {
  article: SpeechCheck_article$key;
  track: Track | null;
}) {
  const { speechCheck } = useFragment(
    graphql`
      fragment SpeechCheck_article on Article {
        speechCheck {
          state
          reason {
            code
            parameters
            message
          }
          sentences {
            text
            startMs
            endMs
            differences {
              expected
              recognized
            }
          }
        }
      }
    `,
    key,
  );
  const w = useWords(reviewWords);
  const { state, reason, sentences } = speechCheck;
  return (
    <Panel title={w.recognised}>
      {state === 'WAITING' && <p>{w.beingRecognised}</p>}
      {state === 'NOT_CHECKED' && (
        <p>
          <strong>{w.notChecked}</strong>{' '}
          {reason &&
            formatStored(reason.message ?? reason.code, [
              { code: reason.code, parameters: reason.parameters },
            ])}
        </p>
      )}
      {state === 'CHECKED' && sentences.length === 0 && <p>{w.heardAsWritten}</p>}
      {sentences.length > 0 && (
        <ul className={styles.findings}>
          {sentences.map(({ text, startMs, endMs, differences }) => (
            <li key={`${startMs} ${text}`}>
              <q>{text}</q>
              {differences.map((difference, index) => (
                <p key={index} className={styles.difference}>
                  <del>{difference.expected || '–'}</del> → <ins>{difference.recognized || '–'}</ins>
                </p>
              ))}
              {track && (
                <div className={styles.actions}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    data-hear=""
                    onClick={() =>
                      player.playFrom(track, Math.max(0, startMs - around) / 1_000, (endMs + around) / 1_000)
                    }
                  >
                    {w.hear}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
