import { graphql } from 'react-relay';
import type { ArticleQuoteQuery } from '../../../__generated__/ArticleQuoteQuery.graphql.ts';
import { formatMoney } from '../../../ui/format.ts';
import { formatTime } from '../../../ui/player/player-store.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleDraft } from '../fields/article-draft.ts';
import styles from '../ArticleScreens.module.css';
import { useDebouncedQuery } from '../use-debounced-query.ts';

/** How long an article would be, and what it would cost, before it is created. */
export function ArticleQuote({
  project,
  article: { title, text, url, labels },
}: {
  project: string;
  article: ArticleDraft;
}) {
  const w = useWords(articleWords);
  const isBlank = title.trim() === '' && text.trim() === '';
  const answer = useDebouncedQuery<ArticleQuoteQuery>(
    query,
    // Rules look at the address and the labels, too.
    isBlank ? null : { project, title, text, url: url.trim() || null, labels },
  );
  const told = answer?.project;
  const quote = isBlank ? null : told?.articleQuote;
  if (!quote) return <>{w.characters({ count: text.length })}</>;
  const { characters, charactersCharged, durationMs, cost, isEstimate, charactersLeftToday, ruleOutcome } =
    quote;
  // Invoiced accounts are not stopped.
  const balance = told?.organization?.verified === false ? told.balance : null;
  if (ruleOutcome && ruleOutcome.status !== 'WAITING')
    return (
      <>
        {w.characters({ count: text.length })}
        <p className={styles.warn}>{w.quote.ruled({ status: ruleOutcome.status, rule: ruleOutcome.rule })}</p>
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
      {ruleOutcome && (
        <p className={styles.warn}>{w.quote.ruled({ status: ruleOutcome.status, rule: ruleOutcome.rule })}</p>
      )}
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

const query = graphql`
  query ArticleQuoteQuery($project: ID!, $title: String!, $text: String!, $url: String, $labels: [String!]) {
    project(id: $project) {
      balance
      organization {
        ...liveFragments_organization
        verified
      }
      articleQuote(title: $title, text: $text, url: $url, labels: $labels) {
        characters
        charactersCharged
        durationMs
        cost
        isEstimate
        charactersLeftToday
        ruleOutcome {
          status
          rule
        }
      }
    }
  }
`;
