import type { PlayerAds } from '../player-config.ts';
import type { ServiceContext } from '../player-services.ts';

/**
 * Listeners wait no longer than this for an advertisement's sound, in milliseconds; then, or when it stalls
 * as long, the content plays.
 */
export const timeoutMs = 4000;

/** Result of an advertisement. */
export type AdOutcome = 'done' | 'skipped' | 'empty';

/** What a listener can do while it sounds. */
export interface AdControls {
  title: string;
  /**
   * Tells that the listener wants to know more; the page that opens, if any. Null: there is nowhere to go.
   */
  click: (() => string) | null;
  /** Seconds of the advertisement after which it may be skipped; null: never. */
  skipAfter: number | null;
  skip(): void;
}

/** Element in which an advertisement plays, regardless of its provider. */
export interface Stage {
  ads: PlayerAds;
  page: Window & typeof globalThis;
  guard: ServiceContext['guard'];
  /** Its own element, so that the content stays where it is. The listener's click has allowed it to sound. */
  media: HTMLAudioElement;
  /** Where IMA may draw. */
  slot: HTMLElement;
  /** It is over: closed, ended, no consent any more, or too late. */
  signal: AbortSignal;
  /** Whether the listener wants to hear now. */
  wanted(): boolean;
  /** 0 to 1. */
  volume(): number;
  /** Seconds of the content, for macros. */
  contentTime(): number;
  /** Called at each change of `wanted` and `volume`. */
  onChange(listener: () => void): void;
  /** It sounds: from now on it may stay as long as it lasts. */
  begins(controls: AdControls): void;
  /** Position and length in seconds, for the timeline. */
  time(time: number, duration: number): void;
  /** An advertisement's id, for the reports. */
  unit(id: string): void;
}

/** Plays one break. @throws when there is nothing to hear; `code` of the error is VAST's */
export type PlayBreak = (stage: Stage) => Promise<AdOutcome>;
