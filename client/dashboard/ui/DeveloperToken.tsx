import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { notify, showError } from './messages.ts';
import { profileWords } from '../generated/words/profile.ts';
import { useWords } from '../words/word-catalogue.ts';
import styles from './DeveloperToken.module.css';

/** On this machine only: a developer pastes a bearer token, which takes the place of the session's cookie. */
export default function DeveloperToken() {
  const { token: w } = useWords(profileWords);
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);

  async function apply(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const response = await fetch('/auth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: token.trim() }),
      });
      const answer = (await response.json()) as { message?: string };
      if (!response.ok) return showError({ message: answer.message ?? w.refused });
      setToken('');
      notify(w.applied, 5000);
    } catch {
      showError({ message: w.unreachable });
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void apply(event)}>
      <TextInput
        label={w.label}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" loading={busy} disabled={!token.trim()}>
        {w.apply}
      </Button>
    </form>
  );
}
