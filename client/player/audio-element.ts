import type { Ui } from './controls.ts';
import type { Store } from './store.ts';

/** `<parlance-audio>`: a player on the page. Scripts of the page may use its store. */
export class PlayerElement extends HTMLElement {
  declare store: Store;
  declare ui: Ui;
  /** What is to be done once it has its place. */
  declare placed: () => void;
  /** Gives it colours that can be read on what it stands on. */
  declare paint: () => void;
  /** The address that answers what it plays. */
  declare question: () => string;
  /** Asks the server again. */
  declare refresh: () => void;
  /** What ends it and its services. */
  declare end: () => void;
}
