import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { SecondFactorQuery } from '../../__generated__/SecondFactorQuery.graphql.ts';
import type { SecondFactorRemoveMutation } from '../../__generated__/SecondFactorRemoveMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AuthenticatorSetup, useNewAuthenticator, type Setup } from './AuthenticatorSetup.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './ProfileScreen.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Sets up an authenticator app with a QR code, confirms it with a first code, and removes it. */
export default function SecondFactor({ attempt }: { attempt: number }) {
  const { secondFactor: w } = useWords(profileWords);
  const [asked, setAsked] = useState(0);
  const { viewer } = useFreshQuery<SecondFactorQuery>(
    graphql`
    query SecondFactorQuery @throwOnFieldError {
      viewer {
        secondFactor {
          enabled
          recoveryCodes
        }
      }
    }
  `,
    {},
    `${attempt}.${asked}`,
  );
  const [newAuthenticator, beginning] = useNewAuthenticator();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const start = async () => setSetup(await newAuthenticator());
  const done = (made: readonly string[] | null) => {
    setSetup(null);
    setRemoving(false);
    setCodes(made);
    setAsked((count) => count + 1);
  };
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (setup) return <AuthenticatorSetup setup={setup} onDone={done} onCancel={() => setSetup(null)} />;
  if (removing) return <Remove onDone={() => done(null)} onCancel={() => setRemoving(false)} />;
  const present = viewer?.secondFactor;
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{present?.enabled ? w.on({ count: present.recoveryCodes }) : w.off}</p>
      <div className={styles.buttons}>
        <Button variant="default" loading={beginning} onClick={() => void start()}>
          {present?.enabled ? w.replace : w.setUp}
        </Button>
        {present?.enabled && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {w.remove}
          </Button>
        )}
      </div>
    </div>
  );
}

function Remove({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { secondFactor: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [remove, busy] = useAction<SecondFactorRemoveMutation>(graphql`
    mutation SecondFactorRemoveMutation($input: RemoveSecondFactorInput!) {
      result: removeSecondFactor(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const outcome = await remove({ input: { password } });
    if (outcome.ok) onDone();
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
      <p>{w.removeAbout}</p>
      <CurrentPassword error={errors['password']} onChange={() => clear('password')} />
      <div className={styles.buttons}>
        <Button type="submit" color="red" loading={busy}>
          {w.remove}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
