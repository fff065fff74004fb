/** Names of mail providers before their country's ending, such as `yahoo.fr`. */
const familyNames = [
  'gmx',
  'googlemail',
  'hotmail',
  'live',
  'mail',
  'outlook',
  'proton',
  'tuta',
  'yahoo',
  'yandex',
];

const domains: ReadonlySet<string> = new Set(
  [
    'aol.com ymail.com icloud.com me.com mac.com msn.com gmail.com fastmail.com hey.com zoho.com',
    'protonmail.com protonmail.ch pm.me tutanota.com tutanota.de comcast.net verizon.net att.net btinternet.com',
    'web.de t-online.de freenet.de posteo.de mailbox.org arcor.de bluewin.ch hispeed.ch aon.at',
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it seznam.cz',
    'wp.pl o2.pl onet.pl interia.pl qq.com 163.com 126.com naver.com daum.net example.com example.org example.net',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Returns the site that someone is probably at work for: the domain of the email address, unless it is a mail
 * provider's. Null: nothing can be said.
 */
export function siteOfEmail(email: string | null | undefined): string | null {
  const [, domain] = /^[^@\s]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})$/i.exec(email?.trim() ?? '') ?? [];
  if (domain === undefined) return null;
  const site = domain.toLowerCase();
  return domains.has(site) || familyNames.includes(site.split('.')[0]!) ? null : site;
}
