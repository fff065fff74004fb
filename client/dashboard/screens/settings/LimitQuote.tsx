import { useDebouncedValue } from '@mantine/hooks';
import { useDeferredValue } from 'react';
import { graphql } from 'react-relay';
import type {
  LimitQuoteQuery,
  LimitQuoteQuery$variables,
} from '../../__generated__/LimitQuoteQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SettingsForm.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Delay in milliseconds between the last change and the estimate (specification, section 4). */
const pause = 2000;

interface LimitQuoteProps {
  project: string;
  /** Characters a day as typed; null: no limit. */
  limit: number | string | null;
  voice: string | null;
  /** Null: the voice's first. */
  model: string | null;
}

/** What the project is likely to cost with what is chosen, saved or not. */
export function LimitQuote({ project, limit, voice, model }: LimitQuoteProps) {
  const w = useWords(settingsWords).estimate;
  // An invalid limit has no price, so the last valid one stays.
  const asked = JSON.stringify({
    project,
    limit: limit === null ? null : Number(limit),
    voice,
    model,
  } satisfies LimitQuoteQuery$variables);
  const [settled] = useDebouncedValue(asked, pause);
  const shown = useDeferredValue(settled);
  const variables = JSON.parse(shown) as LimitQuoteQuery$variables;
  if (
    variables.voice === null ||
    (variables.limit !== null && !(Number.isInteger(variables.limit) && variables.limit! >= 1))
  )
    return null;
  return (
    <Part of={shown} what={w.what}>
      {(attempt) => <Quote variables={variables} attempt={attempt} />}
    </Part>
  );
}

function Quote({ variables, attempt }: { variables: LimitQuoteQuery$variables; attempt: number }) {
  const w = useWords(settingsWords).estimate;
  const { project } = useFreshQuery<LimitQuoteQuery>(
    graphql`
    query LimitQuoteQuery($project: ID!, $limit: Int, $voice: String, $model: String) @throwOnFieldError {
      project(id: $project) {
        limitQuote(limit: $limit, voice: $voice, model: $model) {
          cost
          costPerMonth
          charactersToday
          charactersPerMonth
          hasAverage
        }
      }
    }
  `,
    variables,
    attempt,
  );
  if (!project) return null;
  const { cost, costPerMonth, charactersToday, charactersPerMonth, hasAverage } = project.limitQuote;
  return (
    <p className={styles.hint} role="status">
      {hasAverage
        ? w.used({ today: charactersToday, average: charactersPerMonth, price: costPerMonth })
        : w.usedToday({ today: charactersToday })}{' '}
      {cost != null && w.atMost({ price: cost })}
    </p>
  );
}
