import type { ServiceContext } from './player-services.ts';

const key = 'parlance-positions';
/** As many articles are remembered. */
const most = 50;
/** Neither the first seconds nor the last are worth remembering. */
const margin = 5;

type Positions = [articleId: number, seconds: number][];

/**
 * Remembers on this device how far each article was heard, while there is consent, and forgets it all when
 * that is withdrawn.
 */
export function startPosition({ store, page }: ServiceContext): () => void {
  const read = (): Positions => {
    try {
      const kept = JSON.parse(page.localStorage.getItem(key) ?? '[]') as unknown;
      return Array.isArray(kept)
        ? (kept as Positions).filter((entry) => Array.isArray(entry) && entry.every(Number.isFinite))
        : [];
    } catch {
      return [];
    }
  };
  const write = (positions: Positions): void => {
    try {
      if (positions.length) page.localStorage.setItem(key, JSON.stringify(positions.slice(-most)));
      else page.localStorage.removeItem(key);
    } catch {
      // Storage is refused or full: it begins at the beginning next time.
    }
  };
  const keep = (id: number, seconds: number | null): void => {
    if (store.state.consent)
      write([
        ...read().filter(([other]) => other !== id),
        ...(seconds === null ? [] : [[id, seconds] as [number, number]]),
      ]);
  };

  const { item, state } = store;
  const kept = read().find(([id]) => id === item.id)?.[1] ?? 0;
  if (kept > margin && kept < state.duration - margin && !state.wanted && state.time === 0)
    store.request({ type: 'seek', to: kept });

  const ends = [
    store.on('heard', ({ item: { id }, to }) => keep(id, to > margin ? Math.floor(to) : null)),
    store.on('finished', ({ item: { id } }) => keep(id, null)),
    store.on('close', ({ item: { id } }) => keep(id, null)),
    store.on('change', ({ state: { consent } }) => consent === false && write([])),
  ];
  return () => ends.forEach((end) => end());
}
