import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { ArticleLogKind, ArticleLogQuery } from '../../__generated__/ArticleLogQuery.graphql.ts';
import type { ArticleLogPageQuery } from '../../__generated__/ArticleLogPageQuery.graphql.ts';
import type { ArticleLog_article$key } from '../../__generated__/ArticleLog_article.graphql.ts';
import { cutDate } from '../../ui/format.ts';
import { LoadMore, recordsStep } from '../../ui/LoadMore.tsx';
import styles from './ArticleScreens.module.css';
import { Diff } from './Diff.tsx';

interface ArticleLogProps {
  id: string;
  kind: ArticleLogKind;
  /** How far the article has come: with something else the log is read again. */
  come: string;
}

/** One of an article's logs. */
export function ArticleLog({ id, kind, come }: ArticleLogProps) {
  const { article } = useLazyLoadQuery<ArticleLogQuery>(
    graphql`
    query ArticleLogQuery($id: ID!, $kind: ArticleLogKind!) @throwOnFieldError {
      article(id: $id) {
        ...ArticleLog_article @arguments(kind: $kind)
      }
    }
  `,
    { id, kind },
    { fetchKey: come, fetchPolicy: 'store-and-network' },
  );
  return article && <Entries article={article} />;
}

function Entries({ article }: { article: ArticleLog_article$key }) {
  const {
    data: { logConnection },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ArticleLogPageQuery, ArticleLog_article$key>(
    graphql`
    fragment ArticleLog_article on Article
    @refetchable(queryName: "ArticleLogPageQuery")
    @argumentDefinitions(kind: { type: "ArticleLogKind!" }, count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      logConnection(kind: $kind, first: $count, after: $cursor) @connection(key: "ArticleLog_logConnection") {
        edges {
          node {
            id
            date
            action
            text
            ...Diff_entry
            user {
              name
            }
          }
        }
      }
    }
  `,
    article,
  );
  const edges = logConnection?.edges ?? [];
  if (edges.length === 0) return <p>There are no entries yet.</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: entry }) => (
          <li key={entry.id}>
            <p className={styles.meta}>
              <time dateTime={entry.date}>{cutDate(entry.date)}</time>
              <strong>{entry.action}</strong>
              {entry.user && <span>{entry.user.name}</span>}
            </p>
            {entry.text && <p>{entry.text}</p>}
            <Diff entry={entry} />
          </li>
        ))}
      </ul>
      <LoadMore what="log records" shown={edges.length} more={hasNext} busy={isLoadingNext} onMore={() => loadNext(recordsStep)} />
    </>
  );
}
