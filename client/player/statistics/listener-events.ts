import type { PlayerEvents } from '../store.ts';

/** What a listener does, of all that the store tells. */
export const listenerEventTypes = [
  'play',
  'pause',
  'resume',
  'heard',
  'progress',
  'finished',
  'close',
] as const;
type Kind = (typeof listenerEventTypes)[number];

/** What a listener did, when, and where in the audio. */
export type ListenerEvent = {
  [Type in Kind]: { type: Type; event: PlayerEvents[Type]; at: number; ct: number };
}[Kind];

/** Where the player was clicked last, in percent of its box. */
export interface LastClick {
  x: number;
  y: number;
  at: number;
}
