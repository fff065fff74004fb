/** What the player says, in one language. `{…}` is filled in. */
export interface PlayerTexts {
  player: string;
  play: string;
  pause: string;
  tryAgain: string;
  back: string;
  ahead: string;
  position: string;
  /** Of `{time}` and `{duration}`. */
  positionOf: string;
  speed: string;
  mute: string;
  unmute: string;
  sleep: string;
  sleepOff: string;
  /** Of `{minutes}`. */
  sleepIn: string;
  sleepAtEnd: string;
  chapters: string;
  previous: string;
  next: string;
  playlist: string;
  collapse: string;
  close: string;
  backToPlayer: string;
  synthetic: string;
  advertisement: string;
  gone: string;
  unreachable: string;
}
