/**
 * Finds out which article each container is for when that is not simply the page's: several articles are on
 * one page, or the page's address has changed since it was loaded. A container keeps the address that it was
 * found with while only the address bar changes, as with endless scrolling; it gets another when the text
 * around it is another one, as in single-page applications.
 */
import {
  canonicalAddress,
  currentPage,
  historyEntry,
  surroundingsOf,
  tidy,
  type Surroundings,
} from './page-address.ts';

/** How the page was when the player came to it. */
export interface FirstPage {
  page: string;
  entry: string | number;
  canonical: string | undefined;
  /** Containers that have this address, and what they are in. */
  containers: Set<Element>;
  one?: Surroundings | undefined;
  /** Whether the page was still being read: its other articles may not have been there yet. */
  isEarly?: boolean;
}

interface Place extends Surroundings {
  isEarly: boolean;
  /** The page's address when it was found, or when a change of that was last judged. */
  page: string;
  since: number;
  /** Null: not known, and nothing is better than the wrong article. */
  address: string | null;
  /** Whether the address follows the page's own. */
  isPages: boolean;
  /** Whether a container moved here from an article that is still there, so that the page has several. */
  isGuest: boolean;
}

/** How long a page may take to bring its address and its text in line, in milliseconds. */
const patience = 3_000;

/**
 * @param again has the addresses asked for again after some milliseconds
 * @returns what gives the addresses of all containers that name none
 */
export function createAddresses(
  first: FirstPage,
  again: (ms: number) => void,
): (containers: Element[]) => Map<Element, string | null> {
  /** By article; of containers in none, by container. */
  const places = new WeakMap<Element, Place>();
  const articles = new WeakMap<Element, Element | null>();
  /** Where a canonical address was first seen, and with which heading. */
  const canonicals = new Map<string, { page: string; heading: string }>();
  /** The heading of the article that first had a page's address. */
  const headings = new Map<string, string>();
  let { page, entry } = first;
  let movedAt = -Infinity;
  let isReplaced = false;

  const { one = { article: null, heading: '' }, isEarly = false } = first;
  const address = tidy(first.canonical ?? page);
  for (const container of first.containers) {
    articles.set(container, one.article);
    places.set(one.article ?? container, {
      ...one,
      isEarly,
      page,
      since: movedAt,
      address,
      isPages: true,
      isGuest: false,
    });
  }
  if (first.containers.size > 0) headings.set(page, one.heading);
  first.containers.clear();
  // Text that changes in its place is not followed elsewhere.
  new MutationObserver(() => again(0)).observe(document, { characterData: true, subtree: true });
  if (first.canonical) canonicals.set(first.canonical, { page, heading: headings.get(page) ?? '' });

  /** The page's address; the canonical one unless it is an earlier page's. */
  function pageAddress(heading: string): string {
    const canonical = canonicalAddress();
    const seen = canonical && canonicals.get(canonical);
    const isSame = (known: { page: string; heading: string }): boolean =>
      known.page === page ||
      (known.page.split('?')[0] === page.split('?')[0] && heading !== '' && known.heading === heading);
    return tidy(canonical && (!seen || isSame(seen)) ? canonical : location.href);
  }

  function followPage(heading: string): void {
    if (currentPage() !== page) {
      page = currentPage();
      isReplaced = historyEntry() === entry;
      entry = historyEntry();
      movedAt = performance.now();
    }
    const canonical = canonicalAddress();
    if (canonical && !canonicals.has(canonical)) canonicals.set(canonical, { page, heading });
  }

  return (containers) => {
    const now = performance.now();
    const around = containers.map(surroundingsOf);
    followPage(around[0]?.heading ?? '');
    const isMulti = new Set(around.flatMap(({ article }) => article ?? [])).size > 1;
    const keys = around.map(({ article }, index) => article ?? containers[index]!);
    const all = new Map(keys.map((key, index) => [key, placeOf(key, around[index]!, containers[index]!)]));
    containers.forEach((container, index) => articles.set(container, around[index]!.article));

    for (const place of all.values()) if (!place.address) claim(place);
    // The address bar has moved to one of those that have none: to the one that is being read.
    const [moved] = [...all.values()]
      .filter((place) => !place.address && place.page !== page)
      .toSorted((one, other) => distance(one) - distance(other));
    if (moved && !isTaken(moved)) take(moved);
    return new Map(containers.map((container, index) => [container, all.get(keys[index]!)!.address]));

    function placeOf(key: Element, { article, heading }: Surroundings, container: Element): Place {
      const known = places.get(key);
      if (known && isKept(known, heading)) {
        if (known.isPages && known.page === page) known.address = pageAddress(known.heading);
        return known;
      }
      const before = articles.get(container);
      const isGuest = !known && !!before?.isConnected && before !== article;
      const isEarly = document.readyState === 'loading';
      const address = article && permalinkOf(article, isMulti || isGuest, pageAddress(heading));
      const place = { article, heading, isEarly, page, since: now, address, isPages: false, isGuest };
      places.set(key, place);
      return place;
    }

    /** Whether an article still is what it was found to be. */
    function isKept(place: Place, heading: string): boolean {
      place.heading ||= heading;
      const hasMoved = place.page !== page;
      if (place.heading !== heading) return !hasMoved && place.isPages;
      if (isMulti && place.isEarly) {
        place.isEarly = false;
        return false;
      }
      if (!hasMoved || !place.address) return true;
      if (!isMulti && !isReplaced) {
        // The text of another article may come, or have the same heading.
        const rest = heading ? movedAt + patience - now : 0;
        if (rest <= 0) return false;
        again(rest);
        return true;
      }
      place.page = page;
      place.isPages = false;
      return true;
    }

    /** Whether another article, or what is in none, has the page's address. */
    function isTaken(place: Place): boolean {
      const address = pageAddress(place.heading);
      return [...all.values()].some((other) => other !== place && other.address === address);
    }

    /** Gives an article the page's address, unless that is another's, or may be about to change. */
    function claim(place: Place): void {
      if (place.page !== page || place.isGuest) return;
      if (isTaken(place)) {
        if (!place.article) take(place);
        return;
      }
      const known = headings.get(page);
      const rest = place.since + patience - now;
      if (known && place.heading && known !== place.heading && rest > 0) return again(rest);
      take(place);
    }

    function take(place: Place): void {
      place.address = pageAddress(place.heading);
      place.page = page;
      place.isPages = true;
      if (!headings.get(page)) headings.set(page, place.heading);
    }
  };
}

/** How far an article is from the middle of the window, in pixels. */
function distance({ article }: Place): number {
  if (!article) return 0;
  const { top, bottom } = article.getBoundingClientRect();
  const middle = innerHeight / 2;
  return Math.max(top - middle, middle - bottom, 0);
}

/**
 * The address that an article has for itself; null when it has none.
 * @param isOneOfMany whether links are looked at, too, which in a page's only article may lead anywhere
 * @param page the page's own address, which goes before others
 */
function permalinkOf(article: Element, isOneOfMany: boolean, page: string): string | null {
  const own = (selector: string): Element[] =>
    [...article.querySelectorAll(selector)].filter(
      (node) => node.parentElement?.closest('article') === article,
    );
  const isItem = (node: Element): boolean => {
    const item = node.parentElement!.closest('[itemscope]');
    return !item || item.contains(article);
  };
  const given = [
    ...['itemid', 'resource', 'about'].map((name) => article.getAttribute(name)),
    ...own('[itemprop~=mainEntityOfPage],[itemprop~=url]').filter(isItem).map(valueOf),
    ...own('script[type="application/ld+json"]').flatMap(({ textContent }) => linkedData(textContent)),
  ];
  if (isOneOfMany) {
    const heading = own('h1,h2,h3')[0];
    const link = heading?.querySelector('a[href]') ?? heading?.closest('a[href]');
    const links = [...own('[rel~=bookmark]'), ...(link ? [link] : []), ...own('.u-url')];
    given.push(...links.map(valueOf));
  }
  const addresses = given.flatMap(absolute);
  return addresses.find((address) => address.split('?')[0] === page.split('?')[0])
    ? page
    : (addresses[0] ?? null);
}

const valueOf = (node: Element): string | null =>
  node.getAttribute('href') ?? node.getAttribute('content') ?? node.getAttribute('itemid');

/** A web address that is not only a place in the page. */
function absolute(value: unknown): string[] {
  if (typeof value !== 'string' || !value || value.startsWith('#')) return [];
  try {
    const { protocol, href } = new URL(value, document.baseURI);
    return /^https?:$/.test(protocol) ? [tidy(href)] : [];
  } catch {
    return [];
  }
}

interface LinkedData {
  '@graph'?: LinkedData[];
  '@type'?: unknown;
  mainEntityOfPage?: string | { '@id'?: string } | null;
  url?: unknown;
}

/** The addresses of an article in its own JSON-LD. */
function linkedData(text: string): unknown[] {
  try {
    const data = JSON.parse(text) as LinkedData | LinkedData[];
    return (Array.isArray(data) ? data : [data])
      .flatMap((node) => node['@graph'] ?? [node])
      .filter((node) => /Article|Posting/.test(String(node['@type'])))
      .flatMap(({ mainEntityOfPage: main, url }) => [typeof main === 'object' ? main?.['@id'] : main, url]);
  } catch {
    return [];
  }
}
