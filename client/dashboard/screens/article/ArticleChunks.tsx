import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { ArticleChunksQuery } from '../../__generated__/ArticleChunksQuery.graphql.ts';
import type { ArticleChunksPageQuery } from '../../__generated__/ArticleChunksPageQuery.graphql.ts';
import type { ArticleChunks_article$key } from '../../__generated__/ArticleChunks_article.graphql.ts';
import { cutDate, formatCount } from '../../ui/format.ts';
import { LoadMore, recordsStep } from '../../ui/LoadMore.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import styles from './ArticleScreens.module.css';

/** What of an article was voiced, chunk by chunk. @param come how far the article has come: with something else they are read again */
export function ArticleChunks({ id, come }: { id: string; come: string }) {
  const { article } = useLazyLoadQuery<ArticleChunksQuery>(
    graphql`
    query ArticleChunksQuery($id: ID!) @throwOnFieldError {
      article(id: $id) {
        ...ArticleChunks_article
      }
    }
  `,
    { id },
    { fetchKey: come, fetchPolicy: 'store-and-network' },
  );
  return article && <Chunks article={article} />;
}

function Chunks({ article }: { article: ArticleChunks_article$key }) {
  const {
    data: { audio, chunksConnection },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ArticleChunksPageQuery, ArticleChunks_article$key>(
    graphql`
    fragment ArticleChunks_article on Article
    @refetchable(queryName: "ArticleChunksPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      audio {
        version
      }
      chunksConnection(first: $count, after: $cursor) @connection(key: "ArticleChunks_chunksConnection") {
        edges {
          node {
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
    }
  `,
    article,
  );
  const edges = chunksConnection?.edges ?? [];
  if (edges.length === 0) return <p>Nothing has been voiced yet.</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: chunk }) => (
          <li key={chunk.id}>
            <p className={styles.meta}>
              <time dateTime={chunk.createdAt}>{cutDate(chunk.createdAt)}</time>
              <span>{chunk.isCached ? 'kept' : `${formatCount(chunk.charactersVoiced)} characters voiced`}</span>
              {chunk.version !== audio?.version && <span className={styles.older}>older version</span>}
              <a href={audioPath(chunk.audioUrl)} target="_blank" rel="noreferrer">
                Listen
              </a>
            </p>
            <p>{chunk.chunkText}</p>
          </li>
        ))}
      </ul>
      <LoadMore what="chunks" shown={edges.length} more={hasNext} busy={isLoadingNext} onMore={() => loadNext(recordsStep)} />
    </>
  );
}
