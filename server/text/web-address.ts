import { urlMaxCharacters } from '../product.ts';
import { addressMessages } from './messages.ts';
import type { Message } from '../lib/declare-messages.ts';

/**
 * Why a text is no address on the web, or null. Whether anything answers there is found out when it is
 * fetched.
 */
export function webAddressProblem(value: string): Message | null {
  if (value.length > urlMaxCharacters) return addressMessages.ADDRESS_TOO_LONG({ most: urlMaxCharacters });
  const url = URL.parse(value);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !url.hostname)
    return addressMessages.NOT_A_WEB_ADDRESS();
  if (url.username || url.password) return addressMessages.ADDRESS_WITH_CREDENTIALS();
  return null;
}
