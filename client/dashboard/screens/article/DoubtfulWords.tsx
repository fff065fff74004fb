// oxlint-disable relay/unused-fields -- doubtText() reads the fields of reasons
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { graphql } from 'react-relay';
import type { DoubtfulWordsQuery } from '../../__generated__/DoubtfulWordsQuery.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { player } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './ArticleScreens.module.css';
import { doubtText } from './text/doubt-text.ts';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

const SuggestedWordEntry = lazy(() => withWords(import('../dictionaries/entries/SuggestedWordEntry.tsx')));

/** Audio played before and after a word, milliseconds. */
const [before, after] = [500, 400];

interface DoubtfulWordsProps {
  /** Global id of the article. */
  id: string;
  project: string;
  track: Track;
  mayFix: boolean;
  /** Of the query: another one reads them again. */
  attempt: number;
}

/** Words that the voice may mispronounce, each with its passage and a way to fix it; nothing without any. */
export function DoubtfulWords({ id, project, track, mayFix, attempt }: DoubtfulWordsProps) {
  const { article } = useFreshQuery<DoubtfulWordsQuery>(doubtfulWordsQuery, { id }, attempt);
  const w = useWords(articleWords).doubts;
  const doubts = (article?.findings ?? []).filter(({ word }) => word);
  if (doubts.length === 0) return null;
  return (
    <div className={styles.teaser}>
      <h3>{w.heading}</h3>
      <p className={styles.caption}>{w.hint}</p>
      <ul className={styles.doubts}>
        {doubts.map(({ position, word, startMs, endMs, reason }) => (
          <li key={position}>
            <button
              type="button"
              aria-label={w.play({ word: word! })}
              onClick={() =>
                player.playFrom(track, Math.max(0, startMs - before) / 1_000, (endMs + after) / 1_000)
              }
            >
              <IconPlayerPlayFilled size={14} />
            </button>
            <div>
              <strong>{word}</strong>
              <p className={styles.caption}>{doubtText(reason)}</p>
            </div>
            {mayFix && (
              <Suspense>
                <SuggestedWordEntry project={project} word={word!} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const doubtfulWordsQuery = graphql`
  query DoubtfulWordsQuery($id: ID!) @throwOnFieldError {
    article(id: $id) {
      findings {
        position
        word
        severity
        sentence
        spoken
        startMs
        endMs
        reason {
          code
          message
          parameters
        }
      }
    }
  }
`;
