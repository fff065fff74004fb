/** What is being played: one sound at a time in the whole page. */
export interface Track {
  /** Identifies the track: an article's id. */
  id: string;
  url: string;
  title: string;
  durationMs: number;
}

export interface PlayerState {
  track: Track | null;
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds. */
  time: number;
  duration: number;
  speed: number;
}

/** The part of an audio element that the store needs. */
export type Sound = Pick<
  HTMLAudioElement,
  | 'src'
  | 'currentTime'
  | 'duration'
  | 'playbackRate'
  | 'paused'
  | 'play'
  | 'pause'
  | 'load'
  | 'addEventListener'
>;

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Changes the state with each event of a sound. */
function observeSound(
  sound: Sound,
  state: () => PlayerState,
  change: (next: Partial<PlayerState>) => void,
): void {
  sound.addEventListener('playing', () => change({ status: 'playing' }));
  sound.addEventListener('waiting', () => change({ status: 'loading' }));
  sound.addEventListener('pause', () => state().status !== 'failed' && change({ status: 'paused' }));
  sound.addEventListener('ended', () => change({ status: 'paused', time: state().duration }));
  sound.addEventListener('error', () => state().track && change({ status: 'failed' }));
  sound.addEventListener('timeupdate', () => change({ time: sound.currentTime }));
  sound.addEventListener(
    'durationchange',
    () => Number.isFinite(sound.duration) && change({ duration: sound.duration }),
  );
}

/** Keeps the state of one sound, and is the only one to change it. */
export function createPlayerStore(createSound: () => Sound) {
  let state: PlayerState = { track: null, status: 'idle', time: 0, duration: 0, speed: 1 };
  let sound: Sound | null = null;
  /** Position at which it pauses automatically, seconds. */
  let until = Infinity;
  const listeners = new Set<() => void>();

  const change = (next: Partial<PlayerState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  function open(): Sound {
    if (sound) return sound;
    const opened = createSound();
    sound = opened;
    observeSound(opened, () => state, change);
    opened.addEventListener('timeupdate', () => {
      if (opened.currentTime < until) return;
      until = Infinity;
      opened.pause();
    });
    return opened;
  }

  function start(): void {
    const opened = open();
    opened.playbackRate = state.speed;
    change({ status: 'loading' });
    // Interrupted by the next track or by pause: no failure. What really fails arrives as an `error` event,
    // except when playing is not allowed.
    opened.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError') change({ status: 'paused' });
    });
  }

  function select(track: Track): void {
    const opened = open();
    if (!opened.paused) opened.pause();
    opened.src = track.url;
    change({ track, status: 'paused', time: 0, duration: track.durationMs / 1000 });
  }

  function seek(seconds: number): void {
    if (!state.track) return;
    until = Infinity;
    const time = Math.min(Math.max(0, seconds), state.duration);
    open().currentTime = time;
    change({ time });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    /**
     * Seconds, read from the sound itself: finer than the state's, which changes some four times a second.
     */
    currentTime: () => sound?.currentTime ?? 0,
    seek,
    /** Plays the track, from its beginning if another was on; pauses when it is the one that plays. */
    toggle(track: Track): void {
      const same = state.track?.id === track.id && state.track.url === track.url;
      until = Infinity;
      if (same && (state.status === 'playing' || state.status === 'loading')) return open().pause();
      if (!same || state.status === 'failed') select(track);
      else if (state.time >= state.duration) seek(0);
      start();
    },
    /** Plays from a place, up to another or to the end. */
    playFrom(track: Track, seconds: number, to = Infinity): void {
      if (state.track?.id !== track.id || state.track.url !== track.url) select(track);
      seek(seconds);
      until = to;
      start();
    },
    setSpeed(speed: number): void {
      change({ speed });
      if (sound) sound.playbackRate = speed;
    },
    /** Silence, and nothing on. */
    close(): void {
      sound?.pause();
      change({ track: null, status: 'idle', time: 0, duration: 0 });
    },
  };
}

/** m:ss, or h:mm:ss from an hour on. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3600);
  if (hours > 0) return [hours, ...parts.map((part) => String(part).padStart(2, '0'))].join(':');
  return `${parts[0]}:${String(parts[1]).padStart(2, '0')}`;
}
