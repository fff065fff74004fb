import { Button, TextInput } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { BulkDialogQuery } from '../../../__generated__/BulkDialogQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useRestorableDays } from '../../../ui/time/restorable-days.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './BulkBar.module.css';
import type { ArticleSelection, BulkKind, BulkOutcome } from './use-bulk.ts';
import { useBulkOutcome } from './use-bulk-outcome.ts';

export type { BulkKind } from './use-bulk.ts';

interface BulkDialogProps {
  kind: BulkKind;
  selection: ArticleSelection;
  trigger: RefObject<HTMLElement | null>;
  /** @param changed whether any article was changed */
  onClose: (changed: boolean) => void;
}

/**
 * Asks before something is done with many articles, with their number and the cost; then how far it is, and
 * what was left unchanged.
 */
export function BulkDialog(props: BulkDialogProps) {
  const w = useWords(projectWords).bulk;
  const counting = (
    <Dialog
      title={w.counting}
      opened
      trigger={props.trigger}
      onClose={() => props.onClose(false)}
      actions={
        <Button variant="default" onClick={() => props.onClose(false)}>
          {w.cancel}
        </Button>
      }
    >
      <progress className={styles.progress} aria-label={w.counting} />
    </Dialog>
  );
  return (
    <Part what={w.what} waiting={counting}>
      {(attempt) => <Asked {...props} attempt={attempt} />}
    </Part>
  );
}

function Asked({ kind, selection, trigger, onClose, attempt }: BulkDialogProps & { attempt: number }) {
  const w = useWords(projectWords).bulk;
  const { project } = useLazyLoadQuery<BulkDialogQuery>(
    bulkDialogQuery,
    {
      project: selection.project,
      articles: selection.articles,
      filter: selection.articles ? null : selection.filter,
    },
    // The number to confirm is counted now, and not again when the list changes.
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  const { count = 0, characters = 0, cost = 0 } = project?.articleSelection ?? {};
  const { outcome, progress, doneText, begin, close } = useBulkOutcome(kind, selection, onClose);
  const isRunning = progress !== null;
  const [labels, setLabels] = useState({ add: '', remove: '' });
  const [add, remove] = [listOf(labels.add), listOf(labels.remove)];
  const isLabelled = kind !== 'label' || add.length + remove.length > 0;
  const titles = { delete: w.deleteQuestion, voice: w.voiceQuestion, label: w.labelQuestion };
  const verbs = { delete: w.delete, voice: w.voiceAgain, label: w.apply };
  return (
    <Dialog
      title={outcome ? doneText(outcome.done) : titles[kind]({ count })}
      opened
      insist={isRunning}
      trigger={trigger}
      onClose={close}
      actions={
        outcome ? (
          <Button onClick={close}>{w.close}</Button>
        ) : (
          <>
            <Button variant="default" onClick={close}>
              {isRunning ? w.stop : w.cancel}
            </Button>
            <Button
              {...(kind === 'delete' && { color: 'red' })}
              loading={isRunning}
              disabled={count === 0 || !isLabelled}
              onClick={() => void begin(count, { add, remove })}
            >
              {verbs[kind]}
            </Button>
          </>
        )
      }
    >
      {outcome ? (
        <Unchanged outcome={outcome} />
      ) : isRunning ? (
        <Progress done={progress} all={count} />
      ) : kind === 'label' ? (
        <LabelFields labels={labels} onChange={setLabels} />
      ) : (
        <Consequence kind={kind} characters={characters} cost={cost} />
      )}
    </Dialog>
  );
}

interface ConsequenceProps {
  kind: 'delete' | 'voice';
  characters: number;
  cost: number;
}

/** Tells what generating audio again costs, or what deleting articles means. */
function Consequence({ kind, characters, cost }: ConsequenceProps) {
  const w = useWords(projectWords).bulk;
  const days = useRestorableDays();
  return (
    <p>{kind === 'delete' ? w.deleteConsequence({ days }) : w.voiceCost({ characters, money: cost })}</p>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  const w = useWords(projectWords).bulk;
  return (
    <div className={styles.progress} role="status">
      <progress max={all} value={done} aria-label={w.progress({ done, all })} />
      <span>{w.progress({ done, all })}</span>
    </div>
  );
}

/** The labels that are typed, separated by commas. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean);

/** Why articles were left unchanged. */
function Unchanged({ outcome }: { outcome: BulkOutcome }) {
  const w = useWords(projectWords).bulk;
  return (
    <>
      {outcome.refused && (
        <p className={styles.refused} role="alert">
          {outcome.refused}
        </p>
      )}
      {outcome.failed.size > 0 && (
        <>
          <p>{w.unchanged({ count: [...outcome.failed.values()].reduce((sum, one) => sum + one, 0) })}</p>
          <ul className={styles.reasons}>
            {[...outcome.failed].map(([why, many]) => (
              <li key={why}>{w.reason({ count: many, why })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface BulkLabels {
  add: string;
  remove: string;
}

interface LabelFieldsProps {
  labels: BulkLabels;
  onChange: (labels: BulkLabels) => void;
}

function LabelFields({ labels, onChange }: LabelFieldsProps) {
  const w = useWords(projectWords).bulk;
  return (
    <div className={styles.fields}>
      <TextInput
        label={w.add}
        description={w.separated}
        value={labels.add}
        onChange={(event) => onChange({ ...labels, add: event.currentTarget.value })}
      />
      <TextInput
        label={w.remove}
        description={w.separated}
        value={labels.remove}
        onChange={(event) => onChange({ ...labels, remove: event.currentTarget.value })}
      />
    </div>
  );
}

const bulkDialogQuery = graphql`
  query BulkDialogQuery($project: ID!, $articles: [ID!], $filter: ArticleFilterInput) @throwOnFieldError {
    project(id: $project) {
      articleSelection(articles: $articles, filter: $filter) {
        count
        characters
        cost
      }
    }
  }
`;
