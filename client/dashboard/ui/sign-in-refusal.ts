import { toldByCode } from '../words/server-words.ts';
import { showError } from './messages.ts';

/**
 * Returns why a sign-in at a provider failed, from the code in the address; null: the code is not one of
 * those.
 */
export async function signInRefusal(code: string | null): Promise<string | null> {
  return code && /^OPENID_[A-Z_]+$/.test(code) ? toldByCode(code) : null;
}

/** Shows why a sign-in at a provider failed to a person who is signed in all the same. */
export async function showSignInRefusal(code: string): Promise<void> {
  const message = await signInRefusal(code);
  if (message !== null) showError({ message });
}
