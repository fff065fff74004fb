import { useEffect } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { commitMutation, type Disposable } from 'relay-runtime';
import type { SignOutScreenMutation } from '../../__generated__/SignOutScreenMutation.graphql.ts';
import type { SignOutScreenQuery } from '../../__generated__/SignOutScreenQuery.graphql.ts';
import { StartupPlaceholder } from '../shell/StartupPlaceholder.tsx';

/**
 * Ends the session, clears this browser's stored data, and reloads the page, so that nothing stays in memory.
 */
export default function SignOutScreen() {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const leave = (to: string) => {
      sessionStorage.clear();
      for (const cookie of document.cookie.split(';'))
        document.cookie = `${cookie.split('=')[0]?.trim()}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
      location.replace(to);
    };
    let leaving: Disposable | undefined;
    const signOut = (to: string) => {
      leaving = commitMutation<SignOutScreenMutation>(environment, {
        mutation: graphql`
          mutation SignOutScreenMutation {
            result: signOut {
              __typename
            }
          }
        `,
        variables: {},
        onCompleted: () => leave(to),
        onError: () => leave(to),
      });
    };
    // Also signs out of the OpenID provider; its address has to be fetched before the session ends.
    const asking = fetchQuery<SignOutScreenQuery>(
      environment,
      graphql`
        query SignOutScreenQuery {
          viewer {
            signOutUrl
          }
        }
      `,
      {},
    ).subscribe({ next: ({ viewer }) => signOut(viewer?.signOutUrl ?? '/'), error: () => signOut('/') });
    return () => {
      asking.unsubscribe();
      leaving?.dispose();
    };
  }, [environment]);
  return <StartupPlaceholder />;
}
