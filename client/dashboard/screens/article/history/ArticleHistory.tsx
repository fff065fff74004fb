import { useDeferredValue, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleHistory_article$key } from '../../../__generated__/ArticleHistory_article.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { FoldingPanel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ArticleChunks } from '../text/ArticleChunks.tsx';
import { ArticleLog } from './ArticleLog.tsx';
import styles from './ArticleHistory.module.css';

const kinds = ['all', 'UPDATE', 'RECRAWL', 'LOG'] as const;
type Kind = (typeof kinds)[number];

/**
 * What happened to the article and what of it was voiced, for those who may see it; each part is read when it
 * is first opened.
 */
export function ArticleHistory({ article: key }: { article: ArticleHistory_article$key }) {
  const { id, status, audio, chunkSummary } = useFragment(
    graphql`
    fragment ArticleHistory_article on Article {
      id
      status
      audio {
        ...liveFragments_audio
        version
      }
      chunkSummary {
        chunks
        charactersCharged
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const [kind, setKind] = useState<Kind>('all');
  // Read again when the article has come further.
  const come = useDeferredValue(`${audio?.version} ${status}`);
  return (
    <>
      <Records title={w.history.heading} what={w.history.what}>
        {(attempt) => (
          <>
            <div className={styles.kinds} role="group" aria-label={w.history.filter}>
              {kinds.map((each) => (
                <button key={each} type="button" aria-pressed={kind === each} onClick={() => setKind(each)}>
                  {w.history[each]}
                </button>
              ))}
            </div>
            <ArticleLog key={kind} id={id} kind={kind === 'all' ? null : kind} come={`${attempt} ${come}`} />
          </>
        )}
      </Records>
      <Records
        title={w.chunks.heading}
        what={w.chunks.what}
        summary={
          chunkSummary &&
          w.chunks.summary({ chunks: chunkSummary.chunks, characters: chunkSummary.charactersCharged })
        }
      >
        {(attempt) => <ArticleChunks id={id} come={`${attempt} ${come}`} />}
      </Records>
    </>
  );
}

function Records({
  title,
  what,
  summary,
  children,
}: {
  title: string;
  what: string;
  summary?: ReactNode;
  children: (attempt: number) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <FoldingPanel title={title} summary={summary} onOpen={() => setOpened(true)}>
      {opened && (
        <Part what={what} waiting={<Bar height={90} />}>
          {children}
        </Part>
      )}
    </FoldingPanel>
  );
}
