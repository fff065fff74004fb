/**
 * Optional services that the player's config enables. Each service is a separate module, loaded when needed:
 * it gets the store and the element, and returns a function that ends it. If a service throws or rejects, the
 * player continues without it.
 */
import type { PlayerWords } from './generated/player-words.ts';
import type { PlayerConfig } from './player-config.ts';
import type { Store } from './store.ts';

export interface ServiceContext {
  /** As it was when the service began; `store.config` is the present one. */
  config: PlayerConfig;
  /** In the listener's language. */
  texts: PlayerWords;
  store: Store;
  /** The player on the page, with an open shadow root. */
  element: HTMLElement;
  page: Window & typeof globalThis;
  /** The origin and path that the loader came from, without a slash at its end. */
  base: string;
  /**
   * Empty blocks in the player, in this order from the top, that only show when something is in them: while
   * `consent` has content, the rest of the player is hidden. `tools` takes buttons among the controls, which
   * find room there; `reading` is for the transcript, below them. Style what you put in by a style sheet
   * pushed to `shadowRoot.adoptedStyleSheets` (colours: `var(--ink)`, `var(--soft)`, `var(--accent-text)` for
   * words, `var(--behind)` and `var(--wash)` behind them, `var(--line)`), never by style attributes or markup
   * in strings: pages forbid those.
   */
  slots: { consent: HTMLElement; ad: HTMLElement; tools: HTMLElement; reading: HTMLElement };
  /** Words for screen readers, once. */
  announce(words: string): void;
  /**
   * Runs what an event or a timer calls, so that an exception ends here and not in the page's
   * `window.onerror`.
   */
  guard<Arguments extends unknown[]>(work: (...args: Arguments) => unknown): (...args: Arguments) => void;
  /** Starts another, which ends with the player. */
  start(service: StartService): void;
  /** Does something as soon as a condition of the store's state holds, now or after a change. */
  once(condition: () => boolean, work: () => unknown): void;
}

/** Ends the service: listeners, timers, what it put into slots. */
export type EndService = () => void;

/**
 * Services load at these times, so that a page loads little before the user presses play:
 *
 * - `startConsent` (`consent/consent.ts`) with the player, when the provider is `manager` or `iab`. It
 *   requests `{ type: 'consent', granted }` at each change and fills the slot `consent` while the placeholder
 *   is shown. With `always` and `never`, the player sets the consent itself.
 * - Once the player is rendered (`deferred-services.ts`), but not while the placeholder is shown: playback
 *   (`player-engine.ts`), `startStatistics` when there is an `eventsUrl`, with consent `startResumePosition`,
 *   and `startAds` when there are `ads`. `startAds` holds the content on `play` (`const release =
 *   store.hold()`), reports its advertisement by `{ type: 'ad', ad }`, follows `store.state.wanted` (pause,
 *   resume), `volume`, and closing, and always releases the hold.
 * - `startReading` (`reading/reading.ts`) with the first touch, when an item has `highlight` or `transcript`.
 *   `store.now()` is the exact second; `{ type: 'item', index, from }` plays from there.
 * - `startMediaSession` (`media-session.ts`) with the first playback.
 */
export type StartService = (context: ServiceContext) => EndService | Promise<EndService>;
