/**
 * The most common services that give anyone addresses for a few minutes. Operators add others in
 * `SIGN_UP_BLOCKED_DOMAINS`.
 */
const disposable: ReadonlySet<string> = new Set([
  '10minutemail.com',
  '10minutemail.net',
  '20minutemail.com',
  '33mail.com',
  'burnermail.io',
  'byom.de',
  'dispostable.com',
  'discard.email',
  'dropmail.me',
  'emailondeck.com',
  'fakeinbox.com',
  'fakemail.net',
  'getairmail.com',
  'getnada.com',
  'grr.la',
  'guerrillamail.biz',
  'guerrillamail.com',
  'guerrillamail.de',
  'guerrillamail.net',
  'guerrillamail.org',
  'guerrillamailblock.com',
  'inboxbear.com',
  'inboxkitten.com',
  'incognitomail.org',
  'jetable.org',
  'mail-temp.com',
  'mail.tm',
  'maildrop.cc',
  'mailcatch.com',
  'mailexpire.com',
  'mailinator.com',
  'mailinator.net',
  'mailnesia.com',
  'mailnull.com',
  'mailpoof.com',
  'mailsac.com',
  'mintemail.com',
  'minuteinbox.com',
  'moakt.com',
  'mohmal.com',
  'mytemp.email',
  'mytrashmail.com',
  'nada.email',
  'sharklasers.com',
  'sogetthis.com',
  'spam4.me',
  'spambox.us',
  'spamgourmet.com',
  'tempail.com',
  'temp-mail.io',
  'temp-mail.org',
  'tempinbox.com',
  'tempmail.dev',
  'tempmail.plus',
  'tempmailo.com',
  'tempr.email',
  'throwawaymail.com',
  'trash-mail.com',
  'trash-mail.de',
  'trashmail.com',
  'trashmail.de',
  'trashmail.net',
  'wegwerfemail.de',
  'wegwerfmail.de',
  'yopmail.com',
  'yopmail.fr',
  'yopmail.net',
]);

/**
 * Whether an address is of a service for throw-away ones, or of a domain below it. @param blocked more of
 * them
 */
export function isDisposable(email: string, blocked: readonly string[]): boolean {
  const parts = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return parts.some((_, from) => {
    const domain = parts.slice(from).join('.');
    return disposable.has(domain) || blocked.includes(domain);
  });
}
