import { useDeferredValue, useState } from 'react';
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay';
import type { ArticleLogsQuery } from '../../__generated__/ArticleLogsQuery.graphql.ts';
import type { ArticleLogs_article$key } from '../../__generated__/ArticleLogs_article.graphql.ts';
import { cutDate, formatCount } from '../../ui/format.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { Part } from '../../relay/Part.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import styles from './ArticleScreens.module.css';
import { Diff } from './Diff.tsx';

/** What happened to the article and what of it was voiced, for those who may see it; read when first opened. */
export function ArticleLogs({ article: key }: { article: ArticleLogs_article$key }) {
  const { id, status, audio, chunkSummary } = useFragment(graphql`
    fragment ArticleLogs_article on Article {
      id
      status
      audio {
        version
      }
      chunkSummary {
        totalChunks
        totalCharactersVoiced
      }
    }
  `, key);
  const [opened, setOpened] = useState(false);
  // Read again when the article has come further.
  const come = useDeferredValue(`${audio?.version} ${status}`);
  const part = (title: string, which: LogPart) => opened && <Part what={title} waiting={<Bar height={90} />}>{(attempt) => <Log id={id} which={which} come={`${attempt} ${come}`} />}</Part>;
  const open = () => setOpened(true);
  return (
    <>
      <FoldingPanel title="Article log" onOpen={open}>{part('the article log', 'log')}</FoldingPanel>
      <FoldingPanel title="Voiced chunks" summary={`${formatCount(chunkSummary.totalChunks)} chunks, ${formatCount(chunkSummary.totalCharactersVoiced)} characters voiced`} onOpen={open}>{part('the chunks', 'chunks')}</FoldingPanel>
      <FoldingPanel title="Recrawl log" onOpen={open}>{part('the recrawl log', 'recrawlLog')}</FoldingPanel>
    </>
  );
}

type LogPart = 'log' | 'recrawlLog' | 'chunks';

function Log({ id, which, come }: { id: string; which: LogPart; come: string }) {
  const { article } = useLazyLoadQuery<ArticleLogsQuery>(graphql`
    query ArticleLogsQuery($id: ID!) @throwOnFieldError {
      article(id: $id) {
        audio {
          version
        }
        log {
          id
          date
          action
          text
          ...Diff_entry
          user {
            name
          }
        }
        recrawlLog {
          id
          date
          action
          text
          ...Diff_entry
          user {
            name
          }
        }
        chunks {
          id
          createdAt
          charactersVoiced
          audioUrl
          chunkText
          isCached
          version
        }
      }
    }
  `, { id }, { fetchKey: come, fetchPolicy: 'store-and-network' });
  if (!article) return null;
  if (which === 'chunks') {
    return (
      <LoadMore items={article.chunks} empty="Nothing has been voiced yet.">
        {(chunks) => (
          <ul className={styles.log}>
            {chunks.map((chunk) => (
              <li key={chunk.id}>
                <p className={styles.meta}>
                  <time dateTime={chunk.createdAt}>{cutDate(chunk.createdAt)}</time>
                  <span>{chunk.isCached ? 'kept' : `${formatCount(chunk.charactersVoiced)} characters voiced`}</span>
                  {chunk.version !== article.audio?.version && <span className={styles.older}>older version</span>}
                  <a href={audioPath(chunk.audioUrl)} target="_blank" rel="noreferrer">Listen</a>
                </p>
                <p>{chunk.chunkText}</p>
              </li>
            ))}
          </ul>
        )}
      </LoadMore>
    );
  }
  return (
    <LoadMore items={article[which]} empty="Nothing is recorded.">
      {(entries) => (
        <ul className={styles.log}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className={styles.meta}><time dateTime={entry.date}>{cutDate(entry.date)}</time><strong>{entry.action}</strong>{entry.user && <span>{entry.user.name}</span>}</p>
              {entry.text && <p>{entry.text}</p>}
              <Diff entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </LoadMore>
  );
}
