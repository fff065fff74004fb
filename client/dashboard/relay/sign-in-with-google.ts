import { fetchQuery } from 'react-relay';
import { graphql, type IEnvironment } from 'relay-runtime';
import type { signInWithGoogleQuery } from '../__generated__/signInWithGoogleQuery.graphql.ts';

/** Where a refusal leads (document 1 of the specification, section 8). */
const path = '/connect/google/';

/**
 * Goes to the sign-in with Google after a refusal, where that can help: the server offers it, and the
 * person has not signed in with it before. Anybody else gets the refusal explained where it happened.
 * @returns whether the browser leaves the page
 */
export async function signInWithGoogle(environment: IEnvironment): Promise<boolean> {
  const answer = await fetchQuery<signInWithGoogleQuery>(
    environment,
    graphql`
      query signInWithGoogleQuery {
        signInProviders {
          name
          path
        }
        viewer {
          # All that the profile reads of them: fewer fields would take them from its screen.
          identities {
            key
            provider
            email
            createdAt
          }
        }
      }
    `,
    {},
  )
    .toPromise()
    .catch(() => null);
  const google = answer?.signInProviders.find((provider) => provider.path === path);
  const isKnown = answer?.viewer?.identities?.some(({ provider }) => provider === google?.name);
  if (!google || isKnown) return false;
  location.assign(path);
  return true;
}
