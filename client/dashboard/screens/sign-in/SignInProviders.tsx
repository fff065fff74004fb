import { Button } from '@mantine/core';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { SignInProvidersQuery } from '../../__generated__/SignInProvidersQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SignInPasskey } from './SignInPasskey.tsx';

/**
 * A passkey, and the OpenID providers with which one can sign in here; loaded beside the form, which neither
 * waits for them nor fails with them.
 */
export default function SignInProviders() {
  return (
    <>
      <SignInPasskey />
      <OpenIdProviders />
    </>
  );
}

/** Shows only the OpenID providers: a user without an account has no passkey either. */
export function OpenIdProviders() {
  const w = useWords(signInWaysWords);
  return <Part what={w.what}>{(attempt) => <Providers attempt={attempt} />}</Part>;
}

function Providers({ attempt }: { attempt: number }) {
  const w = useWords(signInWaysWords);
  const { signInProviders } = useLazyLoadQuery<SignInProvidersQuery>(
    graphql`
    query SignInProvidersQuery @throwOnFieldError {
      signInProviders {
        name
        path
      }
    }
  `,
    {},
    { fetchKey: attempt },
  );
  return (
    <>
      {signInProviders.map(({ name, path }) => (
        <Button key={path} component="a" href={path} variant="default" size="md">
          {w.signInWith({ name })}
        </Button>
      ))}
    </>
  );
}
