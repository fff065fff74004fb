/**
 * Store with the state of one player, and all its requests: callers make a request, the store acts on it and
 * notifies its listeners. Elements, services and the page's media keys communicate only through the store.
 * Playback is up to the engine, which loads once the player is rendered.
 */
import type { PlayerConfig, PlayerItem } from './player-config.ts';
import type { HeardRange } from './heard-ranges.ts';
import { playable, type PartKind } from './sequence.ts';

export type PlayerView = 'main' | 'speed' | 'sleep' | 'chapters' | 'more';

/** An advertisement that is sounding, for the timeline. Seconds. */
export interface AdState {
  title: string;
  time: number;
  duration: number;
}

export interface PlayerState {
  /**
   * `held`: the listener wants to hear it, but something else sounds first. `loading`: wanted, and not there
   * yet.
   */
  phase: 'idle' | 'loading' | 'playing' | 'paused' | 'held' | 'finished' | 'failed';
  /** What the listener asked for last: to hear it or not. An advertisement obeys it too. */
  wanted: boolean;
  /** Why it failed: it cannot be had any more, or it cannot be reached now. */
  problem: 'gone' | 'unreachable' | null;
  /** Which of the items. */
  index: number;
  part: PartKind;
  /** Position in the article, whatever part is playing, seconds. */
  time: number;
  duration: number;
  /** 0.5 to 2. */
  rate: number;
  /** 0 to 100; mute goes to 0, and back to 50. */
  volume: number;
  /** Minutes until the sleep timer stops playback, `article` for the article's end. */
  sleep: number | 'article' | null;
  view: PlayerView;
  /** Version 4: the full player is shown, or will be when it has unfolded. */
  expanded: boolean;
  closed: boolean;
  ad: AdState | null;
  /** null: not known yet, which counts as refused. */
  consent: boolean | null;
}

export type PlayerRequest =
  | {
      type:
        'play' | 'pause' | 'toggle' | 'mute' | 'previous' | 'next' | 'close' | 'collapse' | 'load' | 'seen';
    }
  /** Seconds of the article. */
  | { type: 'seek'; to: number }
  /** Seconds ahead, or back when negative. */
  | { type: 'skip'; by: number }
  | { type: 'rate'; rate: number }
  /** 0 to 100. */
  | { type: 'volume'; volume: number }
  | { type: 'view'; view: PlayerView }
  | { type: 'sleep'; sleep: PlayerState['sleep'] }
  /** Plays an item, from a second of it. */
  | { type: 'item'; index: number; from?: number }
  | { type: 'ad'; ad: AdState | null }
  | { type: 'consent'; granted: boolean }
  /** The server sent a new config: signed in, ready, or gone. Playback continues at its position. */
  | { type: 'config'; config: PlayerConfig }
  /** What is there cannot be had any more. */
  | { type: 'gone' };

/**
 * Events for statistics, reading and advertisements. Seconds are of the article, regardless of the playback
 * rate.
 */
export interface PlayerEvents {
  /** After every change. */
  change: { state: Readonly<PlayerState> };
  /** The player is on the page: once for each article and visit, however often the page draws it. */
  load: { item: PlayerItem };
  /** Playback was interrupted and is retried: time to query the server for the state of the audio. */
  trouble: { item: PlayerItem };
  /** Half of it was in view: as often. */
  seen: { item: PlayerItem };
  /**
   * An item was started, once each; `playlist`: in a playlist player. Emitted before its audio starts, so
   * that a listener can call `hold` to go first.
   */
  play: { item: PlayerItem; index: number; playlist: boolean };
  pause: { item: PlayerItem; time: number };
  resume: { item: PlayerItem; time: number };
  /**
   * An unbroken stretch that was actually played: emitted when it ends, at least every 10 s. Seeking doesn't
   * count as playing.
   */
  heard: { item: PlayerItem; from: number; to: number };
  /** 10, 20 … 100, once each for an item; `heard`: all ranges of it played so far, merged and in order. */
  progress: { item: PlayerItem; percent: number; heard: HeardRange[] };
  /** An item was played to its end. */
  finished: { item: PlayerItem };
  close: { item: PlayerItem };
}

export interface Store {
  readonly state: Readonly<PlayerState>;
  readonly config: PlayerConfig;
  /** The one that `state.index` names. */
  readonly item: PlayerItem;
  readonly media: HTMLAudioElement;
  request(request: PlayerRequest): void;
  /** @returns what ends the listening */
  on<Type extends keyof PlayerEvents>(type: Type, listener: (event: PlayerEvents[Type]) => void): () => void;
  /**
   * Holds the content at its position, whatever the listener requests.
   * @returns a function that releases it, safe to call again
   */
  hold(): () => void;
  /** The exact second of the article. */
  now(): number;
  /** Reports the current stretch up to now, such as before the page is left. */
  flush(): void;
  /** Attaches the engine, and runs the requests made until now. */
  engage(make: (core: Core) => Engine): void;
  /** Reports that the engine can't be loaded now: the listener is notified and may press again. */
  fail(): void;
}

/** What the engine has of the store. */
export interface Core extends Pick<Store, 'item' | 'media'> {
  readonly state: PlayerState;
  config: PlayerConfig;
  readonly store: Store;
  readonly page: Window & typeof globalThis;
  /** Current holds on the content. */
  readonly holds: ReadonlySet<object>;
  /** What was counted in this visit to the page, by any player of the channel. */
  readonly counted: Set<string>;
  guard: <Arguments extends unknown[]>(work: (...args: Arguments) => unknown) => (...args: Arguments) => void;
  emit<Type extends keyof PlayerEvents>(type: Type, event: PlayerEvents[Type]): void;
  /** Changes the state and tells of it. */
  change(patch?: Partial<PlayerState>): void;
}

/** What plays. */
export interface Engine {
  act(request: PlayerRequest): void;
  /** Matches playback to the request, and the state to playback. */
  settle(): void;
  now(): number;
  flush(): void;
}

/** What mute goes back to. */
const unmuted = 50;
/** What a listener requests to play. */
const pressing: readonly PlayerRequest['type'][] = ['play', 'toggle', 'item'];

/**
 * @param guard keeps the player's exceptions inside the player
 * @param counted events already counted in this visit of the page
 * @param press receives a press of play that comes before there is an engine
 */
export function createStore(
  first: PlayerConfig,
  page: Core['page'],
  guard: Core['guard'],
  counted: Core['counted'],
  press: () => void,
): Store {
  const media = new page.Audio();
  const listeners: { [type: string]: Set<(event: never) => void> } = {};
  const holds = new Set<object>();
  const waiting: PlayerRequest[] = [];
  let engine: Engine | undefined;

  const start = Math.max(0, playable(first, 0));
  const state: PlayerState = {
    phase: 'idle',
    wanted: false,
    problem: null,
    index: start,
    part: first.sounds.intro ? 'intro' : 'article',
    time: 0,
    duration: (first.items[start]?.durationMs ?? 0) / 1000,
    rate: 1,
    volume: 100,
    sleep: null,
    view: 'main',
    expanded: false,
    closed: false,
    ad: null,
    consent: null,
  };

  function act(request: PlayerRequest): void {
    switch (request.type) {
      case 'rate':
        media.defaultPlaybackRate = media.playbackRate = request.rate;
        return change({ rate: request.rate });
      case 'volume':
      case 'mute': {
        const volume = request.type === 'volume' ? request.volume : state.volume ? 0 : unmuted;
        media.volume = volume / 100;
        media.muted = !volume;
        return change({ volume });
      }
      case 'view':
        return change({ view: request.view });
      case 'sleep':
        return change({ sleep: request.sleep });
      case 'collapse':
        return change({ expanded: false, view: 'main' });
      case 'ad':
        return change({ ad: request.ad });
      case 'consent':
        return change({ consent: request.granted });
    }
    if (engine) return engine.act(request);
    if (request.type === 'seek' || request.type === 'skip') {
      const to = request.type === 'seek' ? request.to : state.time + request.by;
      const time = Math.min(Math.max(0, to), state.duration);
      return change({ time, ...(time > 0 && { part: 'article' }) });
    }
    waiting.push(request);
    if (!pressing.includes(request.type)) return;
    // The click allows this element to sound, also when what plays comes after it.
    media.load();
    change({ phase: 'loading', problem: null });
    press();
  }

  media.preload = 'metadata';
  media.preservesPitch = true;

  const core: Core = {
    state,
    config: first,
    page,
    media,
    holds,
    guard,
    counted,
    emit,
    change,
    get item() {
      return core.config.items[state.index]!;
    },
    get store() {
      return store;
    },
  };
  function emit<Type extends keyof PlayerEvents>(type: Type, event: PlayerEvents[Type]): void {
    // The compiler does not see that the listeners of a type take its events.
    for (const listener of listeners[type] ?? []) guard(listener)(event as never);
  }
  function change(patch: Partial<PlayerState> = {}): void {
    Object.assign(state, patch);
    emit('change', { state });
  }

  const store: Store = {
    state,
    media,
    get config() {
      return core.config;
    },
    get item() {
      return core.item;
    },
    request: guard(act),
    on(type, listener) {
      const set = (listeners[type] ??= new Set());
      set.add(listener as (event: never) => void);
      return () => void set.delete(listener as (event: never) => void);
    },
    hold() {
      const hold = {};
      holds.add(hold);
      engine?.settle();
      return () => {
        if (holds.delete(hold)) engine?.settle();
      };
    },
    now: () => engine?.now() ?? state.time,
    flush: () => engine?.flush(),
    engage(make) {
      engine = make(core);
      for (const request of waiting.splice(0)) store.request(request);
    },
    fail() {
      if (state.phase !== 'loading') return;
      waiting.splice(0, waiting.length, ...waiting.filter(({ type }) => !pressing.includes(type)));
      change({ phase: 'failed', problem: 'unreachable' });
    },
  };
  return store;
}
