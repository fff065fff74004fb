import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ComponentType, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { SignInScreenMutation } from '../../__generated__/SignInScreenMutation.graphql.ts';
import { takeReturnPath } from '../../relay/return-path.ts';
import { useAction } from '../../relay/use-action.ts';
import { signInRefusal } from '../../relay/sign-in-refusal.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWords } from '../../generated/words/signIn.ts';
import { withWords } from '../../words/words-part.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CodeField, EmailField, PasswordField } from './fields.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Loaded beside the form, which does without where it cannot be loaded. */
const SignInProviders = lazy(() =>
  withWords<{ default: ComponentType }>(import('./SignInProviders.tsx')).catch(() => ({
    default: () => null,
  })),
);

/** Start page. After sign-in it continues to the page that the user wanted. */
export default function SignInScreen() {
  const w = useWords(signInWords);
  useDocumentTitle(w.document);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    signInRefusal(new URLSearchParams(location.search).get('refused')).then(setFailure, () => {
      // Without its reason the form is there all the same.
    });
  }, []);
  const [asksCode, setAsksCode] = useState(false);
  const [signIn, busy] = useAction<SignInScreenMutation>(graphql`
    mutation SignInScreenMutation($input: SignInInput!) {
      result: signIn(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(null);
    const code = form.get('code');
    const outcome = await signIn(
      {
        input: {
          email: String(form.get('email')).trim(),
          password: String(form.get('password')),
          ...(typeof code === 'string' && { code }),
        },
      },
      { tell: false },
    );
    // The page reloads, so that neither the store nor the socket belongs to the previous user.
    if (outcome.ok) location.replace(takeReturnPath());
    else if (outcome.fieldErrors['code'] && !asksCode) setAsksCode(true);
    else {
      // In place of a passkey a recovery code counts.
      if (outcome.fieldErrors['passkey']) setAsksCode(true);
      setFailure(Object.values(outcome.fieldErrors)[0] ?? outcome.message);
    }
  };

  return (
    <SignInFrame heading={w.heading} failure={failure} onSubmit={(event) => void submit(event)}>
      <EmailField label={w.email} />
      <PasswordField label={w.password} show={w.showPassword} />
      {asksCode && <CodeField label={w.code} hint={w.codeHint} />}
      <Button type="submit" size="md" loading={busy}>
        {w.signIn}
      </Button>
      <Suspense fallback={null}>
        <SignInProviders />
      </Suspense>
      <Link to="/forgotten-password">{w.forgotten}</Link>
      <Link to="/sign-up">{w.signUp}</Link>
    </SignInFrame>
  );
}
