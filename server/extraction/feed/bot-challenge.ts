import type { FetchResponse } from '../../lib/outbound/safe-fetch.ts';

/*
 * What services that keep programs away answer instead of a feed: a page that asks its reader to prove to be
 * a person, or nothing.
 */

/** Headers that indicate a challenge, by service. */
const headers: readonly [name: string, value: RegExp, service: string][] = [
  ['cf-mitigated', /challenge|block/i, 'Cloudflare'],
  ['x-amzn-waf-action', /challenge|captcha|block/i, 'AWS WAF'],
  ['x-datadome', /./, 'DataDome'],
  ['x-dd-b', /./, 'DataDome'],
  ['x-sucuri-block', /./, 'Sucuri'],
  ['x-vercel-mitigated', /challenge|deny/i, 'Vercel'],
];

/** What such pages hold, by service. */
const pages: readonly [sign: RegExp, service: string][] = [
  [
    /\/cdn-cgi\/challenge-platform|_cf_chl_opt|cf-(?:browser-verification|challenge)|Attention Required! \| Cloudflare/i,
    'Cloudflare',
  ],
  [/awswaf|AwsWafIntegration/i, 'AWS WAF'],
  [/captcha-delivery\.com|geo\.captcha/i, 'DataDome'],
  [/_Incapsula_Resource|Incapsula incident/i, 'Imperva'],
  [/px-captcha|_pxAppId|perimeterx/i, 'HUMAN'],
  [/sucuri_cloudproxy|Sucuri WebSite Firewall/i, 'Sucuri'],
  [/ddos-guard/i, 'DDoS-Guard'],
  [/\.within\.website\/x\/cmd\/anubis|Making sure you(?:'|&#39;|’)re not a bot/i, 'Anubis'],
  [/Pardon Our Interruption|\/_sec\/cp_challenge|akam\/13/i, 'Akamai'],
  [/Vercel Security Checkpoint/i, 'Vercel'],
  [/StackPath|sgcaptcha|_abck=/i, ''],
];
/** Words of pages whose service is not known, which hold little else. */
const asksForPerson =
  /just a moment|verif(?:y|ying)(?: that)? you are (?:a )?human|checking your browser|are you (?:a )?(?:robot|human)|prove you(?:'|’)?re? (?:not a robot|human)|enable javascript and cookies to continue|bot[- ]?(?:protection|detection|verification)|security check|sicherheitsüberprüfung|sind sie ein (?:mensch|roboter)|kein roboter|vérification de sécurité|êtes-vous un (?:robot|humain)|captcha/i;
const sampleCharacters = 40_000;
const smallPage = 15_000;

/**
 * Returns the service that answered instead of the feed, empty where its name is not known; null: it was the
 * site itself.
 */
export function challengerOf({ status, headers: given, bytes }: FetchResponse): string | null {
  const named = headers.find(([name, value]) => value.test(given[name] ?? ''));
  if (named && (status !== 200 || named[0] !== 'x-datadome')) return named[2];
  const isRefused = [202, 401, 403, 405, 406, 429, 503].includes(status);
  const type = given['content-type'] ?? '';
  if (status === 304 || (!isRefused && type !== '' && !/html/i.test(type))) return null;
  const sample = Buffer.from(bytes.subarray(0, sampleCharacters)).toString('latin1');
  if (/^\s*(?:<\?xml[^>]*>\s*)?<(?:rss|feed|rdf:RDF)|^\s*\{/i.test(sample)) return null;
  const held = pages.find(([sign]) => sign.test(sample));
  if (held && (isRefused || bytes.length < smallPage || asksForPerson.test(sample))) return held[1];
  const said = Buffer.from(bytes.subarray(0, sampleCharacters)).toString('utf8');
  return bytes.length < smallPage && /<html|<body|<title/i.test(sample) && asksForPerson.test(said)
    ? ''
    : null;
}
