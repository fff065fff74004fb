import { Button, TextInput } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { renderSVG } from 'uqr';
import type { AuthenticatorSetupBeginMutation } from '../../__generated__/AuthenticatorSetupBeginMutation.graphql.ts';
import type { AuthenticatorSetupConfirmMutation } from '../../__generated__/AuthenticatorSetupConfirmMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

/** What an authenticator app is shown, until a first code confirms it. */
export interface Setup {
  uri: string;
  secret: string;
  setup: string;
}

/** Asks for the secret of a new authenticator app. @returns what does, and whether it is under way */
export function useNewAuthenticator(): [ask: () => Promise<Setup | null>, busy: boolean] {
  const [begin, busy] = useAction<AuthenticatorSetupBeginMutation>(graphql`
    mutation AuthenticatorSetupBeginMutation {
      result: beginSecondFactor {
        __typename
        ... on BeginSecondFactorSuccess {
          uri
          secret
          setup
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const ask = async () => {
    const outcome = await begin({});
    return outcome.ok && outcome.result.setup !== undefined ? (outcome.result as Setup) : null;
  };
  return [ask, busy];
}

interface AuthenticatorSetupProps {
  setup: Setup;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** A QR code for an authenticator app, and the form for its first code. */
export function AuthenticatorSetup({
  setup: { uri, secret, setup },
  onDone,
  onCancel,
}: AuthenticatorSetupProps) {
  const { secondFactor: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [confirm, busy] = useAction<AuthenticatorSetupConfirmMutation>(graphql`
    mutation AuthenticatorSetupConfirmMutation($input: ConfirmSecondFactorInput!) {
      result: confirmSecondFactor(input: $input) {
        __typename
        ... on ConfirmSecondFactorSuccess {
          recoveryCodes
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const outcome = await confirm({
      input: { setup, code: String(given.get('code')), password: String(given.get('password')) },
    });
    if (outcome.ok) onDone(outcome.result.recoveryCodes ?? []);
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
      <p>{w.scan}</p>
      <img
        className={styles.qr}
        width={180}
        height={180}
        alt={w.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri))}`}
      />
      <p className={styles.note}>
        {w.type} <code className={styles.secret}>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
      <TextInput
        name="code"
        label={w.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        error={errors['code']}
        onChange={() => clear('code')}
      />
      <CurrentPassword error={errors['password']} onChange={() => clear('password')} />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {w.confirm}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
