import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { SignUpScreenMutation } from '../../__generated__/SignUpScreenMutation.graphql.ts';
import type { SignUpScreenQuery } from '../../__generated__/SignUpScreenQuery.graphql.ts';
import { signUpWords } from '../../generated/words/signUp.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { EmailSent } from './EmailSent.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useFormFields } from './use-form-fields.ts';
import { OpenIdProviders } from './SignInProviders.tsx';

/** Creates a studio account for a user without a newsroom. Its address is confirmed by email. */
export default function SignUpScreen() {
  const w = useWords(signUpWords);
  useDocumentTitle(w.document);
  return <Part what={w.heading}>{(attempt) => <Asked attempt={attempt} />}</Part>;
}

function Asked({ attempt }: { attempt: number }) {
  const w = useWords(signUpWords);
  const { signUpEnabled } = useLazyLoadQuery<SignUpScreenQuery>(
    graphql`
    query SignUpScreenQuery @throwOnFieldError {
      signUpEnabled
    }
  `,
    {},
    { fetchKey: attempt },
  );
  if (signUpEnabled) return <SignUpForm />;
  return (
    <SignInFrame heading={w.closedHeading}>
      <p>{w.closed}</p>
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}

function SignUpForm() {
  const w = useWords(signUpWords);
  const { field, setErrors } = useFormFields();
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [signUp, busy] = useAction<SignUpScreenMutation>(graphql`
    mutation SignUpScreenMutation($input: SignUpInput!) {
      result: signUp(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    setFailure(null);
    setErrors({});
    const outcome = await signUp(
      { input: { name: String(form.get('name')).trim(), email, password: String(form.get('password')) } },
      { tell: false },
    );
    if (outcome.ok) return setSentTo(email);
    if (Object.keys(outcome.fieldErrors).length > 0) setErrors(outcome.fieldErrors);
    else setFailure(outcome.message);
  };
  if (sentTo !== null) return <EmailSent email={sentTo} words={w} onAgain={() => setSentTo(null)} />;
  return (
    <SignInFrame heading={w.heading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{w.lead}</p>
      <TextInput {...field('name')} label={w.name} autoComplete="name" autoFocus />
      <TextInput {...field('email')} label={w.email} type="email" autoComplete="username" />
      <PasswordInput
        {...field('password')}
        label={w.password}
        description={w.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': w.show, tabIndex: 0 }}
      />
      <Button type="submit" size="md" loading={busy}>
        {w.create}
      </Button>
      <OpenIdProviders />
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}
