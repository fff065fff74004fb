/**
 * The player's beginning on a page: finds the containers that are there, or come later, asks the server what
 * to play, and puts players into their places. What a page does with its containers, as single-page
 * applications do, is followed.
 */
import { ask } from './ask.ts';
import { guard } from './guard.ts';
import { place } from './placement.ts';
import { createPlayer, type PlayerElement } from './player-element.ts';

/** Where the server is: before `/player/…` of this module. */
const base = import.meta.url.replace(/\/player\/[^/]*$/, '');

interface Mount {
  container: Element;
  /** What is asked for; another question makes another player. */
  question: string;
  /** Null while the server is being asked, and when there is nothing to show. */
  element: PlayerElement | null;
  ended: boolean;
}

const mounts = new Map<Element, Mount>();
/** Players whose page went away while they sounded; they are at the window's edge. */
const docked = new Map<string, PlayerElement>();

/** Longer addresses reach no server. */
const longestAddress = 2_000;

/** The page's address as the publisher knows it; without its query when it is too long. */
function addressOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const address = (canonical ?? location.href).split('#')[0]!;
  return address.length > longestAddress ? address.split('?')[0]!.slice(0, longestAddress) : address;
}

/** The address that answers what a container plays; null when it names no channel. */
function questionOf(container: Element): string | null {
  const data = (name: string): string | null => container.getAttribute(`data-${name}`);
  const channel = data('channel');
  if (!channel) return null;
  const article = data('article');
  const query = new URLSearchParams(article ? { article } : { url: addressOfPage() });
  for (const name of ['timestamp', 'signature']) if (data(name)) query.set(name, data(name)!);
  return `${data('base') ?? base}/player/${encodeURIComponent(channel)}/config?${query}`;
}

const unsigned = (question: string): string => question.replace(/&(timestamp|signature)=[^&]*/g, '');

async function mount(container: Element, question: string): Promise<void> {
  const made: Mount = { container, question, element: null, ended: false };
  mounts.set(container, made);
  const back = docked.get(unsigned(question));
  docked.delete(unsigned(question));
  const current = (): boolean => !made.ended && container.isConnected;
  const config = back ? back.store.config : await ask(() => made.question, current);
  if (!config || !current()) return;
  const element = back ?? (await createPlayer(config, base));
  // What is made and what shows are two tasks, so that the page is not held up.
  if (!back) await new Promise((resolve) => setTimeout(resolve));
  if (!current()) return guard(element.end)();
  made.element = element;
  element.removeAttribute('data-docked');
  place(element, container, config.channel.placement);
  if (back) return;
  element.placed();
  const { store } = element;
  // Signed in, or the server's answer to a sound that broke off: what plays goes on.
  const refresh = guard(async () => {
    const next = await ask(
      () => made.question,
      () => element.isConnected,
    );
    if (next) store.request({ type: 'config', config: next });
    else if (next === null) store.request({ type: 'gone' });
  });
  container.addEventListener('parlance:refresh', refresh);
  store.on(
    'trouble',
    guard(() => refreshAfterTrouble(element, refresh)),
  );
  document.dispatchEvent(new CustomEvent('parlance:ready', { detail: { element } }));
}

/** A file that is gone is told at once; whether there is another, the server knows. */
async function refreshAfterTrouble({ store }: PlayerElement, refresh: () => void): Promise<void> {
  const { audio } = store.item;
  const answer =
    audio && store.state.part === 'article' ? await fetch(audio, { method: 'HEAD' }).catch(() => null) : null;
  if (answer && (answer.status === 404 || answer.status === 410 || answer.status === 403)) {
    const stop = store.on('change', () => {
      stop();
      if (store.item?.audio === audio) store.request({ type: 'gone' });
    });
  }
  refresh();
}

/** Ends a player whose place went away; while it sounds it stays, where the listener can stop it. */
function unmount(made: Mount): void {
  made.ended = true;
  mounts.delete(made.container);
  const { element } = made;
  if (!element) return;
  const end = (): void => {
    element.remove();
    element.end();
  };
  if (!element.store.state.wanted) return end();
  const key = unsigned(made.question);
  const isDocked = (): boolean => docked.get(key) === element;
  docked.set(key, element);
  const stop = element.store.on('change', ({ state }) => {
    if (!isDocked()) return stop();
    if (state.wanted || state.phase === 'paused') return;
    stop();
    docked.delete(key);
    end();
  });
  guard(async () => {
    const { dock } = await import('./docking.ts');
    if (isDocked()) dock(element);
  })();
}

let due = 0;
const scan = guard(() => {
  due = 0;
  for (const made of mounts.values()) {
    const question = made.container.isConnected ? questionOf(made.container) : null;
    if (made.element && question && unsigned(question) === unsigned(made.question)) {
      // Emptied by the page, or signed in.
      if (!made.element.isConnected)
        place(made.element, made.container, made.element.store.config.channel.placement);
      if (question !== made.question) {
        made.question = question;
        made.container.dispatchEvent(new Event('parlance:refresh'));
      }
    } else if (question !== made.question) unmount(made);
  }
  for (const container of document.querySelectorAll('.parlance-player')) {
    const question = mounts.has(container) ? null : questionOf(container);
    if (question) guard(mount)(container, question);
  }
});

/** Pages can change very often. */
const scanSoon = guard(() => void (due ||= window.setTimeout(scan, 50)));

new MutationObserver(scanSoon).observe(document, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['class', 'href', 'data-channel', 'data-article', 'data-timestamp', 'data-signature'],
});
addEventListener('popstate', scanSoon);
scan();
