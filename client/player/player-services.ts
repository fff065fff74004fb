/**
 * What goes with the player when its config asks for it. Each service is a module of its own, loaded when it
 * is needed: it gets the store and the element, and returns what ends it. One that throws or rejects is left
 * out; the player goes on.
 */
import type { PlayerConfig } from './player-config.ts';
import type { Store } from './store.ts';

export interface ServiceContext {
  /** As it was when the service began; `store.config` is the present one. */
  config: PlayerConfig;
  store: Store;
  /** The player on the page, with an open shadow root. */
  element: HTMLElement;
  page: Window & typeof globalThis;
  /** The origin and path that the loader came from, without a slash at its end. */
  base: string;
  /**
   * Empty blocks in the player, in this order from the top, that only show when something is in them: while
   * `consent` has content, the rest of the player is hidden. `reading` is for the transcript, below the
   * controls. Style what you put in by a style sheet pushed to `shadowRoot.adoptedStyleSheets` (colours:
   * `var(--accent)`, `var(--accent-ink)` on it, `var(--ink)`, `var(--soft)`, `var(--line)`,
   * `var(--surface)`), never by style attributes or markup in strings: pages forbid those.
   */
  slots: { consent: HTMLElement; ad: HTMLElement; reading: HTMLElement };
  /** Words for screen readers, once. */
  announce(words: string): void;
  /**
   * Runs what an event or a timer calls, so that an exception ends here and not in the page's
   * `window.onerror`.
   */
  guard<Arguments extends unknown[]>(work: (...args: Arguments) => unknown): (...args: Arguments) => void;
}

/** Ends the service: listeners, timers, what it put into slots. */
export type EndService = () => void;

export type StartService = (context: ServiceContext) => EndService | Promise<EndService>;

/**
 * How the core loads them, and when:
 * - `startConsent` (`consent/consent.ts`): at once, when the provider is `manager` or `iab`. It requests `{
 *   type: 'consent', granted }` at each change and fills the slot `consent` while the placeholder is to be
 *   seen. With `always` and `never` the core sets the consent itself.
 * - `startStatistics` (`statistics/statistics.ts`): at once, when there is an `eventsUrl`. What it may store
 *   or identify follows `store.state.consent`, which can change at any time.
 * - `startAds` (`ads/ads.ts`): when there are `ads` and consent is granted, never before. It holds the
 *   content on `play` (`const release = store.hold()`), tells of its advertisement by `{ type: 'ad', ad }`,
 *   follows `store.state.wanted` (pause, go on), `volume`, and closing, and releases whatever happens.
 * - `startReading` (`reading/reading.ts`): at once, when an item has `highlight` or `transcript`.
 *   `store.now()` is the exact second; `{ type: 'item', index, from }` plays from there.
 */
export interface Services {
  startConsent: StartService;
  startStatistics: StartService;
  startAds: StartService;
  startReading: StartService;
}
