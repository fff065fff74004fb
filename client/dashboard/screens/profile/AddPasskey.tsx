import {
  browserSupportsWebAuthn,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { AddPasskeyBeginMutation } from '../../__generated__/AddPasskeyBeginMutation.graphql.ts';
import type { AddPasskeyConfirmMutation } from '../../__generated__/AddPasskeyConfirmMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

interface AddPasskeyProps {
  /** What it came to: the name, and recovery codes where it is the first second step. */
  onDone: (name: string, codes: readonly string[]) => void;
  /** What a second button does, and says. */
  onCancel?: () => void;
  cancel?: string;
}

/** The form that makes a passkey: a name, and the password; then the browser asks its person. */
export function AddPasskey({ onDone, onCancel, cancel }: AddPasskeyProps) {
  const { passkeys: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [begin, beginning] = useAction<AddPasskeyBeginMutation>(beginMutation);
  const [confirm, confirming] = useAction<AddPasskeyConfirmMutation>(confirmMutation);
  if (!browserSupportsWebAuthn()) return <p className={styles.note}>{w.unsupported}</p>;
  const refused = (fieldErrors: Readonly<Record<string, string>>) => {
    refuse(fieldErrors);
    setFailure(fieldErrors['passkey'] ?? null);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const name = String(given.get('name'));
    setFailure(null);
    const asked = await begin({ input: { password: String(given.get('password')) } });
    if (!asked.ok) return refused(asked.fieldErrors);
    const { options, setup } = asked.result.challenge!;
    setAsking(true);
    const credential = await startRegistration({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    }).catch((error: unknown) => {
      // The user canceled, which needs no message.
      if (error instanceof Error && error.name === 'NotAllowedError') return null;
      const code = error instanceof WebAuthnError ? error.code : null;
      setFailure(code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? w.known : w.failed);
      return null;
    });
    setAsking(false);
    if (!credential) return;
    const outcome = await confirm({ input: { setup, name, credential: JSON.stringify(credential) } });
    if (outcome.ok) onDone(name, outcome.result.recoveryCodes ?? []);
    else refused(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="name"
        label={w.name}
        description={w.nameHint}
        defaultValue={w.defaultName}
        maxLength={100}
        required
        withAsterisk={false}
        autoComplete="off"
        error={errors['name']}
        onChange={() => clear('name')}
      />
      <CurrentPassword optional error={errors['password']} onChange={() => clear('password')} />
      <FieldError>{failure}</FieldError>
      <div className={styles.buttons}>
        <Button type="submit" loading={beginning || asking || confirming}>
          {w.add}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

const beginMutation = graphql`
  mutation AddPasskeyBeginMutation($input: BeginPasskeyInput!) {
    result: beginPasskey(input: $input) {
      __typename
      ... on BeginPasskeySuccess {
        challenge {
          options
          setup
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const confirmMutation = graphql`
  mutation AddPasskeyConfirmMutation($input: ConfirmPasskeyInput!) {
    result: confirmPasskey(input: $input) {
      __typename
      ... on ConfirmPasskeySuccess {
        recoveryCodes
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
