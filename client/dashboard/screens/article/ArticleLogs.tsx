import { useDeferredValue, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleLogs_article$key } from '../../__generated__/ArticleLogs_article.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { formatCount } from '../../ui/format.ts';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { ArticleChunks } from './ArticleChunks.tsx';
import { ArticleLog } from './ArticleLog.tsx';

/** What happened to the article and what of it was voiced, for those who may see it; each part is read when it is first opened. */
export function ArticleLogs({ article: key }: { article: ArticleLogs_article$key }) {
  const { id, status, audio, chunkSummary } = useFragment(
    graphql`
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
  `,
    key,
  );
  // Read again when the article has come further.
  const come = useDeferredValue(`${audio?.version} ${status}`);
  const voiced =
    chunkSummary && `${formatCount(chunkSummary.totalChunks)} chunks, ${formatCount(chunkSummary.totalCharactersVoiced)} characters voiced`;
  return (
    <>
      <Records title="Article log" what="the article log">
        {(attempt) => <ArticleLog id={id} kind="log" come={`${attempt} ${come}`} />}
      </Records>
      <Records title="Voiced chunks" what="the chunks" summary={voiced}>
        {(attempt) => <ArticleChunks id={id} come={`${attempt} ${come}`} />}
      </Records>
      <Records title="Recrawl log" what="the recrawl log">
        {(attempt) => <ArticleLog id={id} kind="recrawl" come={`${attempt} ${come}`} />}
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
