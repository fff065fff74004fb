import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ResetPasswordScreenMutation } from '../../__generated__/ResetPasswordScreenMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { passwordProblems } from '../../ui/forms/new-password.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { newPasswordWords } from '../../generated/words/newPassword.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { LinkOutcome } from './LinkOutcome.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useLinkSecret } from './use-link-secret.ts';
import styles from './SignInScreen.module.css';

/** Where the link of a mail leads that sets a new password. */
export default function ResetPasswordScreen() {
  const w = useWords(newPasswordWords);
  useDocumentTitle(w.setDocument);
  const secret = useLinkSecret();
  const [state, setState] = useState<'asking' | 'done' | 'bad'>(secret ? 'asking' : 'bad');
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [reset, busy] = useAction<ResetPasswordScreenMutation>(graphql`
    mutation ResetPasswordScreenMutation($input: ResetPasswordInput!) {
      result: resetPassword(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [newPassword, again] = [String(given.get('newPassword')), String(given.get('again'))];
    setFailure(null);
    const problems = passwordProblems({ newPassword, again }, { short: w.hint, different: w.different });
    if (Object.keys(problems).length > 0) return refuse(problems);
    const outcome = await reset({ input: { secret, newPassword } }, { tell: false });
    if (outcome.ok) setState('done');
    else if (outcome.fieldErrors['secret']) setState('bad');
    else if (outcome.fieldErrors['newPassword']) refuse(outcome.fieldErrors);
    else setFailure(outcome.message);
  };
  if (state !== 'asking') {
    const [heading, text] = state === 'done' ? [w.doneHeading, w.done] : [w.badHeading, w.bad];
    return (
      <LinkOutcome heading={heading} text={text}>
        {state === 'bad' && <Link to="/forgotten-password">{w.askAnew}</Link>}
        <Link to="/">{w.toSignIn}</Link>
      </LinkOutcome>
    );
  }
  const field = (name: 'newPassword' | 'again') => ({
    name,
    error: errors[name],
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': w.show, tabIndex: 0 },
    onChange: () => clear(name),
  });
  return (
    <SignInFrame heading={w.setHeading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{w.setAbout}</p>
      <div ref={form} className={styles.fields}>
        <PasswordInput label={w.next} description={w.hint} autoFocus {...field('newPassword')} />
        <PasswordInput label={w.repeat} {...field('again')} />
      </div>
      <Button type="submit" size="md" loading={busy}>
        {w.set}
      </Button>
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}
