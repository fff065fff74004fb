import '../../ui/forms/forms.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { ChangePasswordMutation } from '../../__generated__/ChangePasswordMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { passwordProblems } from '../../ui/forms/new-password.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

const empty = { oldPassword: '', newPassword: '', again: '' };

/** The present password, the new one twice; other devices are signed out by it. */
export function ChangePassword({ email }: { email: string }) {
  const { password: w } = useWords(profileWords);
  const [values, setValues] = useState(empty);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [change, busy] = useAction<ChangePasswordMutation>(graphql`
    mutation ChangePasswordMutation($input: ChangePasswordInput!) {
      result: changePassword(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const { oldPassword, newPassword, again } = values;
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    visibilityToggleButtonProps: { 'aria-label': w.show, tabIndex: 0 },
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      clear(name);
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = passwordProblems({ newPassword, again }, { short: w.short, different: w.different });
    if (Object.keys(problems).length > 0) return refuse(problems);
    const outcome = await change({ input: { oldPassword, newPassword } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setValues(empty);
    notify(w.changed, 2000);
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={styles.fields}>
      {/* Password managers keep the new one under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label={w.current} autoComplete="current-password" {...field('oldPassword')} />
      <PasswordInput
        label={w.next}
        description={w.hint}
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <PasswordInput label={w.again} autoComplete="new-password" {...field('again')} />
      <div>
        <Button type="submit" loading={busy} disabled={!oldPassword || !newPassword || !again}>
          {w.change}
        </Button>
      </div>
    </form>
  );
}
