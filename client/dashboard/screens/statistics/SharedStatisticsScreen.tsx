// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useState, type FormEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { useParams } from 'react-router-dom';
import type { SharedStatisticsScreenMutation } from '../../__generated__/SharedStatisticsScreenMutation.graphql.ts';
import type { SharedStatisticsScreenQuery } from '../../__generated__/SharedStatisticsScreenQuery.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Definition } from './Definition.tsx';
import { Download } from './Download.tsx';
import { Loading } from './Loading.tsx';
import { noticeText } from './Picker.tsx';
import { DaysLine, ReportView } from './ReportView.tsx';
import styles from './SharedStatistics.module.css';

/**
 * Shows a report to anyone who has its link, without links into the dashboard, also in a frame on another
 * site.
 */
export default function SharedStatisticsScreen() {
  const { token = '' } = useParams();
  const w = useWords(statisticsWords);
  const [reads, setReads] = useState(0);
  const [key, setKey] = useState<string | null>(() => keyOf(token));
  useDocumentTitle(`${w.shared.title} · Parlance`);
  return (
    <main className={styles.page}>
      <Part what={w.shared.what} of={key ?? ''} waiting={<Loading />}>
        {(attempt) => (
          <Shared
            key={key}
            token={token}
            secret={key}
            attempt={`${attempt}.${reads}`}
            onOpen={(opened) => {
              keepKey(token, opened);
              setKey(opened);
            }}
            onRefused={() => {
              forgetKey(token);
              setKey(null);
              setReads((count) => count + 1);
            }}
          />
        )}
      </Part>
      <footer className={styles.foot}>
        <span>
          <Logo size={20} /> {w.shared.made}
        </span>
        <LanguageSwitch />
      </footer>
    </main>
  );
}

interface SharedProps {
  token: string;
  /** What its password gave. */
  secret: string | null;
  attempt: string;
  onOpen: (key: string) => void;
  /** What was opened is open no longer. */
  onRefused: () => void;
}

function Shared({ token, secret, attempt, onOpen, onRefused }: SharedProps) {
  const w = useWords(statisticsWords);
  const { sharedStatistics: shared } = useLazyLoadQuery<SharedStatisticsScreenQuery>(
    graphql`
      query SharedStatisticsScreenQuery($token: String!, $key: String) @throwOnFieldError {
        sharedStatistics(token: $token, key: $key) {
          project
          locked
          title {
            code
            parameters
            message
          }
          statistics {
            rowCount
            definition {
              code
              parameters
              message
            }
            ...ReportView_statistics @arguments(compared: true)
            ...ReportView_days
          }
        }
      }
    `,
    { token, key: secret },
    { fetchPolicy: 'network-only', fetchKey: attempt },
  );
  if (!shared) return <p role="status">{w.shared.gone}</p>;
  const title = shared.title ? noticeText(shared.title) : w.shared.title;
  return (
    <>
      <header className={styles.head}>
        <p>{w.shared.of({ project: shared.project })}</p>
        <h1>
          {title}
          {shared.statistics && (
            <Definition name={title}>
              <p>{noticeText(shared.statistics.definition)}</p>
              <DaysLine statistics={shared.statistics} />
            </Definition>
          )}
        </h1>
        {shared.statistics && <DaysLine statistics={shared.statistics} />}
      </header>
      {shared.locked && <Unlock token={token} onOpen={onOpen} />}
      {shared.statistics && (
        <Panel
          aside={
            <Download
              address={`/export/shared/${token}.csv`}
              shareKey={secret}
              disabled={shared.statistics.rowCount === 0}
              onRefused={onRefused}
            />
          }
        >
          <ReportView statistics={shared.statistics} />
        </Panel>
      )}
    </>
  );
}

function Unlock({ token, onOpen }: Pick<SharedProps, 'token' | 'onOpen'>) {
  const { shared: w, showPassword } = useWords(statisticsWords);
  const [unlock, busy] = useAction<SharedStatisticsScreenMutation>(graphql`
    mutation SharedStatisticsScreenMutation($input: UnlockSharedStatisticsInput!) {
      result: unlockSharedStatistics(input: $input) {
        __typename
        ... on UnlockSharedStatisticsSuccess {
          key
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await unlock({ input: { token, password } }, { tell: false });
    if (!outcome.ok) setRefused(outcome.message);
    else if (outcome.result.key !== undefined) onOpen(outcome.result.key);
  };
  return (
    <form className={styles.unlock} onSubmit={(event) => void submit(event)}>
      <p>{w.locked}</p>
      <PasswordInput
        label={w.password}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': showPassword, tabIndex: 0 }}
        required
        value={password}
        error={refused}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <Button type="submit" loading={busy} disabled={password === ''}>
        {w.open}
      </Button>
    </form>
  );
}

const storedAs = (token: string): string => `parlance.shared.${token}`;

/** What the password gave in this window, which survives a reload. */
function keyOf(token: string): string | null {
  try {
    return sessionStorage.getItem(storedAs(token));
  } catch {
    // The browser blocks storage in the frame, so the password is required again.
    return null;
  }
}

function keepKey(token: string, key: string): void {
  try {
    sessionStorage.setItem(storedAs(token), key);
  } catch {
    // As above.
  }
}

function forgetKey(token: string): void {
  try {
    sessionStorage.removeItem(storedAs(token));
  } catch {
    // As above.
  }
}
