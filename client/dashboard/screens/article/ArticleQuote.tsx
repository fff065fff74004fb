import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { ArticleQuoteQuery, ArticleQuoteQuery$data } from '../../__generated__/ArticleQuoteQuery.graphql.ts';
import { formatMoney } from '../../ui/format.ts';
import { formatTime } from '../../ui/player/player-store.ts';
import { articleWords } from '../../words/article-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';

/** Milliseconds after the last keystroke. */
const pause = 500;

type Project = NonNullable<ArticleQuoteQuery$data['project']>;

/** How long an article would be, and what it would cost, before it is created. */
export function ArticleQuote({ project, title, text }: { project: string; title: string; text: string }) {
  const w = useWords(articleWords);
  const environment = useRelayEnvironment();
  const [told, setTold] = useState<Project | null>(null);
  const isBlank = title.trim() === '' && text.trim() === '';
  useEffect(() => {
    if (isBlank) return;
    let asking: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      asking = fetchQuery<ArticleQuoteQuery>(
        environment,
        graphql`
          query ArticleQuoteQuery($project: ID!, $title: String!, $text: String!) {
            project(id: $project) {
              balance
              organization {
                verified
              }
              articleQuote(title: $title, text: $text) {
                characters
                charged
                durationMs
                cost
                isEstimate
                leftToday
              }
            }
          }
        `,
        { project, title, text },
        { fetchPolicy: 'network-only' },
      ).subscribe({ next: (answer) => setTold(answer.project ?? null), error: () => setTold(null) });
    }, pause);
    return () => {
      clearTimeout(timer);
      asking?.unsubscribe();
    };
  }, [environment, project, title, text, isBlank]);
  const quote = isBlank ? null : told?.articleQuote;
  if (!quote) return <>{w.characters(text.length)}</>;
  const { characters, charged, durationMs, cost, isEstimate, leftToday } = quote;
  // Who is invoiced is not stopped.
  const balance = told?.organization?.verified === false ? told.balance : null;
  return (
    <>
      {[
        w.characters(characters),
        w.quote.length(formatTime(durationMs / 1000)),
        cost > 0 ? w.quote.cost(formatMoney(cost)) : w.quote.free,
        w.quote.balance(charged),
        ...(isEstimate ? [w.quote.estimate] : []),
      ].join(' · ')}
      {leftToday !== null && leftToday !== undefined && charged > leftToday && (
        <p className={styles.warn}>{w.quote.overLimit(leftToday)}</p>
      )}
      {balance !== null && charged > balance && <p className={styles.warn}>{w.quote.overBalance(balance)}</p>}
    </>
  );
}
