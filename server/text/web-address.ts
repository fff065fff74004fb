import { urlMaxCharacters } from '../product.ts';

/**
 * Why a text is no address on the web, or null. Whether anything answers there is found out when it is
 * fetched.
 */
export function webAddressProblem(value: string): string | null {
  if (value.length > urlMaxCharacters) return `At most ${urlMaxCharacters} characters.`;
  const url = URL.parse(value);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !url.hostname)
    return 'Must be a complete web address (https://...).';
  if (url.username || url.password) return 'The address must not contain a user name or password.';
  return null;
}
