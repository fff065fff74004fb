import type { Part } from './part.ts';

/** Every part of the table, in its order; loaded when it is measured. */
export const parts: Readonly<Record<string, () => Promise<{ part: Part }>>> = {
  audio: () => import('./audio-figures.ts'),
  dictionaries: () => import('./dictionaries-figures.ts'),
  review: () => import('./review-figures.ts'),
  joining: () => import('./joining-figures.ts'),
  pipeline: () => import('./pipeline-figures.ts'),
  list: () => import('./list-figures.ts'),
  ev: () => import('./ev-figures.ts'),
  statistics: () => import('./statistics-figures.ts'),
  feeds: () => import('./feeds-figures.ts'),
  attack: () => import('./attack-figures.ts'),
  memory: () => import('./memory-figures.ts'),
  player: () => import('./player-figures.ts'),
  voices: () => import('./voices-figures.ts'),
  studio: () => import('./studio-figures.ts'),
  live: () => import('./live-figures.ts'),
  lighthouse: () => import('./lighthouse-figures.ts'),
};
