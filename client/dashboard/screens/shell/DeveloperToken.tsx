import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { notify, showError } from '../../ui/messages.ts';
import styles from './Shell.module.css';

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

/** On this machine only: a developer pastes a bearer token, which takes the place of the session's cookie. */
export function DeveloperToken() {
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  if (!isLocal) return null;

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
      if (!response.ok) return showError({ message: answer.message ?? 'The token was refused.' });
      setToken('');
      notify('Token applied successfully! Please reload the page.', 5000);
    } catch {
      showError({ message: 'The server cannot be reached.' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <details className={styles.developer}>
      <summary>Developer token</summary>
      <form onSubmit={(event) => void apply(event)}>
        <TextInput
          label="Bearer token"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" loading={busy} disabled={!token.trim()}>
          Apply
        </Button>
      </form>
    </details>
  );
}
