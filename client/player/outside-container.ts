/**
 * Players outside of their containers: docked at the window's edge, beside what their channel's selector
 * finds, or among the children of a container that cannot have a shadow tree. The page may remove them at any
 * time: they are put back, and end when the page keeps removing them. Audio never plays without its controls.
 */
import type { PlayerElement } from './audio-element.ts';
import { button, closeIconPath } from './controls.ts';
import css from './docking.css?inline';
import { addStyles, icon } from './elements.ts';
import { guardians } from './guardians.ts';
import { placeInside } from './placement.ts';
import type { PlayerConfig } from './player-config.ts';
import type { EndService, ServiceContext } from './player-services.ts';

/** Removals in a row that count as the page's wish, each this soon after the player was put back, in ms. */
const rejection = { removals: 5, withinMs: 2_000 };

/** Counts removals of an element. Removals together with its surroundings are not aimed at it. */
function countRemovals(element: Element) {
  let placedAt = -Infinity;
  let removals = 0;
  return {
    placed: () => void (placedAt = performance.now()),
    /** @param neighbor what the element was put beside */
    isRejected(neighbor?: Element | null): boolean {
      const isAlone = !element.parentNode && neighbor?.isConnected !== false;
      const isAimed = isAlone && performance.now() - placedAt < rejection.withinMs;
      removals = isAimed ? removals + 1 : 0;
      return removals >= rejection.removals;
    },
  };
}

const equipped = new WeakSet<PlayerElement>();
/** Why a player is docked: only the last reason counts. */
const reasons = new WeakMap<PlayerElement, object>();

/**
 * Puts a player at the window's edge, with a button that closes it, for as long as it plays.
 * @param isDocked whether it is still to be there: its page may come back
 * @param leave ends the player, or puts it back
 */
export function dock(element: PlayerElement, isDocked: () => boolean, leave: () => void): void {
  const { ui, store, shadowRoot } = element;
  const reason = {};
  reasons.set(element, reason);
  const removals = countRemovals(element);
  const attach = (): void => {
    (document.body ?? document.documentElement).append(element);
    removals.placed();
  };
  const end = (): void => {
    stop();
    guardians.delete(keep);
    if (reasons.get(element) === reason) leave();
  };
  const isCurrent = (): boolean => reasons.get(element) === reason && isDocked();
  const settle = (): void => {
    const { wanted, phase } = store.state;
    if (!isCurrent() || !(wanted || phase === 'paused')) end();
  };
  const keep = (): void => {
    if (!isCurrent()) end();
    else if (!element.isConnected) {
      if (removals.isRejected()) end();
      else attach();
    }
  };
  const stop = store.on('change', settle);
  if (!isDocked()) return stop();
  if (!equipped.has(element)) {
    equipped.add(element);
    addStyles(shadowRoot!, css);
    shadowRoot!
      .querySelector('.root')!
      .append(button(ui, 'undock', ui.texts.close, icon(closeIconPath), { type: 'close' }));
  }
  element.setAttribute('data-docked', '');
  element.style.removeProperty('min-height');
  attach();
  guardians.add(keep);
  settle();
}

/**
 * Docks a player that plays while its place is hidden, as single-page applications hide pages for later, and
 * puts it back when the place shows again.
 */
export function dockWhileHidden({ element: player, store, guard }: ServiceContext): EndService {
  const element = player as PlayerElement;
  const hide = guard(() => {
    const home = element.parentNode;
    const isShown = element.hasAttribute('data-docked') || element.getClientRects().length > 0;
    if (!home || !element.isConnected || isShown || !store.state.wanted) return;
    const place = home instanceof ShadowRoot ? home.host : (home as Element);
    const next = element.nextSibling;
    let isAway = true;
    const putBack = (): void => {
      showing.disconnect();
      if (!isAway) return;
      isAway = false;
      element.removeAttribute('data-docked');
      if (home instanceof ShadowRoot) placeInside(element, place);
      else home.insertBefore(element, next?.parentNode === home ? next : null);
    };
    const show = guard(() => {
      if (reasons.get(element) !== reason) showing.disconnect();
      else if (place.getClientRects().length > 0) putBack();
    });
    // In a task of their own: what changes sizes while they are observed is an error of the page.
    const showing = new ResizeObserver(() => void setTimeout(show));
    dock(element, () => isAway, putBack);
    const reason = reasons.get(element);
    showing.observe(place);
  });
  const hiding = new ResizeObserver(() => void setTimeout(hide));
  hiding.observe(element);
  return () => hiding.disconnect();
}

/**
 * Docks a player that plays while its place is scrolled out of view, and puts it back when the place can be
 * seen again. Its place keeps its height, so that the page does not move.
 */
export function dockOutOfView({ element: player, store, guard }: ServiceContext): EndService {
  const element = player as PlayerElement;
  let space: HTMLElement | null = null;
  const putBack = (): void => {
    const left = space;
    if (!left) return;
    space = null;
    seeing.unobserve(left);
    if (left.isConnected) {
      element.removeAttribute('data-docked');
      left.replaceWith(element);
      seeing.observe(element);
    } else left.remove();
  };
  const leave = guard(() => {
    const isDocked = element.hasAttribute('data-docked');
    if (space || isDocked || !element.isConnected || !store.state.wanted) return;
    space = document.createElement('div');
    space.style.height = `${element.offsetHeight}px`;
    seeing.unobserve(element);
    element.replaceWith(space);
    const own = space;
    dock(element, () => space === own, putBack);
    seeing.observe(own);
  });
  const seeing = new IntersectionObserver(
    guard((entries: IntersectionObserverEntry[]) => {
      const { isIntersecting, target, boundingClientRect } = entries.at(-1)!;
      if (target === space) {
        if (isIntersecting) putBack();
        // What has no size is hidden, and docked for that.
      } else if (!isIntersecting && boundingClientRect.height > 0) leave();
    }),
  );
  seeing.observe(element);
  // Started again while its place is out of view.
  const stop = store.on('change', ({ state }) => {
    if (!state.wanted || space || element.hasAttribute('data-docked')) return;
    const { top, bottom, height } = element.getBoundingClientRect();
    if (height > 0 && (bottom <= 0 || top >= innerHeight)) leave();
  });
  return () => {
    stop();
    seeing.disconnect();
  };
}

const places = {
  before: 'beforebegin',
  after: 'afterend',
  'inner-first': 'afterbegin',
  'inner-last': 'beforeend',
} as const;

/** Resolves once the page has loaded and is idle: until then a framework may compare it with what it made. */
async function pageIsReady(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Puts a player where its channel's selector says, within the article around its container if possible, and
 * keeps it there; in its container when the selector finds nothing, or when the page keeps removing it.
 * @param isCurrent whether the player is still the container's
 */
export async function placeOutside(
  element: PlayerElement,
  container: Element,
  { action, selector }: PlayerConfig['channel']['placement'],
  isCurrent: () => boolean,
): Promise<void> {
  await pageIsReady();
  if (!isCurrent()) return;
  const removals = countRemovals(element);
  let isRejected = false;
  let neighbor: Element | null = null;

  const target = (): Element | null => {
    if (isRejected || action === 'none' || !selector) return null;
    try {
      const article = container.closest('article');
      const found =
        (article?.matches(selector) ? article : article?.querySelector(selector)) ??
        (container.getRootNode() as ParentNode).querySelector(selector);
      return element.contains(found) ? null : found;
    } catch {
      // No selector.
      return null;
    }
  };
  const put = (found: Element | null): void => {
    neighbor = found;
    element.removeAttribute('data-docked');
    if (found && action !== 'none') {
      element.style.removeProperty('min-height');
      found.insertAdjacentElement(places[action], element);
    } else if (!placeInside(element, container)) {
      if (isRejected) return element.end();
      container.replaceChildren(element);
    }
    removals.placed();
    // A container that is hidden cannot show it.
    if (isRejected && !element.getClientRects().length) element.store.request({ type: 'pause' });
  };
  const keep = (): void => {
    if (!isCurrent()) return void guardians.delete(keep);
    if (element.isConnected) {
      // What the selector names may come late, or come back.
      const found = neighbor ? null : target();
      if (found) put(found);
      return;
    }
    isRejected ||= removals.isRejected(neighbor);
    if (isRejected) guardians.delete(keep);
    put(target());
  };
  guardians.add(keep);
  put(target());
}
