import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { EmailAddressMutation } from '../../__generated__/EmailAddressMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

/** Another address to sign in with, which a mail that goes there confirms. */
export function EmailAddress({ email }: { email: string }) {
  const { email: w } = useWords(profileWords);
  const [asking, setAsking] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [request, busy] = useAction<EmailAddressMutation>(graphql`
    mutation EmailAddressMutation($input: RequestEmailChangeInput!) {
      result: requestEmailChange(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const wanted = String(given.get('email')).trim();
    const outcome = await request({ input: { email: wanted, password: String(given.get('password')) } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setSentTo(wanted);
    setAsking(false);
  };
  if (!asking)
    return (
      <div className={styles.fields}>
        <p className={styles.note}>{w.about({ email })}</p>
        {sentTo && <p role="status">{w.sent({ email: sentTo })}</p>}
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {w.change}
          </Button>
        </div>
      </div>
    );
  return (
    <form ref={form} noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="email"
        type="email"
        label={w.next}
        autoComplete="email"
        error={errors['email']}
        onChange={() => clear('email')}
      />
      <CurrentPassword optional error={errors['password']} onChange={() => clear('password')} />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {w.send}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
