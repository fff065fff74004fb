import type { LoaderState, PlayerApi } from './mount-options.ts';

/** Offers `mount` and `<parlance-player>`: what a page asks for is noted in the state. */
export function offerPlayers(state: LoaderState): PlayerApi {
  const { mounted } = state;
  const set: typeof mounted.set = (element, options) => {
    mounted.set(element, options);
    state.changed();
    return mounted;
  };
  try {
    customElements.define(
      'parlance-player',
      class extends HTMLElement {
        connectedCallback(): void {
          set(this, mounted.get(this) ?? {});
        }
      },
    );
  } catch {
    // The page has its own, or none at all.
  }
  return {
    mount(element, options) {
      const own = { ...options };
      set(element, own);
      return {
        unmount() {
          if (mounted.get(element) === own) set(element, null);
        },
      };
    },
  };
}

/** Waits for a reader: a page that is rendered ahead has none yet. */
export function whenRead(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

/** Whether the browser has what the player is made of. */
export const isModern = (): boolean => 'adoptedStyleSheets' in document && 'toSpliced' in [];
