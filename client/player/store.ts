/**
 * The state of one player, and all that can happen to it: whoever wants something makes a request, the store
 * acts on it and tells whoever listens. Elements, services and the page's media keys know each other through
 * the store alone.
 */
import type { PlayerConfig, PlayerItem } from './player-config.ts';
import { addStretch, tenthsWithin, type Stretch } from './heard.ts';
import { createPlayback } from './playback.ts';
import { addressOf, partAfter, playable, type Part, type PartKind } from './sequence.ts';

export type PlayerView = 'main' | 'speed' | 'sleep' | 'chapters';

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
  /** Seconds of the article, whatever part is sounding. */
  time: number;
  duration: number;
  /** 0.5 to 2. */
  rate: number;
  /** 0 to 100; muting goes between 0 and 50. */
  volume: number;
  /** Minutes until it falls silent by itself, `article` for its end. */
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
  | { type: 'view'; view: PlayerView }
  | { type: 'sleep'; sleep: PlayerState['sleep'] }
  /** Plays an item, from a second of it. */
  | { type: 'item'; index: number; from?: number }
  | { type: 'ad'; ad: AdState | null }
  | { type: 'consent'; granted: boolean }
  /** The server answered anew: signed in, ready, or gone. What sounds goes on where it is. */
  | { type: 'config'; config: PlayerConfig }
  /** What is there cannot be had any more. */
  | { type: 'gone' };

/**
 * What statistics, reading and advertisements live on. Seconds are of the article, in its own time whatever
 * the rate.
 */
export interface PlayerEvents {
  /** After every change. */
  change: { state: Readonly<PlayerState> };
  /** The player is on the page. */
  load: { item: PlayerItem };
  /** A sound broke off, and is tried again: time to ask the server what became of it. */
  trouble: { item: PlayerItem };
  /** Half of it was in view for the first time. */
  seen: { item: PlayerItem };
  /**
   * An item was started, once each; `playlist`: in a playlist player. It is told before its sound begins:
   * whoever holds now goes first.
   */
  play: { item: PlayerItem; index: number; playlist: boolean };
  pause: { item: PlayerItem; time: number };
  resume: { item: PlayerItem; time: number };
  /**
   * An unbroken stretch that was really heard: told when it ends, at least every 10 s. Seeking is not
   * listening.
   */
  heard: { item: PlayerItem; from: number; to: number };
  /** 10, 20 … 100, once each for an item; `heard`: all stretches of it so far, merged and in order. */
  progress: { item: PlayerItem; percent: number; heard: Stretch[] };
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
   * Keeps the content silent where it is, whatever the listener wants. @returns what lets it go on, harmless
   * when called again
   */
  hold(): () => void;
  /** The exact second of the article. */
  now(): number;
  /** Tells the stretch that is being heard up to now, as before the page goes. */
  flush(): void;
}

/** What mute goes back to. */
const unmuted = 50;
/** A stretch is told at least this often. Seconds. */
const stretchLength = 10;
/** How much of an article is heard again when the whole takes its teaser's place. Seconds. */
const overlap = 10;

/** Only one player on the page sounds at a time. */
let sounding: Store | null = null;

/** @param guard keeps exceptions of the player inside of the player */
export function createStore(
  first: PlayerConfig,
  page: Window & typeof globalThis,
  guard: <Arguments extends unknown[]>(work: (...args: Arguments) => unknown) => (...args: Arguments) => void,
): Store {
  const media = new page.Audio();
  const listeners: { [type: string]: Set<(event: never) => void> } = {};
  const holds = new Set<object>();
  const started = new Set<number>();
  const told = new Map<number, { stretches: Stretch[]; tenths: Set<number> }>();
  let config = first;
  let flows = false;
  /** What the audio element holds. */
  let loaded: string | null = null;
  /** Where the stretch began that is being heard. */
  let since: number | null = null;

  const start = Math.max(0, playable(config, 0));
  const state: PlayerState = {
    phase: 'idle',
    wanted: false,
    problem: null,
    index: start,
    part: config.sounds.intro ? 'intro' : 'article',
    time: 0,
    duration: (config.items[start]?.durationMs ?? 0) / 1000,
    rate: 1,
    volume: 100,
    sleep: null,
    view: 'main',
    expanded: false,
    closed: false,
    ad: null,
    consent: null,
  };

  const item = (): PlayerItem => config.items[state.index]!;
  const emit = <Type extends keyof PlayerEvents>(type: Type, event: PlayerEvents[Type]): void => {
    // The compiler does not see that the listeners of a type take its events.
    for (const listener of listeners[type] ?? []) guard(listener)(event as never);
  };
  const change = (patch: Partial<PlayerState> = {}): void => {
    Object.assign(state, patch);
    emit('change', { state });
  };

  const playback = createPlayback(media, page, {
    time() {
      if (state.part !== 'article') return;
      const time = playback.at();
      if (flows && since !== null) {
        tellTenths(state.time, time);
        if (time - since >= stretchLength) flush();
      }
      change({
        time,
        duration: page.isFinite(media.duration) && media.duration > 0 ? media.duration : state.duration,
      });
    },
    flowing(now) {
      if (!now) flush();
      flows = now;
      since = now && state.part === 'article' ? playback.at() : null;
      settle();
    },
    ended() {
      const ended = state.part;
      if (ended === 'article') {
        tellTenths(state.time, state.duration, true);
        emit('finished', { item: item() });
      }
      const next = partAfter(config, { kind: ended, index: state.index });
      const sleeps = ended === 'article' && state.sleep === 'article';
      if (sleeps) Object.assign(state, { sleep: null, wanted: false });
      if (!next) finish();
      else if (sleeps && next.kind === 'outro') finish();
      else enter(sleeps ? { ...next, kind: 'article' } : next, 0);
    },
    trouble: () => emit('trouble', { item: item() }),
    interrupted: stopWanting,
    failed: () => change({ phase: 'failed', wanted: false, problem: 'unreachable' }),
  });

  function flush(): void {
    if (since === null || state.part !== 'article') return;
    const [from, to] = [since, playback.at()];
    since = flows ? to : null;
    if (to - from < 0.05) return;
    record(item()).stretches = addStretch(record(item()).stretches, from, to);
    emit('heard', { item: item(), from, to });
  }

  function record({ id }: PlayerItem) {
    if (!told.has(id)) told.set(id, { stretches: [], tenths: new Set() });
    return told.get(id)!;
  }

  function tellTenths(from: number, to: number, ended = false): void {
    const of = item();
    for (const percent of [...tenthsWithin(from, to, state.duration), ...(ended ? [100] : [])]) {
      const { tenths } = record(of);
      if (tenths.has(percent)) continue;
      tenths.add(percent);
      flush();
      emit('progress', { item: of, percent, heard: record(of).stretches });
    }
  }

  /** Lets sound be what was asked for, and the state say what it is. */
  function settle(): void {
    const audible = state.wanted && !holds.size;
    if (audible && loaded) playback.play();
    else playback.pause();
    const { problem, phase, wanted } = state;
    change({
      phase: wanted
        ? holds.size
          ? 'held'
          : flows
            ? 'playing'
            : 'loading'
        : problem
          ? 'failed'
          : phase === 'finished' || !started.size || state.closed
            ? phase === 'finished'
              ? phase
              : 'idle'
            : 'paused',
    });
  }

  function load(from: number): void {
    loaded = addressOf(config, { kind: state.part, index: state.index });
    if (loaded) playback.set(loaded, from, state.part === 'article' ? item().durationMs / 1000 : 0);
  }

  /** Goes to a part, from a second of it. */
  function enter({ kind, index }: Part, from: number): void {
    flush();
    flows = false;
    since = null;
    const other = index !== state.index;
    Object.assign(state, { part: kind, index });
    if (kind === 'article' || other) state.time = kind === 'article' ? from : 0;
    if (other) state.duration = item().durationMs / 1000;
    if (state.phase === 'finished') state.phase = 'paused';
    if (kind === 'article' && state.wanted) begin();
    load(kind === 'article' ? from : 0);
    settle();
  }

  /** Tells that an item was started, once. */
  function begin(): void {
    if (started.has(item().id)) return;
    started.add(item().id);
    emit('play', { item: item(), index: state.index, playlist: config.channel.kind === 'playlistPlayer' });
  }

  function finish(): void {
    loaded = null;
    playback.stop();
    since = null;
    change({ phase: 'finished', wanted: false, time: state.duration, part: 'article' });
  }

  function want(): void {
    if (state.wanted || state.problem === 'gone') return;
    if (sounding && sounding !== store) sounding.request({ type: 'pause' });
    sounding = store;
    const again = started.has(item().id);
    Object.assign(state, { wanted: true, closed: false, expanded: true, problem: null });
    if (state.phase === 'finished') {
      state.phase = 'paused';
      return enter({ kind: 'article', index: Math.max(0, playable(config, 0)) }, 0);
    }
    begin();
    if (again) emit('resume', { item: item(), time: state.time });
    if (!loaded) load(state.part === 'article' ? state.time : 0);
    settle();
  }

  function stopWanting(): void {
    if (!state.wanted) return;
    flush();
    state.wanted = false;
    settle();
    emit('pause', { item: item(), time: state.time });
  }

  function seek(to: number): void {
    const time = Math.min(Math.max(0, to), state.duration);
    if (state.phase === 'finished') state.phase = 'paused';
    if (state.part !== 'article' || !loaded) {
      const { index } = state;
      if (loaded || time > 0) enter({ kind: 'article', index }, time);
      return;
    }
    flush();
    playback.seek(time);
    since = flows ? time : null;
    change({ time });
    settle();
  }

  function goTo(index: number, from = 0): void {
    if (index === -1 || !config.items[index]?.audio) return;
    if (index === state.index) seek(from);
    else enter({ kind: 'article', index }, from);
  }

  function close(): void {
    const of = item();
    stopWanting();
    playback.stop();
    loaded = null;
    Object.assign(state, {
      phase: 'idle',
      part: config.sounds.intro ? 'intro' : 'article',
      index: start,
      time: 0,
    });
    Object.assign(state, {
      duration: item().durationMs / 1000,
      sleep: null,
      view: 'main',
      expanded: false,
      closed: true,
    });
    change();
    emit('close', { item: of });
  }

  function reconfigure(next: PlayerConfig): void {
    const before = item();
    config = next;
    const index = next.items.findIndex(({ id }) => id === before?.id);
    const now = next.items[index === -1 ? 0 : index];
    state.index = Math.max(0, index);
    if (!now || now.state === 'gone') return gone();
    const whole = before?.teaser && !now.teaser;
    if (now.audio !== before?.audio || index === -1) {
      flush();
      const time =
        index === -1
          ? 0
          : whole && state.phase === 'finished'
            ? Math.max(0, state.time - overlap)
            : state.time;
      Object.assign(state, {
        duration: now.durationMs / 1000,
        problem: null,
        phase: state.phase === 'finished' ? 'paused' : state.phase,
      });
      state.time = time;
      if (state.part === 'article' && loaded) {
        since = null;
        flows = false;
        load(time);
      }
    }
    settle();
  }

  function gone(): void {
    flush();
    playback.stop();
    loaded = null;
    change({ phase: 'failed', problem: 'gone', wanted: false });
  }

  function act(request: PlayerRequest): void {
    switch (request.type) {
      case 'play':
        return want();
      case 'pause':
        return stopWanting();
      case 'toggle':
        return state.wanted ? stopWanting() : want();
      case 'seek':
        return seek(request.to);
      case 'skip':
        return seek(state.time + request.by);
      case 'rate':
        media.defaultPlaybackRate = media.playbackRate = request.rate;
        return change({ rate: request.rate });
      case 'mute': {
        const volume = state.volume ? 0 : unmuted;
        media.volume = volume / 100;
        media.muted = !volume;
        return change({ volume });
      }
      case 'previous':
        // As everywhere: first to the beginning, then to the one before.
        return goTo(state.time > 3 ? state.index : Math.max(playable(config, state.index - 1, -1), 0));
      case 'next':
        return goTo(playable(config, state.index + 1));
      case 'item':
        goTo(request.index, request.from);
        return want();
      case 'view':
        return change({ view: request.view });
      case 'sleep':
        return change({ sleep: request.sleep });
      case 'collapse':
        return change({ expanded: false, view: 'main' });
      case 'close':
        return close();
      case 'ad':
        return change({ ad: request.ad });
      case 'consent':
        return change({ consent: request.granted });
      case 'load':
        return emit('load', { item: item() });
      case 'seen':
        // Ready when it is clicked: the beginning is fetched, not the whole.
        if (!loaded && !config.channel.disableAutoload && !state.time) load(0);
        return emit('seen', { item: item() });
      case 'config':
        return reconfigure(request.config);
      case 'gone':
        return gone();
    }
  }

  media.preload = 'metadata';
  media.preservesPitch = true;
  for (const [type, listener] of Object.entries(playback.listeners))
    media.addEventListener(type, guard(listener));

  const store: Store = {
    state,
    media,
    get config() {
      return config;
    },
    get item() {
      return item();
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
      settle();
      return () => {
        if (holds.delete(hold)) settle();
      };
    },
    now: () => (state.part === 'article' && loaded ? playback.at() : state.time),
    flush,
  };
  return store;
}
