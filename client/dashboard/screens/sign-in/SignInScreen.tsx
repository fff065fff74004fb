import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { SignInScreenMutation } from '../../__generated__/SignInScreenMutation.graphql.ts';
import { takeReturnPath } from '../../relay/return-path.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConnectionBanner } from '../shell/ConnectionBanner.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Wave } from '../../ui/Wave.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWords } from '../../generated/words/signIn.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SignInScreen.module.css';

/** The start page. After signing in it goes on to where one wanted to be. */
export default function SignInScreen() {
  const w = useWords(signInWords);
  useDocumentTitle(w.document);
  const [failure, setFailure] = useState<string | null>(null);
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
    const outcome = await signIn(
      { input: { email: String(form.get('email')).trim(), password: String(form.get('password')) } },
      { tell: false },
    );
    // The page begins anew, so that neither the store nor the socket is still the one of who was here before.
    if (outcome.ok) location.replace(takeReturnPath());
    else setFailure(Object.values(outcome.fieldErrors)[0] ?? outcome.message);
  };

  return (
    <div className={styles.page}>
      <header className={styles.art}>
        <Wave bars={46} />
        <p>{w.claim}</p>
      </header>
      <main className={styles.main}>
        <ConnectionBanner />
        <form className={styles.form} onSubmit={submit}>
          <p className={styles.brand}>
            <Logo size={34} /> Parlance
          </p>
          <h1>{w.heading}</h1>
          {failure && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          <TextInput
            name="email"
            type="email"
            label={w.email}
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            size="md"
          />
          <PasswordInput
            name="password"
            label={w.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': w.showPassword, tabIndex: 0 }}
          />
          <Button type="submit" size="md" loading={busy}>
            {w.signIn}
          </Button>
          <p className={styles.hint}>{w.firstStart}</p>
          <LanguageSwitch />
        </form>
      </main>
    </div>
  );
}
