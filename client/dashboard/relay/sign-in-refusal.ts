// oxlint-disable relay/unused-fields -- fewer fields of identities would take them from the profile
import { fetchQuery } from 'react-relay';
import { graphql, type IEnvironment } from 'relay-runtime';
import type { signInRefusalQuery } from '../__generated__/signInRefusalQuery.graphql.ts';
import { showError } from '../ui/messages.ts';
import { formatByCode } from '../words/server-words.ts';

/** Where a refusal leads (document 1 of the specification, section 8). */
const path = '/connect/google/';

/**
 * Redirects to the sign-in with Google after a refusal if that can help: the server offers it, and the user
 * has not signed in with it before. Other users see the refusal explained in place.
 * @returns whether the browser leaves the page
 */
export async function signInWithGoogle(environment: IEnvironment): Promise<boolean> {
  const answer = await fetchQuery<signInRefusalQuery>(
    environment,
    graphql`
      query signInRefusalQuery {
        signInProviders {
          name
          path
        }
        viewer {
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

/**
 * Returns why a sign-in at a provider failed, from the code in the address; null: the code is not one of
 * those.
 */
export async function signInRefusal(code: string | null): Promise<string | null> {
  return code && /^OPENID_[A-Z_]+$/.test(code) ? formatByCode(code) : null;
}

/** Shows a signed-in user why a sign-in at a provider failed. */
export async function showSignInRefusal(code: string): Promise<void> {
  const message = await signInRefusal(code);
  if (message !== null) showError({ message });
}
