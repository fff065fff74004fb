import { Button } from '@mantine/core';
import { useId, useState, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { EmailReports_project$key } from '../../__generated__/EmailReports_project.graphql.ts';
import type { EmailReportsMutation } from '../../__generated__/EmailReportsMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './EmailReports.module.css';

/** Something, an at sign, and a host with a dot: what HTML and mail servers agree on. */
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const periods = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** The settings of email reports. */
export function EmailReports({
  project,
  opened,
  trigger,
  onClose,
}: {
  project: EmailReports_project$key;
  opened: boolean;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const w = useWords(projectWords).reports;
  return (
    <Dialog
      title={w.title}
      opened={opened}
      onClose={onClose}
      trigger={trigger}
      actions={<Button onClick={onClose}>{w.close}</Button>}
    >
      <Control project={project} />
    </Dialog>
  );
}

/** Period and address. The address is saved when its field is left, and only if it is one. */
function Control({ project: key }: { project: EmailReports_project$key }) {
  const w = useWords(projectWords).reports;
  const { id, reports } = useFragment(projectFragment, key);
  const [update, busy] = useAction<EmailReportsMutation>(emailReportsMutation);
  const [typed, setTyped] = useState(reports.address ?? '');
  const [state, setState] = useState<{ saved: boolean; refused: string | null }>({
    saved: false,
    refused: null,
  });
  const hint = useId();
  const isValid = emailPattern.test(typed.trim());
  const isChanged = typed.trim() !== (reports.address ?? '');
  const leave = async () => {
    if (!isValid || !isChanged) return;
    const outcome = await update({ input: { project: id, reports: { address: typed.trim() } } });
    setState({
      saved: outcome.ok,
      refused: outcome.ok ? null : (Object.values(outcome.fieldErrors)[0] ?? null),
    });
  };
  const words =
    state.refused ?? (state.saved ? w.saved : typed.trim() === '' ? '' : isValid ? w.valid : w.invalid);
  return (
    <div className={styles.control}>
      <p className={styles.later}>{w.when}</p>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={reports.enabled}
          disabled={busy}
          onChange={(event) =>
            void update({ input: { project: id, reports: { enabled: event.currentTarget.checked } } })
          }
        />
        {w.enable}
      </label>
      <label className={styles.field}>
        {w.period}
        <select
          value={reports.period}
          onChange={(event) =>
            void update({
              input: { project: id, reports: { period: event.currentTarget.value as 'WEEKLY' } },
            })
          }
        >
          {periods.map((period) => (
            <option key={period} value={period} disabled={period !== 'WEEKLY'}>
              {period === 'WEEKLY' ? w.WEEKLY : w.notYet({ period: w[period] })}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        {w.address}
        <input
          type="email"
          autoComplete="email"
          value={typed}
          aria-describedby={hint}
          aria-invalid={(typed.trim() !== '' && !isValid) || state.refused !== null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setState({ saved: false, refused: null });
          }}
          onBlur={() => void leave()}
        />
      </label>
      <p
        id={hint}
        className={styles.hint}
        data-bad={state.refused !== null || !isValid || undefined}
        role="status"
      >
        {words}
      </p>
    </div>
  );
}

const projectFragment = graphql`
  fragment EmailReports_project on Project {
    id
    reports {
      enabled
      period
      address
    }
  }
`;

const emailReportsMutation = graphql`
  mutation EmailReportsMutation($input: UpdateProjectReportsInput!) {
    result: updateProjectReports(input: $input) {
      __typename
      ... on UpdateProjectReportsSuccess {
        project {
          ...EmailReports_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
