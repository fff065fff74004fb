import '@mantine/core/styles/PasswordInput.layer.css';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ConfirmIdentityBeginMutation } from '../../__generated__/ConfirmIdentityBeginMutation.graphql.ts';
import type { ConfirmIdentityMutation } from '../../__generated__/ConfirmIdentityMutation.graphql.ts';
import type { ConfirmIdentityQuery } from '../../__generated__/ConfirmIdentityQuery.graphql.ts';
import { confirmIdentityWords } from '../../generated/words/confirmIdentity.ts';
import { confirmationChannel } from '../../relay/identity-confirmation.ts';
import { useAction, type Outcome } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ConfirmIdentity.module.css';

interface ConfirmIdentityProps {
  onClose: (confirmed: boolean) => void;
}

/** Asks for the password, a passkey or the provider's word before a call that needs them is repeated. */
export default function ConfirmIdentity({ onClose }: ConfirmIdentityProps) {
  const w = useWords(confirmIdentityWords);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const { viewer } = useLazyLoadQuery<ConfirmIdentityQuery>(
    confirmIdentityQuery,
    {},
    { fetchPolicy: 'network-only' },
  );
  const [begin, beginning] = useAction<ConfirmIdentityBeginMutation>(beginMutation);
  const [confirm, confirming] = useAction<ConfirmIdentityMutation>(confirmIdentityMutation);
  useConfirmationElsewhere(onClose, setFailure);
  const proofs = viewer?.identityProofs;
  const conclude = (outcome: Outcome<unknown>) => {
    if (outcome.ok) return onClose(true);
    refuse(outcome.fieldErrors);
    const shown = outcome.fieldErrors['password'] ?? outcome.fieldErrors['code'];
    setFailure(shown === undefined ? outcome.message : null);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form around it, if any, is not what is sent.
    event.stopPropagation();
    const given = new FormData(event.currentTarget);
    setFailure(null);
    const code = given.get('code');
    const input = { password: String(given.get('password')), code: code === null ? null : String(code) };
    conclude(await confirm({ input }, { tell: false }));
  };
  const confirmByPasskey = async () => {
    setFailure(null);
    const asked = await begin({}, { tell: false });
    if (!asked.ok) return setFailure(asked.message);
    if (asked.result.__typename !== 'BeginPasskeySignInSuccess') return;
    const { options, setup } = asked.result.challenge;
    setAsking(true);
    const credential = await startAuthentication({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
    }).catch((error: unknown) => {
      // A person who changed their mind needs no message.
      if (!(error instanceof Error && error.name === 'NotAllowedError')) setFailure(w.passkeyFailed);
      return null;
    });
    setAsking(false);
    if (credential)
      conclude(await confirm({ input: { setup, credential: JSON.stringify(credential) } }, { tell: false }));
  };
  const busy = beginning || asking || confirming;
  return (
    <Dialog
      title={w.title}
      opened
      onClose={() => onClose(false)}
      actions={
        <>
          <Button variant="default" onClick={() => onClose(false)}>
            {w.cancel}
          </Button>
          {proofs?.password && (
            <Button type="submit" form={id} loading={busy}>
              {w.confirm}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.ways}>
        <p>{w.about}</p>
        {proofs?.password && (
          <PasswordForm
            id={id}
            form={form}
            asksCode={proofs.code || errors['code'] !== undefined}
            errors={errors}
            onType={clear}
            onSubmit={(event) => void submit(event)}
          />
        )}
        {proofs?.passkey && browserSupportsWebAuthn() && (
          <Button variant="default" loading={busy} onClick={() => void confirmByPasskey()}>
            {w.passkey}
          </Button>
        )}
        {proofs?.providers.map(({ name, path }) => (
          <Button
            key={path}
            variant="default"
            onClick={() => window.open(path, 'parlance-identity', 'popup,width=520,height=680')}
          >
            {w.provider({ name })}
          </Button>
        ))}
        <FieldError>{failure}</FieldError>
      </div>
    </Dialog>
  );
}

/** Waits for what a provider's window says. */
function useConfirmationElsewhere(
  onClose: ConfirmIdentityProps['onClose'],
  onFailure: (failure: string) => void,
): void {
  const w = useWords(confirmIdentityWords);
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannel);
    channel.addEventListener('message', ({ data }) => {
      if (data === 'confirmed') onClose(true);
      else onFailure(w.refused);
    });
    return () => channel.close();
  }, [onClose, onFailure, w]);
}

interface PasswordFormProps {
  id: string;
  form: RefObject<HTMLFormElement | null>;
  asksCode: boolean;
  errors: FieldErrors;
  onType: (field: string) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function PasswordForm({ id, form, asksCode, errors, onType, onSubmit }: PasswordFormProps) {
  const w = useWords(confirmIdentityWords);
  return (
    <form id={id} ref={form} className={styles.ways} onSubmit={onSubmit}>
      <PasswordInput
        name="password"
        label={w.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        error={errors['password']}
        onChange={() => onType('password')}
        visibilityToggleButtonProps={{ 'aria-label': w.show, tabIndex: 0 }}
      />
      {asksCode && (
        <TextInput
          name="code"
          label={w.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          error={errors['code']}
          onChange={() => onType('code')}
        />
      )}
    </form>
  );
}

const confirmIdentityQuery = graphql`
  query ConfirmIdentityQuery {
    viewer {
      identityProofs {
        password
        code
        passkey
        providers {
          name
          path
        }
      }
    }
  }
`;

const beginMutation = graphql`
  mutation ConfirmIdentityBeginMutation {
    result: beginPasskeySignIn {
      __typename
      ... on BeginPasskeySignInSuccess {
        challenge {
          options
          setup
        }
      }
    }
  }
`;

const confirmIdentityMutation = graphql`
  mutation ConfirmIdentityMutation($input: ConfirmIdentityInput!) {
    result: confirmIdentity(input: $input) {
      __typename
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
