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
import { withoutFields, type FieldErrors } from '../../ui/field-errors.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { OpenIdProviders } from './SignInProviders.tsx';
import styles from './SignInScreen.module.css';

/** Whoever has no newsroom opens an account for the studio; its address is confirmed by mail. */
export default function SignUpScreen() {
  const w = useWords(signUpWords);
  useDocumentTitle(w.document);
  return <Part what={w.heading}>{(attempt) => <Asked attempt={attempt} />}</Part>;
}

function Asked({ attempt }: { attempt: number }) {
  const w = useWords(signUpWords);
  const { signUpOffered } = useLazyLoadQuery<SignUpScreenQuery>(
    graphql`
    query SignUpScreenQuery @throwOnFieldError {
      signUpOffered
    }
  `,
    {},
    { fetchKey: attempt },
  );
  if (signUpOffered) return <SignUpForm />;
  return (
    <SignInFrame heading={w.closedHeading}>
      <p>{w.closed}</p>
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}

function SignUpForm() {
  const w = useWords(signUpWords);
  const [errors, setErrors] = useState<FieldErrors>({});
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
  const clear = (field: string) => setErrors((before) => withoutFields(before, [field]));
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
  if (sentTo !== null)
    return (
      <SignInFrame heading={w.sentHeading}>
        <p role="status">{w.sent({ email: sentTo })}</p>
        <p className={styles.hint}>{w.sentHint}</p>
        <Button variant="default" size="md" onClick={() => setSentTo(null)}>
          {w.again}
        </Button>
        <Link to="/">{w.toSignIn}</Link>
      </SignInFrame>
    );
  const field = (name: string) => ({
    name,
    size: 'md' as const,
    required: true,
    withAsterisk: false,
    error: errors[name],
    onChange: () => clear(name),
  });
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
