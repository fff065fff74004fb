import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { LimitQuoteQuery, LimitQuoteQuery$data } from '../../__generated__/LimitQuoteQuery.graphql.ts';
import { formatCount, formatMoney } from '../../ui/format.ts';
import styles from './SettingsForm.module.css';

/** The estimate is made so many milliseconds after the last change (specification, section 4). */
const pause = 2000;

type Quote = NonNullable<LimitQuoteQuery$data['project']>['quote'];

/** What the project is likely to cost. */
export function LimitQuote({ project, limit, voice }: { project: string; limit: number | null; voice: string | null }) {
  const environment = useRelayEnvironment();
  const [quote, setQuote] = useState<Quote | null>(null);
  const [first, setFirst] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => {
      setFirst(false);
      fetchQuery<LimitQuoteQuery>(environment, query, { project, limit, voice }).subscribe({
        next: (data) => setQuote(data.project?.quote ?? null),
        error: () => setQuote(null),
      });
    }, first ? 0 : pause);
    return () => clearTimeout(timer);
    // `first` only chooses the pause.
  }, [environment, project, limit, voice]);
  if (!quote) return null;
  return <p className={styles.hint}>Today {formatCount(quote.symbolsToday)} characters were voiced; on average {formatCount(quote.averageByMonth)} a month. Estimated price: {formatMoney(quote.price)} a month.</p>;
}

const query = graphql`
  query LimitQuoteQuery($project: ID!, $limit: Int, $voice: String) {
    project(id: $project) {
      quote(limit: $limit, voice: $voice) {
        price
        symbolsToday
        averageByMonth
      }
    }
  }
`;
