import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState, type FormEvent, type RefObject } from 'react';
import { graphql } from 'react-relay';
import type { useIdentityProofBeginMutation } from '../../__generated__/useIdentityProofBeginMutation.graphql.ts';
import type { useIdentityProofMutation } from '../../__generated__/useIdentityProofMutation.graphql.ts';
import { confirmIdentityWords } from '../../generated/words/confirmIdentity.ts';
import { useAction, type Outcome } from '../../relay/use-action.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Sends the proof of a person's identity: the password and code of a form, or a passkey.
 * @param onClose called with true once the server has accepted the proof
 */
export function useIdentityProof(
  form: RefObject<HTMLFormElement | null>,
  onClose: (confirmed: boolean) => void,
) {
  const w = useWords(confirmIdentityWords);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [begin, beginning] = useAction<useIdentityProofBeginMutation>(beginMutation);
  const [confirm, confirming] = useAction<useIdentityProofMutation>(confirmMutation);
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
  return { errors, clear, failure, setFailure, busy, submit, confirmByPasskey };
}

const beginMutation = graphql`
  mutation useIdentityProofBeginMutation {
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

const confirmMutation = graphql`
  mutation useIdentityProofMutation($input: ConfirmIdentityInput!) {
    result: confirmIdentity(input: $input) {
      __typename
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
