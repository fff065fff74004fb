import { useEffect } from 'react';
import { useRelayEnvironment, graphql } from 'react-relay';
import { commitMutation } from 'relay-runtime';
import type { SignOutScreenMutation } from '../../__generated__/SignOutScreenMutation.graphql.ts';
import { Starting } from '../shell/Starting.tsx';

/**
 * Ends the session, forgets what this browser kept, and starts the page anew, so that nothing of it stays in
 * memory.
 */
export default function SignOutScreen() {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const leave = () => {
      sessionStorage.clear();
      for (const cookie of document.cookie.split(';'))
        document.cookie = `${cookie.split('=')[0]?.trim()}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
      location.replace('/');
    };
    const signOut = commitMutation<SignOutScreenMutation>(environment, {
      mutation: graphql`
        mutation SignOutScreenMutation {
          result: signOut {
            __typename
          }
        }
      `,
      variables: {},
      onCompleted: leave,
      onError: leave,
    });
    return () => signOut.dispose();
  }, [environment]);
  return <Starting />;
}
