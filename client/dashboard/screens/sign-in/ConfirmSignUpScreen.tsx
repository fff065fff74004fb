import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ConfirmSignUpScreenMutation } from '../../__generated__/ConfirmSignUpScreenMutation.graphql.ts';
import { signUpWords } from '../../generated/words/signUp.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SignInFrame } from './SignInFrame.tsx';

/**
 * Where the link of the mail leads that confirms a new account's address. Who only looks confirms nothing.
 */
export default function ConfirmSignUpScreen() {
  const w = useWords(signUpWords);
  useDocumentTitle(w.confirmDocument);
  const [secret] = useState(() => location.hash.slice(1));
  const [isBad, setIsBad] = useState(!secret);
  const [failure, setFailure] = useState<string | null>(null);
  // It stands neither in the history nor in a picture of the screen.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const [confirm, busy] = useAction<ConfirmSignUpScreenMutation>(graphql`
    mutation ConfirmSignUpScreenMutation($input: ConfirmSignUpInput!) {
      result: confirmSignUp(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const outcome = await confirm({ input: { secret } }, { tell: false });
    // Signed in: the page begins anew, as after any sign-in.
    if (outcome.ok) location.replace('/studio?registered=true');
    else if (outcome.fieldErrors['secret']) setIsBad(true);
    else setFailure(outcome.message);
  };
  if (isBad)
    return (
      <SignInFrame heading={w.badHeading}>
        <p role="status">{w.bad}</p>
        <Link to="/">{w.signIn}</Link>
        <Link to="/sign-up">{w.create}</Link>
      </SignInFrame>
    );
  return (
    <SignInFrame heading={w.confirmHeading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{w.confirmLead}</p>
      <Button type="submit" size="md" loading={busy} autoFocus>
        {w.confirm}
      </Button>
    </SignInFrame>
  );
}
