// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { useState } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { ArticleLogKind, ArticleLogQuery } from '../../__generated__/ArticleLogQuery.graphql.ts';
import type { ArticleLogPageQuery } from '../../__generated__/ArticleLogPageQuery.graphql.ts';
import type {
  ArticleLog_article$data,
  ArticleLog_article$key,
} from '../../__generated__/ArticleLog_article.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { LoadMore, recordsStep } from '../../ui/LoadMore.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { logActionWords } from '../../generated/words/logAction.ts';
import { toldKept } from '../../words/server-words.ts';
import { textUnder, useWords } from '../../words/word-catalogue.ts';
import { ArticleChunks } from './ArticleChunks.tsx';
import historyStyles from './ArticleHistory.module.css';
import styles from './ArticleScreens.module.css';
import { Diff } from './Diff.tsx';
import { LogTime } from '../../ui/LogTime.tsx';
import { useNow } from '../../ui/use-now.ts';

type Entry = NonNullable<ArticleLog_article$data['log']>['edges'][number]['node'];

interface ArticleLogProps {
  id: string;
  /** Null: all that happened. */
  kind: ArticleLogKind | null;
  /** How far the article has come: with something else the log is read again. */
  come: string;
}

/** What happened to an article, newest first. */
export function ArticleLog({ id, kind, come }: ArticleLogProps) {
  const { article } = useLazyLoadQuery<ArticleLogQuery>(
    graphql`
    query ArticleLogQuery($id: ID!, $kind: ArticleLogKind) @throwOnFieldError {
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
  const w = useWords(articleWords).history;
  const {
    data: { id, audio, log },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ArticleLogPageQuery, ArticleLog_article$key>(
    graphql`
    fragment ArticleLog_article on Article
    @refetchable(queryName: "ArticleLogPageQuery")
    @argumentDefinitions(kind: { type: "ArticleLogKind" }, count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      id
      audio {
        ...shown_audio
        version
      }
      log(kind: $kind, first: $count, after: $cursor) @connection(key: "ArticleLog_log") {
        edges {
          node {
            id
            createdAt
            code
            action
            text
            textNotices {
              code
              parameters
            }
            version
            changes @catch(to: RESULT) {
              kind
              text
            }
            extractorRules @catch(to: NULL) {
              type
              selector
            }
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
  const now = useNow();
  const edges = log?.edges ?? [];
  if (edges.length === 0) return <p>{w.none}</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: entry }) => (
          <li key={entry.id}>
            <Told
              article={id}
              entry={entry}
              now={now}
              isOlder={entry.version != null && entry.version !== audio?.version}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        what={w.records}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(recordsStep)}
      />
    </>
  );
}

function Told({
  article,
  entry,
  now,
  isOlder,
}: {
  article: string;
  entry: Entry;
  now: number;
  isOlder: boolean;
}) {
  const w = useWords(articleWords).history;
  const actions = useWords(logActionWords);
  const hasChanges = !entry.changes.ok || Boolean(entry.changes.value);
  return (
    <>
      <p className={styles.meta}>
        <LogTime at={entry.createdAt} now={now} />
        <strong>{(entry.code && textUnder(actions, entry.code)) ?? entry.action}</strong>
        {entry.user && <span>{entry.user.name}</span>}
        {isOlder && <span className={styles.older}>{w.older}</span>}
      </p>
      {entry.text && !hasChanges && <p>{toldKept(entry.text, entry.textNotices)}</p>}
      <Diff changes={entry.changes} />
      {entry.extractorRules && entry.extractorRules.length > 0 && (
        <p className={styles.caption}>
          {w.rulesUsed({
            rules: entry.extractorRules.map(({ type, selector }) => `${type} ${selector}`).join(', '),
          })}
        </p>
      )}
      {entry.code === 'VOICED' && entry.version && (
        <VoicedSentences article={article} version={entry.version} />
      )}
    </>
  );
}

/** What was voiced for a version, with what changed in it. */
function VoicedSentences({ article, version }: { article: string; version: string }) {
  const w = useWords(articleWords);
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={historyStyles.voiced}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{w.history.voicedSentences}</summary>
      {opened && (
        <Part what={w.chunks.what} waiting={<Bar height={60} />}>
          {(attempt) => <ArticleChunks id={article} version={version} come={`${attempt}`} />}
        </Part>
      )}
    </details>
  );
}
