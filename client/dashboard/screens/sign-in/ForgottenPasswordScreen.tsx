import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ForgottenPasswordScreenMutation } from '../../__generated__/ForgottenPasswordScreenMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { newPasswordWords } from '../../generated/words/newPassword.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { EmailSent } from './EmailSent.tsx';
import { EmailField } from './fields.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Sends a link to users who forgot their password. The message is the same for every address. */
export default function ForgottenPasswordScreen() {
  const w = useWords(newPasswordWords);
  useDocumentTitle(w.askDocument);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [ask, busy] = useAction<ForgottenPasswordScreenMutation>(graphql`
    mutation ForgottenPasswordScreenMutation($input: RequestPasswordResetInput!) {
      result: requestPasswordReset(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setFailure(null);
    const outcome = await ask({ input: { email } }, { tell: false });
    if (outcome.ok) setSentTo(email);
    else setFailure(outcome.message);
  };
  if (sentTo !== null) return <EmailSent email={sentTo} words={w} onAgain={() => setSentTo(null)} />;
  return (
    <SignInFrame heading={w.askHeading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{w.askAbout}</p>
      <EmailField label={w.email} />
      <Button type="submit" size="md" loading={busy}>
        {w.send}
      </Button>
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}
