/** Longer addresses reach no server. */
const longestAddress = 2_000;

/** Shortens an address to what the server takes: without fragment, without its query when it is too long. */
export function tidy(address: string): string {
  const page = address.split('#')[0]!;
  return page.length > longestAddress ? page.split('?')[0]!.slice(0, longestAddress) : page;
}

/** The page's address in the browser, without its fragment. */
export const currentPage = (): string => location.href.split('#')[0]!;

/** The address that the page names as its own. */
export const canonicalAddress = (): string | undefined =>
  document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

/** Tells entries of the history apart: it stays when the address is replaced. */
export const historyEntry = (): string | number => window.navigation?.currentEntry?.key ?? history.length;

/** The element whose shadow tree a node is in. */
const hostOf = (node: Element): Element | null => (node.getRootNode() as Partial<ShadowRoot>).host ?? null;

/** What a container is in: its article, and the heading by which that is known again. */
export interface Surroundings {
  article: Element | null;
  heading: string;
}

/** Returns what a container is in, also around its shadow tree; in no article the nearest heading counts. */
export function surroundingsOf(container: Element): Surroundings {
  let article: Element | null = null;
  for (let node: Element | null = container; node && !article; node = hostOf(node))
    article = node.closest('article');
  let heading: Element | null = null;
  for (
    let node: Element | null = article ?? container;
    node && !heading;
    node = node.parentElement ?? hostOf(node)
  )
    heading = node.querySelector('h1,h2');
  return { article, heading: heading?.textContent.trim() ?? '' };
}
