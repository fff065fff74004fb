import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ConfirmEmailScreenMutation } from '../../__generated__/ConfirmEmailScreenMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { newPasswordWords } from '../../generated/words/newPassword.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { PasswordField } from './fields.tsx';
import { LinkOutcome } from './LinkOutcome.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useLinkSecret } from './use-link-secret.ts';

/**
 * Target of the link in an email that confirms a new address. Opening it changes nothing yet. In a browser
 * that is not signed in to the account, it asks for the password.
 */
export default function ConfirmEmailScreen() {
  const w = useWords(newPasswordWords);
  useDocumentTitle(w.emailDocument);
  const secret = useLinkSecret();
  const [state, setState] = useState<'asking' | 'done' | 'bad'>(secret ? 'asking' : 'bad');
  const [failure, setFailure] = useState<string | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  const [confirm, busy] = useAction<ConfirmEmailScreenMutation>(graphql`
    mutation ConfirmEmailScreenMutation($input: ConfirmEmailChangeInput!) {
      result: confirmEmailChange(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    const password = new FormData(event.currentTarget).get('password');
    const outcome = await confirm(
      { input: { secret, ...(typeof password === 'string' && { password }) } },
      { tell: false },
    );
    if (outcome.ok) setState('done');
    else if (outcome.fieldErrors['secret']) setState('bad');
    else if (outcome.fieldErrors['password'] && !asksPassword) setAsksPassword(true);
    else setFailure(outcome.message);
  };
  if (state !== 'asking') {
    const [heading, text] = state === 'done' ? [w.emailDoneHeading, w.emailDone] : [w.badHeading, w.emailBad];
    return (
      <LinkOutcome heading={heading} text={text}>
        <Link to="/">{w.toSignIn}</Link>
      </LinkOutcome>
    );
  }
  return (
    <SignInFrame heading={w.emailHeading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{asksPassword ? w.emailElsewhere : w.emailAbout}</p>
      {asksPassword && <PasswordField label={w.emailPassword} show={w.show} autoFocus />}
      <Button type="submit" size="md" loading={busy} autoFocus={!asksPassword}>
        {w.emailConfirm}
      </Button>
    </SignInFrame>
  );
}
