import { declareMessages } from '../lib/declare-messages.ts';

/** What the doors of HTTP tell callers who show no or wrong credentials, or ask too often. */
export const httpMessages = declareMessages({
  COOKIE_FROM_ANOTHER_SITE:
    'Cookies are accepted only from pages of this site. API clients must send a token as Authorization: Bearer.',
  CREDENTIALS_MISSING: 'Send an email address and a password.',
  TOKEN_OF_NO_USER: 'This token does not belong to a user.',
  TOKEN_TOO_OFTEN:
    'This token allows {most, number, ::group-off} requests per minute. Try again in a moment.',
  TOO_MANY_ADS: 'Too many ads.',
  TOO_MANY_DOWNLOADS: 'Too many files were downloaded. Try again in a moment.',
});
