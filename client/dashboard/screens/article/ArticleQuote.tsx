import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type {
  ArticleQuoteQuery,
  ArticleQuoteQuery$data,
} from '../../__generated__/ArticleQuoteQuery.graphql.ts';
import { formatMoney } from '../../ui/format.ts';
import { formatTime } from '../../ui/player/player-store.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ArticleDraft } from './ArticleFields.tsx';
import styles from './ArticleScreens.module.css';

/** Milliseconds after the last keystroke. */
const pause = 500;

type Project = NonNullable<ArticleQuoteQuery$data['project']>;

/** How long an article would be, and what it would cost, before it is created. */
export function ArticleQuote({
  project,
  article: { title, text, url, labels },
}: {
  project: string;
  article: ArticleDraft;
}) {
  const w = useWords(articleWords);
  const environment = useRelayEnvironment();
  const [told, setTold] = useState<Project | null>(null);
  const isBlank = title.trim() === '' && text.trim() === '';
  // Rules look at them too. A list is another one each time somebody types.
  const about = JSON.stringify({ url: url.trim() || null, labels });
  useEffect(() => {
    if (isBlank) return;
    let asking: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      asking = fetchQuery<ArticleQuoteQuery>(
        environment,
        graphql`
          query ArticleQuoteQuery($project: ID!, $title: String!, $text: String!, $url: String, $labels: [String!]) {
            project(id: $project) {
              balance
              organization {
                ...shown_organization
                verified
              }
              articleQuote(title: $title, text: $text, url: $url, labels: $labels) {
                characters
                charactersCharged
                durationMs
                cost
                isEstimate
                charactersLeftToday
                ruling {
                  status
                  rule
                }
              }
            }
          }
        `,
        { project, title, text, ...(JSON.parse(about) as { url: string | null; labels: string[] }) },
        { fetchPolicy: 'network-only' },
      ).subscribe({ next: (answer) => setTold(answer.project ?? null), error: () => setTold(null) });
    }, pause);
    return () => {
      clearTimeout(timer);
      asking?.unsubscribe();
    };
  }, [environment, project, title, text, about, isBlank]);
  const quote = isBlank ? null : told?.articleQuote;
  if (!quote) return <>{w.characters({ count: text.length })}</>;
  const { characters, charactersCharged, durationMs, cost, isEstimate, charactersLeftToday, ruling } = quote;
  // Who is invoiced is not stopped.
  const balance = told?.organization?.verified === false ? told.balance : null;
  if (ruling && ruling.status !== 'WAITING')
    return (
      <>
        {w.characters({ count: text.length })}
        <p className={styles.warn}>{w.quote.ruled({ status: ruling.status, rule: ruling.rule })}</p>
      </>
    );
  return (
    <>
      {[
        w.characters({ count: characters }),
        w.quote.length({ time: formatTime(durationMs / 1000) }),
        cost > 0 ? w.quote.cost({ price: formatMoney(cost) }) : w.quote.free,
        w.quote.balance({ characters: charactersCharged }),
        ...(isEstimate ? [w.quote.estimate] : []),
      ].join(' · ')}
      {ruling && <p className={styles.warn}>{w.quote.ruled({ status: ruling.status, rule: ruling.rule })}</p>}
      {charactersLeftToday !== null &&
        charactersLeftToday !== undefined &&
        charactersCharged > charactersLeftToday && (
          <p className={styles.warn}>{w.quote.overLimit({ left: charactersLeftToday })}</p>
        )}
      {balance !== null && charactersCharged > balance && (
        <p className={styles.warn}>{w.quote.overBalance({ left: balance })}</p>
      )}
    </>
  );
}
