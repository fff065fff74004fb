import '@mantine/core/styles/PasswordInput.layer.css';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, type FormEvent, type RefObject } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ConfirmIdentityQuery } from '../../__generated__/ConfirmIdentityQuery.graphql.ts';
import { confirmIdentityWords } from '../../generated/words/confirmIdentity.ts';
import { confirmationChannel } from '../../relay/identity-confirmation.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ConfirmIdentity.module.css';
import { useIdentityProof } from './use-identity-proof.ts';

interface ConfirmIdentityProps {
  onClose: (confirmed: boolean) => void;
}

/** Asks for the password, a passkey or the provider's word before a call that needs them is repeated. */
export default function ConfirmIdentity({ onClose }: ConfirmIdentityProps) {
  const w = useWords(confirmIdentityWords);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { viewer } = useLazyLoadQuery<ConfirmIdentityQuery>(
    confirmIdentityQuery,
    {},
    { fetchPolicy: 'network-only' },
  );
  const { errors, clear, failure, setFailure, busy, submit, confirmByPasskey } = useIdentityProof(
    form,
    onClose,
  );
  useConfirmationElsewhere(onClose, setFailure);
  const proofs = viewer?.identityProofs;
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
