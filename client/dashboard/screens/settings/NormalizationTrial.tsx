// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type {
  NormalizationTrialMutation,
  NormalizationTrialMutation$data,
} from '../../__generated__/NormalizationTrialMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SettingsForm.module.css';
import { formatStored } from '../../words/server-words.ts';

type Spoken = NonNullable<NormalizationTrialMutation$data['result']['spoken']>;

interface NormalizationTrialProps {
  /** Global id. */
  project: string;
  /** Null: the default ones. */
  prompt: string | null;
  /** How classes of numbers and signs are read, as the form has it. */
  readings: Readings;
}

type Readings = Pick<
  PreviewNormalizationInput,
  'readPhoneNumbers' | 'readYears' | 'readDates' | 'readUnits' | 'readHandles'
>;
type PreviewNormalizationInput = NormalizationTrialMutation['variables']['input'];

/** What normalization makes of a text, with instructions and readings that need not be saved. */
export default function NormalizationTrial({ project, prompt, readings }: NormalizationTrialProps) {
  const w = useWords(settingsWords).normalization;
  const [text, setText] = useState<string | null>(null);
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, busy] = useAction<NormalizationTrialMutation>(graphql`
    mutation NormalizationTrialMutation($input: PreviewNormalizationInput!) {
      result: previewNormalization(input: $input) {
        __typename
        ... on PreviewNormalizationSuccess @alias(as: "spoken") {
          text
          model
          problem
          problemNotice {
            code
            parameters
          }
          hasRules
          changes {
            kind
            text
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const sample = text ?? w.trySample;
  const run = async () => {
    const outcome = await preview(
      { input: { project, text: sample, normalizationPrompt: prompt, ...readings } },
      { tell: false },
    );
    setSpoken((outcome.ok && outcome.result.spoken) || null);
    setProblem(outcome.ok ? null : (Object.values(outcome.fieldErrors)[0] ?? outcome.message));
  };
  return (
    <fieldset className={styles.table}>
      <legend>{w.try}</legend>
      <Textarea
        aria-label={w.tryText}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5_000}
        value={sample}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
      />
      <div>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          disabled={!sample.trim()}
          onClick={() => void run()}
        >
          {w.preview}
        </Button>
      </div>
      <div role="status" className={styles.table}>
        {spoken && !problem && <Result spoken={spoken} />}
      </div>
    </fieldset>
  );
}

function Result({ spoken: { text, changes, model, problem, problemNotice, hasRules } }: { spoken: Spoken }) {
  const w = useWords(settingsWords).normalization;
  return (
    <>
      {changes ? (
        <>
          <p className={styles.diff}>
            {changes.map(({ kind, text: piece }, index) =>
              kind === 'REMOVED' ? (
                <del key={index}>{piece}</del>
              ) : kind === 'ADDED' ? (
                <ins key={index}>{piece}</ins>
              ) : (
                <span key={index}>{piece}</span>
              ),
            )}
          </p>
          <p>
            <strong>{w.result}:</strong> {text}
          </p>
        </>
      ) : (
        <p>{w.unchanged}</p>
      )}
      <p className={styles.hint}>
        {model ? w.by.model({ name: model }) : hasRules ? w.by.rules : w.by.nothing}{' '}
        {problem && formatStored(problem, problemNotice && [problemNotice])}
      </p>
    </>
  );
}
