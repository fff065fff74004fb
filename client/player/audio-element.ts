import type { Ui } from './controls.ts';
import type { PageEventDetail, PageEventType } from './page-event-types.ts';
import type { Store } from './store.ts';

/** `<parlance-audio>`: a player on the page. Scripts of the page may use its store. */
export class PlayerElement extends HTMLElement {
  declare store: Store;
  declare ui: Ui;
  /** Where the page put it, also while it is at the window's edge. */
  declare container: Element;
  /** Receives its page events, to send them on. */
  declare forward: ((type: PageEventType, detail: PageEventDetail) => void) | undefined;
  /** What is to be done once it has its place. */
  declare placed: () => void;
  /** Gives the element colors with enough contrast on its background. */
  declare paint: () => void;
  /** The address that answers what it plays. */
  declare question: () => string;
  /** Asks the server again. */
  declare refresh: () => void;
  /** What ends it and its services. */
  declare end: () => void;
}
