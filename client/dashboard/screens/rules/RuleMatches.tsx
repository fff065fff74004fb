import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type {
  RuleMatchesQuery,
  RuleMatchesQuery$data,
} from '../../__generated__/RuleMatchesQuery.graphql.ts';
import { rulesWords, type RulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { findCondition, valueProblem, type Predicate } from './rule-fields.ts';
import styles from './RuleEditor.module.css';
import { useRuleContext } from './rule-context.ts';

type Count = NonNullable<RuleMatchesQuery$data['project']>['ruleMatches'];

const query = graphql`
  query RuleMatchesQuery($id: ID!, $predicates: [RulePredicateInput!] = [{ operator: "always", subject: "article" }]) {
    project(id: $id) {
      ruleMatches(predicates: $predicates) {
        matching
        examined
        isAll
      }
    }
  }
`;

/** Milliseconds after the last key. */
const settles = 400;

/** How many of the project's articles the conditions would match, once all of them are complete. */
export function RuleMatches({ predicates }: { predicates: readonly Predicate[] }) {
  const { matches: w } = useWords(rulesWords);
  const { catalogue, projectId } = useRuleContext();
  const environment = useRelayEnvironment();
  const chosen = predicates.filter(({ operator }) => operator);
  const isComplete =
    chosen.length > 0 &&
    chosen.every(
      (one) => valueProblem(findCondition(catalogue, one)?.valueKind ?? 'NONE', [one.value]) === null,
    );
  const wanted = isComplete ? JSON.stringify(chosen) : null;
  const [asked] = useDebouncedValue(wanted, settles);
  const [told, setTold] = useState<{ of: string; count: Count | null } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const variables = { id: projectId, predicates: JSON.parse(asked) as Predicate[] };
    const { unsubscribe } = fetchQuery<RuleMatchesQuery>(environment, query, variables, {
      fetchPolicy: 'network-only',
    }).subscribe({
      next: ({ project }) => setTold({ of: asked, count: project?.ruleMatches ?? null }),
      error: () => setTold({ of: asked, count: null }),
    });
    return unsubscribe;
  }, [asked, environment, projectId]);
  const shown = wanted !== null && told?.of === wanted ? told : null;
  return (
    <p className={styles.hint} role="status" data-testid="rule-matches">
      {wanted !== null && (shown === null ? w.counting : inWords(shown.count, w))}
    </p>
  );
}

function inWords(count: Count | null, w: RulesWords['matches']): string {
  if (!count) return w.failed;
  if (count.examined === 0) return w.noArticles;
  return count.isAll
    ? w.all({ matching: count.matching, count: count.examined })
    : w.newest({ matching: count.matching, count: count.examined });
}
