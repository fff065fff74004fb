/**
 * `@parlance/player`: the player for pages that are built with a bundler. Importing it defines
 * `<parlance-player>`; the player itself loads when the first one is on the page. On a server it does
 * nothing.
 */
import type { LoaderState, MountOptions, PlayerApi, PlayerHandle } from '../mount-options.ts';
import { isModern, offerPlayers, whenRead } from '../page-api.ts';

export type { MountOptions, PlayerHandle } from '../mount-options.ts';
export type { PageEventDetail, PageEventType } from '../page-event-types.ts';

declare global {
  interface HTMLElementTagNameMap {
    'parlance-player': HTMLElement;
  }
}

/** The server's address, which a Parlance server writes into the package that it serves. */
const builtIn = '__PARLANCE_HOME__';

interface PlayerPage {
  parlancePlayer?: LoaderState;
  Parlance?: PlayerApi;
}
const page = typeof window === 'undefined' ? null : (window as unknown as PlayerPage);

function explain(words: string): void {
  console.info(`Parlance: no player, because ${words}.`);
}

let isLoading = false;
/** Loads the player with the first place for one. */
function load(): void {
  const state = page!.parlancePlayer!;
  if (isLoading || state.mounted.size === 0) return;
  isLoading = true;
  const checkServer = (): void => {
    const isNamed = [...state.mounted].some(
      ([element, options]) => options?.base ?? element.getAttribute('base'),
    );
    if (!state.base && !isNamed)
      explain('its server is not known: call setServer, or set the attribute base');
  };
  whenRead(() => {
    import('../start.ts').then(checkServer, () => {
      isLoading = false;
      explain('its files could not be loaded');
    });
  });
}

if (page && !page.parlancePlayer) {
  if (isModern()) {
    page.parlancePlayer = {
      mounted: new Map(),
      base: builtIn.startsWith('http') ? builtIn : '',
      changed: load,
    };
    page.Parlance ??= offerPlayers(page.parlancePlayer);
  } else explain('this browser is too old');
}

/**
 * Sets the address of the Parlance server, such as `https://audio.example.com`, for players that name none.
 * Call it before players are on the page. A package from a server's own `/player/package.tgz` knows it.
 */
export function setServer(address: string): void {
  if (!page?.parlancePlayer) return;
  page.parlancePlayer.base = address.replace(/\/$/, '');
  page.parlancePlayer.changed();
}

/**
 * Puts a player into an element, also in a shadow tree; again: with other options. On a server, and in
 * browsers that are too old, it does nothing.
 */
export const mount = (element: Element, options: MountOptions = {}): PlayerHandle =>
  page?.parlancePlayer ? page.Parlance!.mount(element, options) : { unmount() {} };
