import { product } from '../../../product.ts';
import { trimEnds } from '../../../text/trim-ends.ts';

/** What is typed around a word so that a rule lets it pass: digits and signs at its ends. */
const around = /^\P{L}$/u;
/** Characters that a word may be without it. */
const coreLeast = 4;

let known: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 common passwords. Loaded when a password is first chosen. */
const commonPasswords = () =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

/**
 * Whether a password is one that is tried first: one that many have, the name of product or person, or such a
 * word with digits and signs around it.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const common = await commonPasswords();
  const typed = password.trim().toLowerCase();
  const core = trimEnds(typed, around);
  const own = [product.name, ...email.split('@')].map((word) => word.toLowerCase());
  const isTried = (word: string) => common.has(word) || own.includes(word);
  return (
    isTried(typed) || core === '' || (core.length >= coreLeast && isTried(core)) || new Set(typed).size <= 3
  );
}
