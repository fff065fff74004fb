import { graphql } from 'react-relay';
import type { ChangeQuoteQuery } from '../../../__generated__/ChangeQuoteQuery.graphql.ts';
import { formatMoney } from '../../../ui/format.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleDraft } from '../fields/article-draft.ts';
import styles from '../ArticleScreens.module.css';
import { useDebouncedQuery } from '../use-debounced-query.ts';

/**
 * Shows, during typing, what saving an article would generate: sentences, characters, and why they exceed the
 * edited ones. Renders nothing if that is unknown.
 * @param isVoiced whether the article has audio already
 */
export function ChangeQuote({
  article,
  draft: { title, text, url, labels },
  isVoiced,
}: {
  article: string;
  draft: ArticleDraft;
  isVoiced: boolean;
}) {
  const w = useWords(articleWords);
  const answer = useDebouncedQuery<ChangeQuoteQuery>(query, {
    article,
    title,
    text,
    url: url.trim() || null,
    labels,
  });
  const told = answer?.article;
  const quote = told?.changeQuote;
  if (!quote) return null;
  const {
    sentences,
    sentencesUnedited,
    characters,
    charactersCharged,
    cost,
    isEstimate,
    charactersLeftToday,
  } = quote;
  const { ruleOutcome, voiceChange } = quote;
  // Invoiced accounts are not stopped.
  const balance = told.project.organization?.verified === false ? told.project.balance : null;
  const warnings = [
    ruleOutcome && w.quote.ruled({ status: ruleOutcome.status, rule: ruleOutcome.rule }),
    sentencesUnedited > 0 &&
      (voiceChange
        ? w.change.voiceChanged({
            before: voiceChange.before,
            after: voiceChange.after,
            sentences: sentencesUnedited,
          })
        : w.change.otherwise({ sentences: sentencesUnedited })),
    charactersLeftToday != null &&
      charactersCharged > charactersLeftToday &&
      w.quote.overLimit({ left: charactersLeftToday }),
    balance != null && charactersCharged > balance && w.quote.overBalance({ left: balance }),
  ].filter(Boolean);
  const count = { sentences, characters };
  return (
    <>
      {(!ruleOutcome || ruleOutcome.status === 'WAITING') && (
        <span>
          {[
            sentences === 0 ? w.change.nothing : isVoiced ? w.change.again(count) : w.change.first(count),
            ...(cost > 0 ? [w.quote.cost({ price: formatMoney(cost) })] : []),
            ...(isEstimate ? [w.quote.estimate] : []),
          ].join(' · ')}
        </span>
      )}
      {warnings.map((warning) => (
        <span key={String(warning)} className={styles.warning}>
          {warning}
        </span>
      ))}
    </>
  );
}

const query = graphql`
  query ChangeQuoteQuery($article: ID!, $title: String!, $text: String!, $url: String, $labels: [String!]) {
    article(id: $article) {
      project {
        balance
        organization {
          ...liveFragments_organization
          verified
        }
      }
      changeQuote(title: $title, text: $text, url: $url, labels: $labels) {
        sentences
        sentencesUnedited
        characters
        charactersCharged
        cost
        isEstimate
        charactersLeftToday
        ruleOutcome {
          status
          rule
        }
        voiceChange {
          before
          after
        }
      }
    }
  }
`;
