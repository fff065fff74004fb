// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { ArticleLogKind, ArticleLogQuery } from '../../../__generated__/ArticleLogQuery.graphql.ts';
import type { ArticleLogPageQuery } from '../../../__generated__/ArticleLogPageQuery.graphql.ts';
import type {
  ArticleLog_article$data,
  ArticleLog_article$key,
} from '../../../__generated__/ArticleLog_article.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { pageSizes } from '../../../generated/limits.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { logActionWords } from '../../../generated/words/logAction.ts';
import { formatStored } from '../../../words/server-words.ts';
import { textByKey, useWords } from '../../../words/word-catalogue.ts';
import { ArticleChunks } from '../text/ArticleChunks.tsx';
import historyStyles from './ArticleHistory.module.css';
import styles from '../ArticleScreens.module.css';
import { Diff } from '../text/Diff.tsx';
import { LogTime } from '../../../ui/time/LogTime.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

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
  const { article } = useFreshQuery<ArticleLogQuery>(
    graphql`
    query ArticleLogQuery($id: ID!, $kind: ArticleLogKind) @throwOnFieldError {
      article(id: $id) {
        ...ArticleLog_article @arguments(kind: $kind)
      }
    }
  `,
    { id, kind },
    come,
  );
  return article && <Entries article={article} />;
}

function Entries({ article }: { article: ArticleLog_article$key }) {
  const w = useWords(articleWords).history;
  const {
    data: { id, audio, log },
    ...pages
  } = usePaginationFragment<ArticleLogPageQuery, ArticleLog_article$key>(
    graphql`
    fragment ArticleLog_article on Article
    @refetchable(queryName: "ArticleLogPageQuery")
    @argumentDefinitions(kind: { type: "ArticleLogKind" }, count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      id
      audio {
        ...liveFragments_audio
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
  return (
    <PagedList
      items={log?.edges ?? []}
      className={styles.log}
      none={<p>{w.none}</p>}
      what={w.records}
      pages={pages}
      step={pageSizes.log}
    >
      {({ node: entry }) => (
        <li key={entry.id}>
          <Told
            article={id}
            entry={entry}
            now={now}
            isOlder={entry.version != null && entry.version !== audio?.version}
          />
        </li>
      )}
    </PagedList>
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
        <strong>{(entry.code && textByKey(actions, entry.code)) ?? entry.action}</strong>
        {entry.user && <span>{entry.user.name}</span>}
        {isOlder && <span className={styles.older}>{w.older}</span>}
      </p>
      {entry.text && !hasChanges && <p>{formatStored(entry.text, entry.textNotices)}</p>}
      <Diff changes={entry.changes} />
      {entry.extractorRules && entry.extractorRules.length > 0 && (
        <p className={styles.caption}>
          {w.rulesUsed({
            rules: entry.extractorRules.map(({ type, selector }) => `${type} ${selector}`).join(', '),
          })}
        </p>
      )}
      {entry.code === 'AUDIO_GENERATED' && entry.version && (
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
