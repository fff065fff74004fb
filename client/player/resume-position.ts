import { writeStored, readStored } from './device-storage.ts';
import type { ServiceContext } from './player-services.ts';

const positionsKey = 'parlance-positions';
const rateKey = 'parlance-rate';
/** As many articles are remembered. */
const most = 50;
/** Neither the first seconds nor the last are worth remembering. */
const margin = 5;

type Positions = [articleId: number, seconds: number][];

/**
 * Stores on this device how far each article was played and the listener's playback rate, while there is
 * consent, and deletes both when consent is withdrawn.
 */
export function startResumePosition({ store, page }: ServiceContext): () => void {
  const read = (): Positions => {
    try {
      const kept = JSON.parse(readStored(page, positionsKey) ?? '[]') as unknown;
      return Array.isArray(kept)
        ? (kept as Positions).filter((entry) => Array.isArray(entry) && entry.every(Number.isFinite))
        : [];
    } catch {
      // Another script wrote there.
      return [];
    }
  };
  const write = (positions: Positions): void =>
    writeStored(page, positionsKey, positions.length ? JSON.stringify(positions.slice(-most)) : null);
  const keepPosition = (id: number, seconds: number | null): void => {
    if (store.state.consent)
      write([
        ...read().filter(([other]) => other !== id),
        ...(seconds === null ? [] : [[id, seconds] as [number, number]]),
      ]);
  };
  const forget = (): void => {
    write([]);
    writeStored(page, rateKey, null);
  };

  const { item, state } = store;
  const kept = read().find(([id]) => id === item.id)?.[1] ?? 0;
  if (kept > margin && kept < state.duration - margin && !state.wanted && state.time === 0)
    store.request({ type: 'seek', to: kept });
  const rate = Number(readStored(page, rateKey));
  if (rate >= 0.5 && rate <= 2 && state.rate === 1) store.request({ type: 'rate', rate });

  let known = state.rate;
  const ends = [
    store.on('heard', ({ item: { id }, to }) => keepPosition(id, to > margin ? Math.floor(to) : null)),
    store.on('finished', ({ item: { id } }) => keepPosition(id, null)),
    store.on('close', ({ item: { id } }) => keepPosition(id, null)),
    store.on('change', ({ state: now }) => {
      if (now.consent === false) forget();
      if (now.rate === known) return;
      known = now.rate;
      if (now.consent) writeStored(page, rateKey, known === 1 ? null : `${known}`);
    }),
  ];
  return () => ends.forEach((end) => end());
}
