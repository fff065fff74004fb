/** What the loader shares with the page and with the player that it loads. */

/** Which player, for which article. Without an article it is the page's own. */
export interface MountOptions {
  /** Slug of the channel. */
  channel?: string;
  /** Database id of the article. */
  article?: number | string;
  /** The publisher's id of the article: GUID in a feed, its URL, or the one given by API. */
  externalId?: string;
  /** URL of the article, absolute or relative to the page. */
  url?: string;
  /** Signs the request for subscribers. */
  timestamp?: number | string;
  signature?: string;
  /** The server, if it is not the one that the loader comes from. */
  base?: string;
}

/** A mounted player. */
export interface PlayerHandle {
  /** Removes it, and stops its audio. */
  unmount(): void;
}

/** `window.Parlance` */
export interface PlayerApi {
  /** Puts a player into any element, also in a shadow tree. Again: with other options. */
  mount(element: Element, options?: MountOptions): PlayerHandle;
}

/** `window.parlancePlayer`: the loader that serves the page. */
export interface LoaderState {
  /** Elements of `<parlance-player>` and of `mount`; null: unmounted by the page, which ends its player. */
  mounted: Map<Element, MountOptions | null>;
  /** The server of players that name none; missing: the one that the player was loaded from. */
  base?: string | undefined;
  /** Called when one of them is added, removed or changed. */
  changed(): void;
}
