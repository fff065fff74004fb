/**
 * Providers that deliver several spellings of an address to one mailbox: domains that are the same, and what
 * they ignore in the part before the `@`. Sources: support.google.com/mail/answer/7436150,
 * proton.me/support/addresses-and-aliases, help.yahoo.com/kb/SLN28338.html
 */
const providers: readonly { domains: readonly string[]; ignored?: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[-._]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['yandex.com', 'yandex.ru', 'ya.ru'] },
  // A disposable address is a name, a hyphen and a word.
  ...['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'ymail.com'].map((domain) => ({
    domains: [domain],
    ignored: /-.*/,
  })),
];

/**
 * Returns the mailbox in which mail to an address arrives, as far as the address says: without what follows
 * a plus, and, at providers that ignore them, without dots and the like. What is limited for each mailbox is
 * counted by it; mail is sent to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const provider = providers.find(({ domains }) => domains.includes(domain));
  const [name = ''] = address.slice(0, Math.max(0, at)).split('+');
  return `${provider?.ignored ? name.replace(provider.ignored, '') : name}@${provider?.domains[0] ?? domain}`;
}
