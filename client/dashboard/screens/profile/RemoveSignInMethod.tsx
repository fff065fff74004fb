import { Button } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import type { Outcome } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

interface RemoveSignInMethodProps {
  about: string;
  /** What the button says, and what it is called among others. */
  action: string;
  label: string;
  /** Errors with which the server refuses the removal. */
  field: string;
  busy: boolean;
  take: (password: string) => Promise<Outcome<unknown>>;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the password before a sign-in method is removed. */
export function RemoveSignInMethod({
  about,
  action,
  label,
  field,
  busy,
  take,
  onDone,
  onCancel,
}: RemoveSignInMethodProps) {
  const { passkeys: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const outcome = await take(String(new FormData(event.currentTarget).get('password')));
    if (outcome.ok) onDone();
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.change} onSubmit={(event) => void submit(event)}>
      <p>{about}</p>
      <CurrentPassword optional error={errors['password']} onChange={() => clear('password')} />
      <FieldError>{errors[field]}</FieldError>
      <div className={styles.buttons}>
        <Button type="submit" color="red" loading={busy} aria-label={label}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
