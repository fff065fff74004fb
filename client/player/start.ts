/**
 * The player's beginning on a page: finds the containers that are there, or come later, asks the server what
 * to play, and puts players into their places. What a page does with its containers, as single-page
 * applications do, is followed.
 */
import type { FirstPage } from './article-addresses.ts';
import type { PlayerElement } from './audio-element.ts';
import { requestConfig, type Reason } from './request-config.ts';
import { guard } from './guard.ts';
import type { LoaderState, MountOptions } from './mount-options.ts';
import { guardians } from './guardians.ts';
import { canonicalAddress, currentPage, historyEntry, surroundingsOf, tidy } from './page-address.ts';
import { placeInside } from './placement.ts';
import { createPlayer } from './player-element.ts';

// What several files share is here, so that the bundler makes no files of it: each would be a request.
export { group } from './controls.ts';
export { readStored } from './device-storage.ts';
export { randomId } from './random-id.ts';

/** Where the server is: before `/player/…` of this module. */
const home = import.meta.url.replace(/\/player\/[^/]*$/, '');

/** What a page may write itself, or have by `Parlance.mount`. */
const state = (window as unknown as { parlancePlayer: LoaderState }).parlancePlayer;
const { mounted } = state;
const selector = '.parlance-player,parlance-player';
/** The containers that are on the page. */
let live = new Set<Element>();

interface Mount {
  container: Element;
  /** The request; a different one creates another player. */
  question: string;
  /** Null while the server is being asked, and when there is nothing to show. */
  element: PlayerElement | null;
  ended: boolean;
}

const mounts = new Map<Element, Mount>();
/** What was counted in the present visit to the page, and its address. */
const counted = new Set<string>();
let visited = currentPage();
/** Players whose page went away while they played; they are at the window's edge. */
const docked = new Map<string, PlayerElement>();

/** How the page was at first, with its containers that name no article, while it is a page of one article. */
const first: FirstPage = {
  page: currentPage(),
  entry: historyEntry(),
  canonical: canonicalAddress(),
  containers: new Set(),
};
/** Finds the addresses of such containers on other pages; null while that is being loaded. */
let findAddresses: ((containers: Element[]) => Map<Element, string | null>) | null | undefined;
let addresses = new Map<Element, string | null>();
/** Addresses that containers name, as they were when they were found: the page's own may change. */
const named = new WeakMap<Element, { url: string; address: string }>();

/** Gives all containers the page's address. */
function pageAddresses(containers: Element[]): typeof addresses {
  const address = tidy(canonicalAddress() ?? first.page);
  return new Map(containers.map((container) => [container, address]));
}

/** Finds the addresses of the containers that name no article. */
function updateAddresses(containers: Element[]): void {
  if (findAddresses === null) return;
  if (findAddresses) return void (addresses = findAddresses(containers));
  const places = containers.map(surroundingsOf);
  const one = (first.one ??= places[0]);
  const isSimple =
    currentPage() === first.page &&
    places.every(
      ({ article, heading }, index) =>
        article === one!.article &&
        !article?.matches('[itemscope],[itemid]') &&
        (first.containers.has(containers[index]!) || !heading || heading === (one!.heading ||= heading)),
    );
  if (isSimple) {
    first.canonical = canonicalAddress();
    first.isEarly ??= document.readyState === 'loading';
    for (const container of containers) first.containers.add(container);
    addresses = pageAddresses(containers);
    return;
  }
  findAddresses = null;
  void import('./article-addresses.ts')
    .then(({ createAddresses }) => createAddresses(first, (ms) => setTimeout(scanSoon, ms)))
    .catch(() => pageAddresses)
    .then((find) => {
      findAddresses = find;
      scanSoon();
    });
}

/** Configuration of a container, by attribute name. */
function optionOf(container: Element, name: keyof MountOptions): string {
  const attribute = name === 'externalId' ? 'external-id' : name;
  const prefix = container.localName === 'parlance-player' ? '' : 'data-';
  return `${mounted.get(container)?.[name] ?? container.getAttribute(prefix + attribute) ?? ''}`;
}

const naming = ['article', 'externalId', 'url'] as const;

/** The address of a container's article: the one that it names, else the one that was found. */
function addressOf(container: Element): string {
  const url = optionOf(container, 'url');
  if (!url) return addresses.get(container) ?? '';
  let known = named.get(container);
  if (known?.url !== url) {
    known = { url, address: '' };
    try {
      known.address = new URL(url, document.baseURI).href;
    } catch {
      // No address: the container has no player.
    }
    named.set(container, known);
  }
  return tidy(known.address);
}

/** The server of a container; empty: it is not known. */
const baseOf = (container: Element): string => optionOf(container, 'base') || (state.base ?? home);

/**
 * The address that answers what a container plays; null if it names no channel, or is no longer a
 * container.
 */
function questionOf(container: Element): string | null {
  const channel = optionOf(container, 'channel');
  const base = baseOf(container);
  if (!live.has(container) || !channel || !base) return null;
  const query = new URLSearchParams();
  for (const name of ['article', 'externalId', 'url', 'timestamp', 'signature'] as const) {
    const value = name === 'url' ? addressOf(container) : optionOf(container, name);
    if (value) query.set(name, value);
  }
  return naming.some((name) => query.has(name))
    ? `${base}/player/${encodeURIComponent(channel)}/config?${query}`
    : null;
}

const unsigned = (question: string): string => question.replace(/&(timestamp|signature)=[^&]*/g, '');

/** Says in the console why a container has no player. */
const explain = guard(async (reason: Reason, asked: string) =>
  (await import('./explain.ts')).explain(reason, asked, state.base ?? home),
);

/** Lets the page have its turn; not by its timers, which it may slow down. */
const anotherTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

const channelOf = (question: string): string => question.split('config?')[0]!;

const isPlaylist = ({ element }: Mount): boolean => element?.store.config.channel.kind === 'playlistPlayer';

async function mount(container: Element, question: string): Promise<void> {
  const made: Mount = { container, question, element: null, ended: false };
  mounts.set(container, made);
  const back = docked.get(unsigned(question));
  docked.delete(unsigned(question));
  const current = (): boolean => !made.ended && container.isConnected;
  const config = back
    ? back.store.config
    : await requestConfig(
        () => made.question,
        current,
        (reason) => explain(reason, made.question),
      );
  if (!config || !current()) return;
  const element = back ?? (await createPlayer(config, baseOf(container), counted));
  // What is made and what shows are two tasks, so that the page is not held up.
  if (!back) await anotherTask();
  if (!current()) return guard(element.end)();
  made.element = element;
  const { placement } = config.channel;
  if ((placement.action !== 'none' && placement.selector) || !placeInside(element, container)) {
    const { placeOutside } = await import('./outside-container.ts');
    await placeOutside(element, container, placement, current);
    if (!current()) return;
  }
  element.container = container;
  element.question = () => made.question;
  if (back) return container.addEventListener('parlance:refresh', back.refresh);
  const { store } = element;
  // After sign-in, or after the server's response to failed playback: what plays continues.
  element.refresh = guard(async () => {
    const next = await requestConfig(
      () => element.question(),
      () => element.isConnected,
    );
    if (next) store.request({ type: 'config', config: next });
    else if (next === null) store.request({ type: 'gone' });
  });
  container.addEventListener('parlance:refresh', element.refresh);
  element.placed();
  document.dispatchEvent(new CustomEvent('parlance:ready', { detail: { element } }));
}

/** Ends a player whose place went away; while it plays it stays, where the listener can stop it. */
function unmount(made: Mount): void {
  made.ended = true;
  mounts.delete(made.container);
  const { element } = made;
  if (!element) return;
  const end = (): void => {
    element.remove();
    element.end();
  };
  if (!element.store.state.wanted || mounted.get(made.container) === null) return end();
  const key = unsigned(made.question);
  const isDocked = (): boolean => docked.get(key) === element;
  const leave = (): void => {
    if (!isDocked()) return;
    docked.delete(key);
    end();
  };
  docked.set(key, element);
  import('./outside-container.ts').then(({ dock }) => dock(element, isDocked, leave)).catch(leave);
}

let due = 0;
const scan = guard(() => {
  due = 0;
  for (const keep of guardians) guard(keep)();
  for (const [container, options] of mounted) {
    observe(container);
    if (!container.isConnected && (!options || container.localName === 'parlance-player'))
      mounted.delete(container);
  }
  live = new Set([...document.querySelectorAll(selector), ...mounted.keys()]);
  for (const container of live)
    if (!container.isConnected || mounted.get(container) === null) live.delete(container);
  updateAddresses([...live].filter((container) => !naming.some((name) => optionOf(container, name))));
  for (const made of mounts.values()) {
    let question = questionOf(made.container);
    // A playlist is the same on every page.
    if (question && isPlaylist(made) && channelOf(question) === channelOf(made.question))
      question = made.question;
    if (made.element && question && unsigned(question) === unsigned(made.question)) {
      // Signed in.
      if (question !== made.question) {
        made.question = question;
        made.container.dispatchEvent(new Event('parlance:refresh'));
      }
    } else if (question !== made.question) unmount(made);
  }
  // Another address with other players is a new visit of the page.
  if (visited !== currentPage() && [...mounts.values()].every(isPlaylist)) {
    counted.clear();
    visited = currentPage();
  }
  for (const container of live) {
    const question = mounts.has(container) ? null : questionOf(container);
    if (question) guard(mount)(container, question);
    else if (container.matches('.parlance-player:not([data-channel])') && !mounted.has(container))
      explain('no-channel', '');
  }
});

/** Pages can change very often. */
const scanSoon = guard(() => void (due ||= window.setTimeout(scan, 50)));

const observer = new MutationObserver(scanSoon);
/** Follows the changes around a node, in each of the trees that it is in. */
function observe(node: Node): void {
  for (let root: Node | undefined = node; root; root = (root as Partial<ShadowRoot>).host) {
    root = root.getRootNode();
    observer.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: [
        'class',
        'href',
        ...['channel', 'article', 'url', 'external-id', 'timestamp', 'signature'].flatMap((name) => [
          name,
          `data-${name}`,
        ]),
      ],
    });
  }
}

observe(document);
addEventListener('popstate', scanSoon);
window.navigation?.addEventListener('currententrychange', scanSoon);
state.changed = scanSoon;
scan();
