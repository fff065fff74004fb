/**
 * The player's beginning on a page: finds the containers that are there, or come later, asks the server what
 * to play, and puts players into their places. What a page does with its containers, as single-page
 * applications do, is followed.
 */
import { requestConfig } from './request-config.ts';
import { guard } from './guard.ts';
import type { LoaderState, MountOptions } from './mount-options.ts';
import type { Guardian } from './outside-container.ts';
import { placeInside } from './placement.ts';
import { createPlayer, type PlayerElement } from './player-element.ts';

// What several files share is here, so that the bundler makes no files of it: each would be a request.
export { group } from './controls.ts';
export { readStored } from './device-storage.ts';
export { randomId } from './random-id.ts';

/** Where the server is: before `/player/…` of this module. */
const base = import.meta.url.replace(/\/player\/[^/]*$/, '');

/** What a page may write itself, or have by `Parlance.mount`. */
const state = (window as unknown as { parlancePlayer: LoaderState }).parlancePlayer;
const { mounted } = state;
const containers = '.parlance-player,parlance-player';

interface Mount {
  container: Element;
  /** What is asked for; another question makes another player. */
  question: string;
  /** Null while the server is being asked, and when there is nothing to show. */
  element: PlayerElement | null;
  ended: boolean;
}

const mounts = new Map<Element, Mount>();
/** What was counted while a page was open, by channel. */
const visits = new Map<string, { page: string; counted: Set<string> }>();
/** Players whose page went away while they played; they are at the window's edge. */
const docked = new Map<string, PlayerElement>();
/** Keep the players that are outside of their containers on the page. */
const guardians = new Set<Guardian>();

/** Longer addresses reach no server. */
const longestAddress = 2_000;

/** The page's address as the publisher knows it; without its query when it is too long. */
function addressOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const address = (canonical ?? location.href).split('#')[0]!;
  return address.length > longestAddress ? address.split('?')[0]!.slice(0, longestAddress) : address;
}

/** The address that answers what a container plays; null when it names no channel, or is none any more. */
function questionOf(container: Element): string | null {
  const options = mounted.get(container);
  const prefix = container.localName === 'parlance-player' ? '' : 'data-';
  if (options === null || !(options || container.matches(containers))) return null;
  const data = (name: keyof MountOptions): string =>
    `${options?.[name] ?? container.getAttribute(prefix + name) ?? ''}`;
  const channel = data('channel');
  if (!channel || !container.isConnected) return null;
  const article = data('article');
  const query = new URLSearchParams(article ? { article } : { url: addressOfPage() });
  for (const name of ['timestamp', 'signature'] as const) if (data(name)) query.set(name, data(name));
  return `${data('base') || base}/player/${encodeURIComponent(channel)}/config?${query}`;
}

const unsigned = (question: string): string => question.replace(/&(timestamp|signature)=[^&]*/g, '');

/** Lets the page have its turn; not by its timers, which it may slow down. */
const anotherTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/**
 * What was counted of a channel's articles during the present visit to the page: another one begins when the
 * page's address has changed and none of the channel's players is left.
 */
function countedOf(question: string): Set<string> {
  const channel = question.split('config?')[0]!;
  const page = location.href.split('#')[0]!;
  let visit = visits.get(channel);
  if (
    !visit ||
    (visit.page !== page && ![...mounts.values()].some((other) => other.question.startsWith(channel)))
  )
    visits.set(channel, (visit = { page, counted: new Set() }));
  return visit.counted;
}

async function mount(container: Element, question: string): Promise<void> {
  const counted = countedOf(question);
  const made: Mount = { container, question, element: null, ended: false };
  mounts.set(container, made);
  const back = docked.get(unsigned(question));
  docked.delete(unsigned(question));
  const current = (): boolean => !made.ended && container.isConnected;
  const config = back ? back.store.config : await requestConfig(() => made.question, current);
  if (!config || !current()) return;
  const element = back ?? (await createPlayer(config, base, counted));
  // What is made and what shows are two tasks, so that the page is not held up.
  if (!back) await anotherTask();
  if (!current()) return guard(element.end)();
  made.element = element;
  const { placement } = config.channel;
  if ((placement.action !== 'none' && placement.selector) || !placeInside(element, container)) {
    const { placeOutside } = await import('./outside-container.ts');
    await placeOutside(element, container, placement, current, guardians);
    if (!current()) return;
  }
  if (back) return;
  const { store } = element;
  // Signed in, or the server's answer to a sound that broke off: what plays goes on.
  element.refresh = guard(async () => {
    const next = await requestConfig(
      () => made.question,
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
  import('./outside-container.ts').then(({ dock }) => dock(element, isDocked, leave, guardians)).catch(leave);
}

let due = 0;
const scan = guard(() => {
  due = 0;
  for (const keep of guardians) guard(keep)();
  for (const made of mounts.values()) {
    const question = questionOf(made.container);
    if (made.element && question && unsigned(question) === unsigned(made.question)) {
      // Signed in.
      if (question !== made.question) {
        made.question = question;
        made.container.dispatchEvent(new Event('parlance:refresh'));
      }
    } else if (question !== made.question) unmount(made);
  }
  for (const [container, options] of mounted) {
    if (!container.isConnected && (!options || container.localName === 'parlance-player'))
      mounted.delete(container);
    observe(container);
  }
  for (const container of new Set([...document.querySelectorAll(containers), ...mounted.keys()])) {
    const question = mounts.has(container) ? null : questionOf(container);
    if (question) guard(mount)(container, question);
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
      attributeFilter: ['class', 'href', 'data-channel', 'data-article', 'data-timestamp', 'data-signature'],
    });
  }
}

observe(document);
addEventListener('popstate', scanSoon);
state.changed = scanSoon;
scan();
