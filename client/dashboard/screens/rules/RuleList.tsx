import { useEffect, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { RuleListMoveMutation } from '../../__generated__/RuleListMoveMutation.graphql.ts';
import type { RuleList_project$key } from '../../__generated__/RuleList_project.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useReorder } from '../../ui/lists/use-reorder.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProcessingRulesScreen.module.css';
import { moveEntry } from './rule-fields.ts';
import { RuleCard } from './RuleCard.tsx';

/** The rules in the order in which they are applied, which their handles and buttons change. */
export function RuleList({ project: key }: { project: RuleList_project$key }) {
  const w = useWords(rulesWords);
  const { id: project, processingRules: rules } = useFragment(projectFragment, key);
  const [last, setLast] = useState<{ id: string; direction: 'up' | 'down' | null; said: string } | null>(
    null,
  );
  const [move] = useAction<RuleListMoveMutation>(moveMutation);
  const moveTo = (from: number, to: number, direction: 'up' | 'down' | null) => {
    const { id, name } = rules[from]!;
    setLast({ id, direction, said: w.place({ name, place: to + 1, count: rules.length }) });
    void move(
      { input: { id, position: to } },
      {
        optimisticUpdater: (store) => {
          const record = store.get(project);
          const shown = record?.getLinkedRecords('processingRules');
          // An earlier move may have been refused in the meantime, so the rule is found by its id, not by its
          // position.
          const now = shown?.findIndex((rule) => rule.getDataID() === id) ?? -1;
          if (now !== -1) record!.setLinkedRecords(moveEntry(shown!, now, to), 'processingRules');
        },
      },
    );
  };
  const { list, dragged, handle } = useReorder<HTMLUListElement>({
    count: rules.length,
    nameOf: (index) => rules[index]!.name,
    // The handle keeps the focus without further work.
    onMove: (from, to) => moveTo(from, to, null),
  });
  // The button that was pressed keeps the focus on its way; at an end the other one gets it.
  useEffect(() => {
    const item = last?.direction && list.current?.querySelector(`[data-rule="${CSS.escape(last.id)}"]`);
    const focused = document.activeElement;
    if (!item || (focused !== document.body && !item.contains(focused))) return;
    const button =
      item.querySelector<HTMLElement>(`[data-move="${last!.direction}"]:not(:disabled)`) ??
      item.querySelector<HTMLElement>('[data-move]:not(:disabled)');
    button?.focus();
  }, [last, rules, list]);
  return (
    <>
      <ul ref={list} className={styles.list}>
        {rules.map((rule, place) => (
          <li
            key={rule.id}
            data-rule={rule.id}
            data-dragged={dragged?.index === place || undefined}
            style={dragged?.index === place ? { transform: `translateY(${dragged.shift}px)` } : undefined}
          >
            <RuleCard
              rule={rule}
              place={place}
              count={rules.length}
              handle={handle(place)}
              onMove={(to) => moveTo(place, to, to < place ? 'up' : 'down')}
            />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {last?.said}
      </p>
    </>
  );
}

const projectFragment = graphql`
  fragment RuleList_project on Project {
    id
    processingRules {
      id
      name
      ...RuleCard_rule
    }
  }
`;

const moveMutation = graphql`
  mutation RuleListMoveMutation($input: MoveProcessingRuleInput!) {
    result: moveProcessingRule(input: $input) {
      __typename
      ... on MoveProcessingRuleSuccess {
        project {
          ...RuleList_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
