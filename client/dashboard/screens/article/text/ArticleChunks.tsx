// oxlint-disable relay/unused-fields -- changes are handed whole to TextChanges
import { graphql, usePaginationFragment } from 'react-relay';
import type { ArticleChunksQuery } from '../../../__generated__/ArticleChunksQuery.graphql.ts';
import type { ArticleChunksPageQuery } from '../../../__generated__/ArticleChunksPageQuery.graphql.ts';
import type { ArticleChunks_article$key } from '../../../__generated__/ArticleChunks_article.graphql.ts';
import { LoadMore } from '../../../ui/lists/LoadMore.tsx';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { pageSizes } from '../../../generated/limits.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ArticleScreens.module.css';
import { Diff } from './Diff.tsx';
import { LogTime } from '../../../ui/time/LogTime.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

interface ArticleChunksProps {
  id: string;
  /** How far the article has come: with something else they are read again. */
  come: string;
  /** Only what was voiced for this version. */
  version?: string;
}

/** What of an article was voiced, chunk by chunk. */
export function ArticleChunks({ id, come, version }: ArticleChunksProps) {
  const { article } = useFreshQuery<ArticleChunksQuery>(
    graphql`
    query ArticleChunksQuery($id: ID!, $version: String, $voiced: Boolean) @throwOnFieldError {
      article(id: $id) {
        ...ArticleChunks_article @arguments(version: $version, voiced: $voiced)
      }
    }
  `,
    { id, version: version ?? null, voiced: version === undefined ? null : true },
    come,
  );
  return article && <Chunks article={article} none={version === undefined ? 'none' : 'noSentences'} />;
}

function Chunks({ article, none }: { article: ArticleChunks_article$key; none: 'none' | 'noSentences' }) {
  const w = useWords(articleWords);
  const {
    data: { audio, chunks },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ArticleChunksPageQuery, ArticleChunks_article$key>(
    graphql`
    fragment ArticleChunks_article on Article
    @refetchable(queryName: "ArticleChunksPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }, version: { type: "String" }, voiced: { type: "Boolean" }) {
      audio {
        ...liveFragments_audio
        version
      }
      chunks(first: $count, after: $cursor, version: $version, voiced: $voiced) @connection(key: "ArticleChunks_chunks") {
        edges {
          node {
            id
            createdAt
            charactersCharged
            audioUrl
            spokenText
            isCached
            version
            changes @catch(to: RESULT) {
              kind
              text
            }
          }
        }
      }
    }
  `,
    article,
  );
  const now = useNow();
  const edges = chunks?.edges ?? [];
  if (edges.length === 0) return <p>{none === 'none' ? w.chunks.none : w.history.noSentences}</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: chunk }) => (
          <li key={chunk.id}>
            <p className={styles.meta}>
              <LogTime at={chunk.createdAt} now={now} />
              <span>
                {chunk.isCached ? w.chunks.kept : w.chunks.voiced({ characters: chunk.charactersCharged })}
              </span>
              {chunk.version !== audio?.version && <span className={styles.older}>{w.history.older}</span>}
              <a href={audioPath(chunk.audioUrl)} target="_blank" rel="noreferrer">
                {w.chunks.listen}
              </a>
            </p>
            {chunk.changes.ok && chunk.changes.value ? (
              <Diff changes={chunk.changes} />
            ) : (
              <p>{chunk.spokenText}</p>
            )}
            {!chunk.changes.ok && <Diff changes={chunk.changes} />}
          </li>
        ))}
      </ul>
      <LoadMore
        what={w.chunks.records}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(pageSizes.log)}
      />
    </>
  );
}
