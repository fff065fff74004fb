/** Waits before each new try at a sound that broke off, in milliseconds; after the last it has failed. */
const retryDelays = [500, 1_500, 4_000, 10_000];
/** Silence that is wanted to be sound counts as broken off after this long. */
const stallMs = 15_000;
/** A sound that ends this much before its time was cut off. Seconds. */
const cutOff = 3;

interface PlaybackEvents {
  time(): void;
  /** Sound comes out, or it stopped doing so. */
  flowing(flows: boolean): void;
  ended(): void;
  /** Playback failed and is retried automatically. */
  trouble(): void;
  /** Something outside the player stopped it: a phone call, a key of the headset. */
  interrupted(): void;
  /** It was tried often enough. */
  failed(): void;
}

export type Playback = ReturnType<typeof createPlayback>;

/**
 * Plays one URL after another on one audio element. The element stays outside the page, so that playback
 * continues when the page changes. Playback that fails resumes at its position.
 */
export function createPlayback(media: HTMLAudioElement, page: Window, events: PlaybackEvents) {
  let wanted = false;
  let address: string | null = null;
  /** What is known of its length, 0: nothing. */
  let expected = 0;
  /** Where to go when the sound is there. */
  let start = 0;
  let tries = 0;
  let broken = false;
  let timer = 0;
  let stall = 0;
  let lastEnd = -1;

  const clear = (): void => {
    page.clearTimeout(timer);
    page.clearTimeout(stall);
    timer = stall = 0;
  };

  const load = (): void => {
    clear();
    broken = false;
    media.src = address!;
    // `load` sets the speed to the default one.
    media.currentTime = start;
    if (wanted) begin();
  };

  const begin = (): void => {
    watch();
    media.play().catch((error: DOMException) => {
      // The page does not let it sound before the listener has clicked.
      if (error.name === 'NotAllowedError' && wanted) {
        events.interrupted();
      }
    });
  };

  const watch = (): void => {
    page.clearTimeout(stall);
    if (wanted) stall = page.setTimeout(breakOff, stallMs);
  };

  const breakOff = (): void => {
    if (!address || timer) return;
    start = at();
    broken = true;
    events.flowing(false);
    page.clearTimeout(stall);
    if (!wanted) return;
    if (tries >= retryDelays.length) {
      wanted = false;
      return events.failed();
    }
    timer = page.setTimeout(load, retryDelays[tries++]);
    events.trouble();
  };

  const at = (): number => (broken || media.readyState === 0 ? start : media.currentTime);

  const listeners: Record<string, () => void> = {
    timeupdate() {
      // Before the data is there, the element says 0.
      if (media.readyState === 0 || media.seeking || broken) return;
      if (!media.paused) watch();
      if (media.currentTime > start + 1) tries = 0;
      events.time();
    },
    playing() {
      watch();
      events.flowing(true);
    },
    waiting: () => events.flowing(false),
    pause() {
      events.flowing(false);
      if (wanted && media.paused && !media.ended && !broken) events.interrupted();
    },
    durationchange: () => events.time(),
    error: () => media.error && breakOff(),
    ended() {
      page.clearTimeout(stall);
      const end = media.currentTime;
      events.flowing(false);
      // Cut off, unless it ends at the same place again.
      if (expected - end > cutOff && Math.abs(end - lastEnd) > 0.5) {
        lastEnd = end;
        return breakOff();
      }
      events.ended();
    },
  };

  return {
    listeners,
    at,
    /** Plays this URL next; the same URL continues. `length`: seconds, if known. */
    set(url: string, from: number, length = 0): void {
      address = url;
      start = from;
      expected = length;
      lastEnd = -1;
      tries = 0;
      load();
    },
    play(): void {
      // What broke off is tried again in its time.
      if (wanted) return;
      wanted = true;
      if (broken) {
        tries = 0;
        load();
      } else begin();
    },
    pause(): void {
      wanted = false;
      clear();
      media.pause();
    },
    seek(to: number): void {
      start = to;
      if (!broken) media.currentTime = to;
    },
    /** Fetches nothing any more. */
    stop(): void {
      this.pause();
      address = null;
      broken = false;
      media.removeAttribute('src');
      media.load();
    },
  };
}
