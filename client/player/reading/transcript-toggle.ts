import { icon, make } from '../elements.ts';
import type { ServiceContext } from '../player-services.ts';
import type { TranscriptView } from './transcript-view.ts';

/**
 * Adds a button to the player's controls that opens the transcript, which loads only then. The button appears
 * with the reader's first touch of the player (a click, a key, the focus), in space reserved for it: nothing
 * moves.
 */
export function transcriptToggle(context: ServiceContext): () => void {
  const { store, texts, slots, guard } = context;
  const name = texts.transcript;
  let view: TranscriptView | undefined;
  const toggle = make(
    'button',
    { type: 'button', class: 'button', 'aria-label': name, 'aria-expanded': 'false' },
    icon('M5 6h14M5 10.5h14M5 15h14M5 19.5h8'),
  );
  toggle.title = name;
  toggle.addEventListener(
    'click',
    guard(async () => {
      const isWanted = toggle.getAttribute('aria-expanded') === 'false';
      toggle.setAttribute('aria-expanded', String(isWanted));
      const { transcriptView } = await import('./transcript-view.ts');
      view ??= transcriptView(context);
      view.open(toggle.getAttribute('aria-expanded') === 'true');
    }),
  );
  const render = guard(() => {
    toggle.style.visibility = store.item?.transcript ? '' : 'hidden';
  });
  render();
  slots.tools.append(toggle);
  const stop = store.on('change', render);
  return () => {
    stop();
    toggle.remove();
    view?.end();
  };
}
