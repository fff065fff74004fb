import { emitPageEvent } from './page-events.ts';
import type { EndService, ServiceContext } from './player-services.ts';

/** Percent of the article at which the page is notified, once per play. */
const steps = [10, 25, 50, 75, 90];
/** Two positions further apart were not played but sought, seconds. */
const jump = 3;

/**
 * Dispatches what happens from the first play on; it is loaded with that, so it begins by reporting it. Of a
 * pause that came before, too.
 */
export function startPlayEvents(context: ServiceContext): EndService {
  const { store } = context;
  let passed = new Set<number>();
  let item = store.item;
  let { time, phase, problem, ad } = store.state;
  // The audio may have begun while this was loading.
  if (time < jump) time = 0;

  const ends = [
    store.on('play', (event) => emitPageEvent(context, 'play', event.item)),
    store.on('resume', (event) => emitPageEvent(context, 'play', event.item)),
    store.on('pause', (event) => emitPageEvent(context, 'pause', event.item)),
    store.on('finished', (event) => {
      emitPageEvent(context, 'finished', event.item);
      passed = new Set();
    }),
    store.on('change', ({ state }) => {
      if (item !== store.item) passed = new Set();
      // A pause also tells how far it has played until then.
      else if ([phase, state.phase].includes('playing') && state.time > time && state.time - time < jump)
        for (const percent of steps) {
          const at = (state.duration * percent) / 100;
          if (at <= time || at > state.time || passed.has(percent)) continue;
          passed.add(percent);
          emitPageEvent(context, 'progress', item, { percent });
        }
      ({ item } = store);
      ({ time, phase } = state);
      if (Boolean(ad) !== Boolean(state.ad))
        emitPageEvent(context, 'ad', item, {
          ad: state.ad && { title: state.ad.title, duration: state.ad.duration },
        });
      ({ ad } = state);
      if (problem !== state.problem && state.problem)
        emitPageEvent(context, 'error', item, { reason: state.problem });
      ({ problem } = state);
    }),
  ];
  emitPageEvent(context, 'play', item);
  if (!store.state.wanted) emitPageEvent(context, 'pause', item);
  return () => ends.forEach((end) => end());
}
