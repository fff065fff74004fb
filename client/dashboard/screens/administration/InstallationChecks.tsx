// oxlint-disable relay/unused-fields -- formatStored() reads the fields of notices
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type {
  InstallationChecksQuery,
  InstallationChecksQuery$data,
} from '../../__generated__/InstallationChecksQuery.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { Part } from '../../relay/Part.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { formatStored } from '../../words/server-words.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

type Check = InstallationChecksQuery$data['installationChecks'][number];
const tones = { FINE: 'good', WARNING: 'warn', WRONG: 'bad' } as const;
/** The most serious findings come first. */
const order = ['WRONG', 'WARNING', 'FINE'];

/** What checks of this installation find. They take some seconds, so that they have their own query. */
export function InstallationChecks() {
  const { checks: w } = useWords(administrationWords);
  const [round, setRound] = useState(0);
  const [isChecking, check] = useTransition();
  return (
    <Panel
      title={w.title}
      aside={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={isChecking}
          onClick={() => check(() => setRound((count) => count + 1))}
        >
          {w.again}
        </Button>
      }
    >
      <Part
        what={w.what}
        waiting={
          <div role="status">
            <p className={styles.note}>{w.checking}</p>
            <Bar height={220} />
          </div>
        }
      >
        {(attempt) => <Findings fetchKey={`${attempt}.${round}`} />}
      </Part>
    </Panel>
  );
}

function Findings({ fetchKey }: { fetchKey: string }) {
  const { checks: w } = useWords(administrationWords);
  const { installationChecks } = useLazyLoadQuery<InstallationChecksQuery>(
    graphql`
      query InstallationChecksQuery @throwOnFieldError {
        installationChecks {
          check
          examined
          state
          message
          messageNotice {
            code
            parameters
          }
        }
      }
    `,
    {},
    { fetchKey, fetchPolicy: 'network-only' },
  );
  const problems = installationChecks.filter(({ state }) => state !== 'FINE').length;
  const sorted = installationChecks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <>
      <p className={styles.note} role="status">
        {problems === 0 ? w.fine : w.problems({ count: problems })}
      </p>
      <ul className={styles.checks}>
        {sorted.map((found, index) => (
          <Finding key={index} found={found} />
        ))}
      </ul>
    </>
  );
}

function Finding({ found: { check, examined, state, message, messageNotice } }: { found: Check }) {
  const { checks: w } = useWords(administrationWords);
  return (
    <li>
      <span className={styles.state} data-tone={tones[state as keyof typeof tones]}>
        {textByKey(w.states, state)}
      </span>
      <span className={styles.what}>
        <strong>{textByKey(w.names, check)}</strong>
        <span>{examined}</span>
        <p>{formatStored(message, messageNotice && [messageNotice])}</p>
      </span>
    </li>
  );
}
