import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { LinkAccountScreenMailMutation } from '../../__generated__/LinkAccountScreenMailMutation.graphql.ts';
import type { LinkAccountScreenMutation } from '../../__generated__/LinkAccountScreenMutation.graphql.ts';
import { takeReturnPath } from '../../relay/return-path.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CodeField, PasswordField } from './fields.tsx';
import { LinkOutcome } from './LinkOutcome.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useLinkSecret } from './use-link-secret.ts';

/**
 * Lets users who sign in elsewhere with the address of an existing account prove that it is theirs: by its
 * password, or by an email whose link also leads here.
 */
export default function LinkAccountScreen() {
  const { link: w, showPassword } = useWords(signInWaysWords);
  useDocumentTitle(w.document);
  const secret = useLinkSecret();
  const [failure, setFailure] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [sent, setSent] = useState(false);
  const [link, linking] = useAction<LinkAccountScreenMutation>(graphql`
    mutation LinkAccountScreenMutation($input: LinkIdentityInput!) {
      result: linkIdentity(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [mail, mailing] = useAction<LinkAccountScreenMailMutation>(graphql`
    mutation LinkAccountScreenMailMutation($input: RequestIdentityLinkInput!) {
      result: requestIdentityLink(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    const given = new FormData(event.currentTarget);
    const [password, code] = [given.get('password'), given.get('code')];
    const outcome = await link(
      {
        input: {
          secret,
          ...(typeof password === 'string' && { password }),
          ...(typeof code === 'string' && { code }),
        },
      },
      { tell: false },
    );
    if (outcome.ok) location.replace(takeReturnPath());
    else if (outcome.fieldErrors['code'] && !asksCode) setAsksCode(true);
    else {
      // In place of a passkey a recovery code counts.
      if (outcome.fieldErrors['passkey']) setAsksCode(true);
      setFailure(outcome.message);
    }
  };
  const ask = async () => {
    setFailure(null);
    const outcome = await mail({ input: { secret } }, { tell: false });
    if (outcome.ok) setSent(true);
    else setFailure(outcome.message);
  };
  if (sent)
    return (
      <LinkOutcome heading={w.sentHeading} text={w.sent}>
        <Link to="/">{w.toSignIn}</Link>
      </LinkOutcome>
    );
  const fromMail = secret.startsWith('im_');
  return (
    <SignInFrame heading={w.heading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{fromMail ? w.aboutMail : w.about}</p>
      {!fromMail && <PasswordField label={w.password} show={showPassword} autoFocus />}
      {asksCode && <CodeField label={w.code} />}
      <Button type="submit" size="md" loading={linking}>
        {w.link}
      </Button>
      {!fromMail && (
        <Button variant="default" size="md" loading={mailing} onClick={() => void ask()}>
          {w.byMail}
        </Button>
      )}
      <Link to="/">{w.toSignIn}</Link>
    </SignInFrame>
  );
}
