import {
  browserSupportsWebAuthn,
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { SignInPasskeyBeginMutation } from '../../__generated__/SignInPasskeyBeginMutation.graphql.ts';
import type { SignInPasskeyMutation } from '../../__generated__/SignInPasskeyMutation.graphql.ts';
import { takeReturnPath } from '../../relay/return-path.ts';
import { useAction } from '../../relay/use-action.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SignInScreen.module.css';

/** Signs in with a passkey, in place of password and code. */
export function SignInPasskey() {
  const w = useWords(signInWaysWords);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [begin, beginning] = useAction<SignInPasskeyBeginMutation>(graphql`
    mutation SignInPasskeyBeginMutation {
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
  `);
  const [signIn, signingIn] = useAction<SignInPasskeyMutation>(graphql`
    mutation SignInPasskeyMutation($input: SignInWithPasskeyInput!) {
      result: signInWithPasskey(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  if (!browserSupportsWebAuthn()) return null;
  const enter = async () => {
    setFailure(null);
    const asked = await begin({}, { tell: false });
    if (!asked.ok) return setFailure(asked.message);
    if (asked.result.__typename !== 'BeginPasskeySignInSuccess') return;
    const { options, setup } = asked.result.challenge;
    setAsking(true);
    const credential = await startAuthentication({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
    }).catch((error: unknown) => {
      // The user canceled, which needs no message.
      if (!(error instanceof Error && error.name === 'NotAllowedError')) setFailure(w.passkeyFailed);
      return null;
    });
    setAsking(false);
    if (!credential) return;
    const outcome = await signIn(
      { input: { setup, credential: JSON.stringify(credential) } },
      { tell: false },
    );
    // As after a password, the page reloads.
    if (outcome.ok) location.replace(takeReturnPath());
    else setFailure(outcome.message);
  };
  return (
    <>
      <Button
        variant="default"
        size="md"
        loading={beginning || asking || signingIn}
        onClick={() => void enter()}
      >
        {w.passkey}
      </Button>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
