import { Button, Checkbox, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type {
  CloneSectionMutation,
  ConfigurationPart,
} from '../../../__generated__/CloneSectionMutation.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import choice from '../ProjectChoice.module.css';
import { ProjectChoice } from '../ProjectChoice.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import { formatServerMessage } from '../../../words/server-words.ts';

type Mark = { state: 'waiting' | 'copying' | 'copied' } | { state: 'failed'; message: string };

const parts: readonly ConfigurationPart[] = [
  'EXTRACTOR_RULES',
  'URL_REPLACEMENTS',
  'PAYWALL',
  'AUDIO_ADS',
  'SOUND',
  'NORMALIZATION',
  'PROCESSING_RULES',
];

/**
 * Copies parts of what is saved to other projects of the organization, one after the other, each with a mark
 * of how that went.
 */
export default function CloneSection({ form }: SectionProps) {
  const w = useWords(settingsWords).clone;
  const { what } = useWords(settingsWords).duplicator;
  const [chosen, setChosen] = useState<ConfigurationPart[]>(['EXTRACTOR_RULES']);
  const [targets, setTargets] = useState<string[]>([]);
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const [running, setRunning] = useState(false);
  const [clone] = useAction<CloneSectionMutation>(cloneSectionMutation);
  const run = async () => {
    const now = new Map<string, Mark>(targets.map((target) => [target, { state: 'waiting' }]));
    const mark = (target: string, how: Mark) => {
      now.set(target, how);
      setMarks(new Map(now));
    };
    setRunning(true);
    for (const target of targets) {
      mark(target, { state: 'copying' });
      const outcome = await clone(
        { input: { project: form.project.id, targets: [target], parts: chosen } },
        { tell: false },
      );
      const failure = outcome.ok ? outcome.result.results?.[0]?.failure : null;
      const message = outcome.ok
        ? failure && (failure.fieldErrors.map(formatServerMessage).join(' ') || formatServerMessage(failure))
        : outcome.message;
      mark(target, message ? { state: 'failed', message } : { state: 'copied' });
    }
    setRunning(false);
    notify(
      w.done({
        copied: [...now.values()].filter(({ state }) => state === 'copied').length,
        of: targets.length,
      }),
      4000,
    );
  };
  const ready = chosen.length > 0 && targets.length > 0;
  return (
    <>
      <p className={styles.hint}>{w.explain}</p>
      <fieldset className={styles.table}>
        <legend>{w.parts}</legend>
        <PartChoice chosen={chosen} disabled={running} onChange={setChosen} />
      </fieldset>
      <Part what={what} waiting={<Bar height={120} />}>
        {(attempt) => (
          <ProjectChoice
            form={form}
            label={w.targets}
            chosen={targets}
            onChange={setTargets}
            attempt={attempt}
            disabled={running}
            mark={(project) => <TargetMark mark={marks.get(project)} />}
          />
        )}
      </Part>
      {Object.keys(form.draft).length > 0 && <p className={styles.warn}>{w.unsaved}</p>}
      {form.project.organization && (
        <div className={styles.line}>
          <Button variant="default" loading={running} disabled={!ready} onClick={() => void run()}>
            {w.clone({ count: targets.length })}
          </Button>
          {!ready && <span className={styles.hint}>{w.choose}</span>}
        </div>
      )}
    </>
  );
}

interface PartChoiceProps {
  chosen: readonly ConfigurationPart[];
  disabled: boolean;
  onChange: (chosen: ConfigurationPart[]) => void;
}

function PartChoice({ chosen, disabled, onChange }: PartChoiceProps) {
  const w = useWords(settingsWords).clone;
  return (
    <div className={choice.parts}>
      {parts.map((part) => (
        <Checkbox
          key={part}
          label={w.part[part as keyof typeof w.part]}
          disabled={disabled}
          checked={chosen.includes(part)}
          onChange={({ currentTarget }) =>
            onChange(parts.filter((one) => (one === part ? currentTarget.checked : chosen.includes(one))))
          }
        />
      ))}
    </div>
  );
}

function TargetMark({ mark }: { mark: Mark | undefined }) {
  const w = useWords(settingsWords).clone;
  if (!mark) return null;
  switch (mark.state) {
    case 'waiting':
      return <span className={choice.mark}>{w.waiting}</span>;
    case 'copying':
      return (
        <span className={choice.mark} role="status">
          <Loader size={14} aria-hidden="true" /> {w.copying}
        </span>
      );
    case 'copied':
      return (
        <span className={choice.mark} data-tone="good" role="status">
          <IconCheck size={15} aria-hidden="true" /> {w.copied}
        </span>
      );
    case 'failed':
      return (
        <span className={choice.mark} data-tone="bad" role="alert">
          <IconAlertTriangle size={15} aria-hidden="true" /> {w.failed({ why: mark.message })}
        </span>
      );
  }
}

const cloneSectionMutation = graphql`
  mutation CloneSectionMutation($input: CloneConfigurationInput!) {
    result: cloneConfiguration(input: $input) {
      __typename
      ... on CloneConfigurationSuccess {
        results {
          failure {
            message
            code
            parameters
            fieldErrors {
              message
              code
              parameters
            }
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
