import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ConfirmSignUpScreenMutation } from '../../__generated__/ConfirmSignUpScreenMutation.graphql.ts';
import { signUpWords } from '../../generated/words/signUp.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { LinkOutcome } from './LinkOutcome.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useFormFields } from './use-form-fields.ts';
import { useLinkSecret } from './use-link-secret.ts';

/**
 * Where the link of the email leads that confirms a new account's address. Opening it confirms nothing yet.
 * In a browser that did not sign up, it asks for the password that was chosen then, or for a new one and a
 * name: a stranger may have asked for the link.
 */
export default function ConfirmSignUpScreen() {
  const w = useWords(signUpWords);
  useDocumentTitle(w.confirmDocument);
  const secret = useLinkSecret();
  const [isBad, setIsBad] = useState(!secret);
  const [asks, setAsks] = useState<'nothing' | 'password' | 'new account'>('nothing');
  const [failure, setFailure] = useState<string | null>(null);
  const { field, setErrors } = useFormFields();
  const [confirm, busy] = useAction<ConfirmSignUpScreenMutation>(confirmSignUpScreenMutation);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    setErrors({});
    const given = new FormData(event.currentTarget);
    const [password, name] = [given.get('password'), given.get('name')];
    const outcome = await confirm(
      {
        input: {
          secret,
          ...(typeof password === 'string' && { password }),
          ...(typeof name === 'string' && { name: name.trim() }),
        },
      },
      { tell: false },
    );
    // The user is signed in: the page reloads, as after any sign-in.
    if (outcome.ok) location.replace('/studio?registered=true');
    else if (outcome.fieldErrors['secret']) setIsBad(true);
    else if (asks === 'nothing' && outcome.fieldErrors['password']) setAsks('password');
    else if (Object.keys(outcome.fieldErrors).length > 0) setErrors(outcome.fieldErrors);
    else setFailure(outcome.message);
  };
  if (isBad)
    return (
      <LinkOutcome heading={w.badHeading} text={w.bad}>
        <Link to="/">{w.signIn}</Link>
        <Link to="/sign-up">{w.create}</Link>
      </LinkOutcome>
    );
  const leads = { nothing: w.confirmLead, password: w.elsewhereLead, 'new account': w.chooseLead };
  return (
    <SignInFrame heading={w.confirmHeading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{leads[asks]}</p>
      {asks !== 'nothing' && <AccountFields asks={asks} field={field} />}
      <Button type="submit" size="md" loading={busy} autoFocus={asks === 'nothing'}>
        {w.confirm}
      </Button>
      {asks === 'password' && (
        <Button
          variant="default"
          size="md"
          onClick={() => {
            setErrors({});
            setAsks('new account');
          }}
        >
          {w.choose}
        </Button>
      )}
    </SignInFrame>
  );
}

interface AccountFieldsProps {
  asks: 'password' | 'new account';
  field: ReturnType<typeof useFormFields>['field'];
}

/** The password that was chosen at the sign-up, or a name and a new password. */
function AccountFields({ asks, field }: AccountFieldsProps) {
  const w = useWords(signUpWords);
  const toggle = { 'aria-label': w.show, tabIndex: 0 };
  return asks === 'password' ? (
    <PasswordInput
      {...field('password')}
      key="password"
      label={w.password}
      autoComplete="current-password"
      visibilityToggleButtonProps={toggle}
      autoFocus
    />
  ) : (
    <>
      <TextInput {...field('name')} label={w.name} autoComplete="name" autoFocus />
      <PasswordInput
        {...field('password')}
        key="new password"
        label={w.newPassword}
        description={w.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
      />
    </>
  );
}

const confirmSignUpScreenMutation = graphql`
  mutation ConfirmSignUpScreenMutation($input: ConfirmSignUpInput!) {
    result: confirmSignUp(input: $input) {
      __typename
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
