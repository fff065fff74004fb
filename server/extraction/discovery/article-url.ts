import { isTracking } from '../../text/address-key.ts';
import { instantOf, parseDate } from '../dates.ts';

/** A URL without fragment and tracking parameters: what is fetched and stored. */
export function withoutTracking(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = '';
  const names = [...parsed.searchParams.keys()];
  for (const name of names) if (isTracking(name)) parsed.searchParams.delete(name);
  return parsed.href;
}

/** Whether a URL lies on the same site: the same host except for `www.`, or a host below it. */
export function isSameSite(url: string, site: string): boolean {
  const host = URL.parse(url)?.host.replace(/^www\./, '');
  const home = URL.parse(site)?.host.replace(/^www\./, '');
  return host !== undefined && home !== undefined && (host === home || host.endsWith(`.${home}`));
}

const notArticles =
  /\/(?:tags?|category|categories|kategorien?|rubriken?|author|authors|autor|autoren|auteur|page|seite|search|suche|recherche|buscar|feed|rss|login|signin|register|account|konto|impressum|datenschutz|privacy|privacidad|agb|terms|nutzungsbedingungen|kontakt|contact|about|about-us|ueber-uns|newsletter|abo|subscribe|abonnement|jobs|karriere|career|shop|cart|warenkorb|help|hilfe|faq|sitemap|wp-admin|wp-content|wp-json|cdn-cgi|archive?s?|topics?|themen|thema|dossiers?|galleries|media(?:daten)?|advertise|werben|cookies?|mediathek|podcasts?|video-?s?|wetter|weather|tv-programm|horoskope?)(?:\/|$)/i;
const fileTypes =
  /\.(?:jpe?g|png|gif|webp|svg|avif|pdf|zip|mp3|mp4|m4a|wav|avi|mov|docx?|xlsx?|pptx?|xml|rss|json|css|js|ics|txt|gz)$/i;

/**
 * How much a URL looks like that of an article: 3 is sure (a date, a long number and a slug), 2 likely (a
 * slug of several words), 1 possible, 0 no.
 */
export function articleLikeness(url: string): 0 | 1 | 2 | 3 {
  const parsed = URL.parse(url);
  if (!parsed) return 0;
  const path = decodeURIComponentSafely(parsed.pathname);
  if (path === '/' || path === '' || fileTypes.test(path)) return 0;
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  const slug = last.replace(/\.\w{2,5}$/, '');
  const words = slug.split(/[-_+,.]/).filter((word) => /\p{L}{2}/u.test(word)).length;
  const hasDate = /\/(?:19|20)\d{2}[/-]?(?:0[1-9]|1[0-2])(?:[/-]?(?:0[1-9]|[12]\d|3[01]))?(?=[/-]|$)/.test(
    path,
  );
  const hasNumber =
    /(?:^|[-_.,/])[a-z]{0,3}\d{5,}(?:$|[-_.,/])/i.test(slug) ||
    /\b[0-9a-f]{8}-[0-9a-f]{4}-/.test(slug) ||
    /[?&](?:p|id|artikel|article|story|aid|art)=\d+/i.test(parsed.search);
  if (hasDate && words >= 1 && /\D/.test(slug)) return 3;
  if (hasNumber && words >= 2) return 3;
  if (notArticles.test(path)) return 0;
  if (words >= 4) return 2;
  if (hasNumber || words === 3 || /\.(?:html?|php|aspx?)$/i.test(last)) return 1;
  return 0;
}

function decodeURIComponentSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The day of publication that an address tells: `/2026/03/14/slug`. YYYY-MM-DD. */
export function dateInPath(url: string): string | null {
  const found = /\/((?:19|20)\d{2})[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?=[/-]|$)/.exec(url);
  return found ? parseDate(`${found[1]}-${found[2]}-${found[3]}`) : null;
}

/** The last instant that a date can mean: a day alone lasts until its end. */
export function lastInstantOf(iso: string): number {
  return instantOf(iso) + (iso.includes('T') ? 0 : 86_399_999);
}
