// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment, usePreloadedQuery, useRelayEnvironment, fetchQuery } from 'react-relay';
import type { MailScreen_mail$key } from '../../__generated__/MailScreen_mail.graphql.ts';
import type { MailScreenDismissMutation } from '../../__generated__/MailScreenDismissMutation.graphql.ts';
import type { MailScreenQuery } from '../../__generated__/MailScreenQuery.graphql.ts';
import type { MailScreenRetryMutation } from '../../__generated__/MailScreenRetryMutation.graphql.ts';
import type { MailScreenTestMutation } from '../../__generated__/MailScreenTestMutation.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';

const query = graphql`
  query MailScreenQuery @preloadable @throwOnFieldError {
    emailDelivery {
      from
      outbox
      waiting
      failures {
        id
        ...MailScreen_mail
      }
    }
  }
`;

/** For administrators: how emails are sent, which ones were not, and what to do about those. */
export default function MailScreen() {
  const { mail: w } = useWords(administrationWords);
  const environment = useRelayEnvironment();
  const { emailDelivery } = usePreloadedQuery<MailScreenQuery>(query, useLoadedQuery<MailScreenQuery>());
  const { from, outbox, waiting, failures } = emailDelivery;
  // The preceding action reports its failures. The screen keeps its data.
  const lookAgain = () => fetchQuery<MailScreenQuery>(environment, query, {}).subscribe({ error: () => {} });
  return (
    <AdministrationFrame>
      <div className={styles.parts}>
        <Panel title={w.title}>
          {outbox == null ? (
            <p className={styles.note}>{w.sentByServer({ from })}</p>
          ) : (
            <p className={styles.warn} role="status">
              {w.outbox({ folder: outbox, from })}
            </p>
          )}
          <p className={styles.note}>{w.waiting({ count: waiting })}</p>
          <TestMail isSent={outbox == null} onSent={lookAgain} />
        </Panel>
        <Panel title={w.failures}>
          <p className={styles.note}>{failures.length === 0 ? w.none : w.about}</p>
          <ul className={styles.list}>
            {failures.map((mail) => (
              <Failure key={mail.id} mail={mail} onChange={lookAgain} />
            ))}
          </ul>
        </Panel>
      </div>
    </AdministrationFrame>
  );
}

function TestMail({ isSent, onSent }: { isSent: boolean; onSent: () => void }) {
  const { mail: w } = useWords(administrationWords);
  const [email, setEmail] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [send, busy] = useAction<MailScreenTestMutation>(graphql`
    mutation MailScreenTestMutation($input: SendTestEmailInput!) {
      result: sendTestEmail(input: $input) {
        __typename
        ... on SendTestEmailSuccess {
          email {
            recipient
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const outcome = await send({ input: { email: email.trim() || null } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    const recipient = outcome.result.email?.recipient ?? '';
    notify(isSent ? w.testSent({ recipient }) : w.testWritten({ recipient }), 4000);
    onSent();
  };
  return (
    <form ref={form} className={styles.grant} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={w.testTo}
        description={w.testToHint}
        type="email"
        autoComplete="off"
        value={email}
        error={errors['email']}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          clear('email');
        }}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {w.test}
        </Button>
      </div>
    </form>
  );
}

function Failure({ mail: key, onChange }: { mail: MailScreen_mail$key; onChange: () => void }) {
  const { mail: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const mail = useFragment(mailFragment, key);
  const { id, recipient, subject, state, attempts, nextAttemptAt, createdAt, error, errorNotices } = mail;
  const [retry, retrying] = useAction<MailScreenRetryMutation>(retryMutation);
  const [dismiss, dismissing] = useAction<MailScreenDismissMutation>(dismissMutation);
  const isStopped = state === 'FAILED' || state === 'REFUSED' || state === 'UNKNOWN';
  const busy = retrying || dismissing;
  const settle = ({ ok }: { ok: boolean }, done: string) => {
    if (!ok) return;
    notify(done, 2000);
    onChange();
  };
  return (
    <li>
      <span className={styles.who}>
        <strong>{recipient}</strong>
        <span>{subject}</span>
        <span className={styles.warn}>{formatStored(error ?? '', errorNotices)}</span>
        <span>
          {format(createdAt)} · {w.attempts({ count: attempts })} ·{' '}
          {nextAttemptAt ? w.nextAttempt({ when: format(nextAttemptAt) }) : w.states[state as 'FAILED']}
        </span>
      </span>
      {isStopped && (
        <span className={styles.facts}>
          <Button
            size="compact-sm"
            variant="default"
            loading={retrying}
            disabled={busy}
            aria-label={w.againTo({ recipient })}
            onClick={() =>
              void retry({ input: { id } }).then((outcome) => settle(outcome, w.retried({ recipient })))
            }
          >
            {w.again}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={dismissing}
            disabled={busy}
            aria-label={w.dismissOf({ recipient })}
            onClick={() => void dismiss({ input: { id } }).then((outcome) => settle(outcome, w.dismissed))}
          >
            {state === 'UNKNOWN' ? w.letBe : w.dismiss}
          </Button>
        </span>
      )}
    </li>
  );
}

const mailFragment = graphql`
  fragment MailScreen_mail on Email {
    id
    recipient
    subject
    state
    attempts
    nextAttemptAt
    createdAt
    error
    errorNotices {
      code
      parameters
    }
  }
`;

const retryMutation = graphql`
  mutation MailScreenRetryMutation($input: RetryEmailInput!) {
    result: retryEmail(input: $input) {
      __typename
      ... on RetryEmailSuccess {
        email {
          ...MailScreen_mail
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const dismissMutation = graphql`
  mutation MailScreenDismissMutation($input: DismissEmailInput!) {
    result: dismissEmail(input: $input) {
      __typename
      ... on DismissEmailSuccess {
        email {
          ...MailScreen_mail
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
