import type { PlayerConfig } from './player-config.ts';

const places = {
  before: 'beforebegin',
  after: 'afterend',
  'inner-first': 'afterbegin',
  'inner-last': 'beforeend',
} as const;

/** Puts the player where its channel says; in its container when that is not on the page. */
export function place(
  element: HTMLElement,
  container: Element,
  { action, selector }: PlayerConfig['channel']['placement'],
): void {
  let target: Element | null = null;
  try {
    if (action !== 'none' && selector) target = document.querySelector(selector);
  } catch {
    // No selector.
  }
  if (target && action !== 'none' && !element.contains(target))
    return void target.insertAdjacentElement(places[action], element);
  // A container that holds a place keeps it, whatever held it.
  const height = container.getBoundingClientRect().height;
  container.replaceChildren(element);
  element.style.setProperty('min-height', height > 0 ? `${height}px` : '', 'important');
}
