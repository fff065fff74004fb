/**
 * Playback engine: plays one part after another on requests from the store. Reports what is started, actually
 * played, and finished. Its state is the store's.
 */
import type { PlayerConfig, PlayerItem } from './player-config.ts';
import { addHeardRange, tenthsWithin, type HeardRange } from './heard-ranges.ts';
import { createPlayback } from './playback.ts';
import { addressOf, partAfter } from './part-order.ts';
import { playable, type Part } from './sequence.ts';
import { pauseOtherPlayers } from './single-playback.ts';
import type { Core, Engine, PlayerRequest } from './store.ts';

/** Maximum length of a reported stretch, seconds. */
const stretchLength = 10;
/** How much of an article repeats when the full audio replaces its teaser, seconds. */
const overlap = 10;

/** @throws Error where the page has no sound */
export function createEngine(core: Core): Engine {
  const { state, media, page, holds, store, emit, change, guard } = core;
  const started = new Set<number>();
  const told = new Map<number, { stretches: HeardRange[]; tenths: Set<number> }>();
  /** Whether anything was ever played here. */
  let hasBegun = false;
  let flows = false;
  /** What the audio element holds. */
  let loaded: string | null = null;
  /** Start of the stretch that is playing. */
  let since: number | null = null;
  const first = Math.max(0, playable(core.config, 0));

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
        emit('finished', { item: core.item });
        // Playing it again counts as another play.
        started.delete(core.item.id);
        told.delete(core.item.id);
      }
      const next = partAfter(core.config, { kind: ended, index: state.index });
      const sleeps = ended === 'article' && state.sleep === 'article';
      if (sleeps) Object.assign(state, { sleep: null, wanted: false });
      if (!next) finish();
      else if (sleeps && next.kind === 'outro') finish();
      else enter(sleeps ? { ...next, kind: 'article' } : next, 0);
    },
    trouble: () => emit('trouble', { item: core.item }),
    interrupted: stopWanting,
    failed: () => change({ phase: 'failed', wanted: false, problem: 'unreachable' }),
  });

  function flush(): void {
    if (since === null || state.part !== 'article') return;
    const [from, to] = [since, playback.at()];
    since = flows ? to : null;
    if (to - from < 0.05) return;
    record(core.item).stretches = addHeardRange(record(core.item).stretches, from, to);
    emit('heard', { item: core.item, from, to });
  }

  function record({ id }: PlayerItem) {
    if (!told.has(id)) told.set(id, { stretches: [], tenths: new Set() });
    return told.get(id)!;
  }

  function tellTenths(from: number, to: number, ended = false): void {
    const of = core.item;
    for (const percent of [...tenthsWithin(from, to, state.duration), ...(ended ? [100] : [])]) {
      const { tenths } = record(of);
      if (tenths.has(percent)) continue;
      tenths.add(percent);
      flush();
      emit('progress', { item: of, percent, heard: record(of).stretches });
    }
  }

  /** Matches playback to the request, and the state to playback. */
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
          : phase === 'finished' || !hasBegun || state.closed
            ? phase === 'finished'
              ? phase
              : 'idle'
            : 'paused',
    });
  }

  function load(from: number): void {
    loaded = addressOf(core.config, { kind: state.part, index: state.index });
    if (loaded) playback.set(loaded, from, state.part === 'article' ? core.item.durationMs / 1000 : 0);
  }

  /** Goes to a part, from a second of it. */
  function enter({ kind, index }: Part, from: number): void {
    flush();
    flows = false;
    since = null;
    const other = index !== state.index;
    Object.assign(state, { part: kind, index });
    if (kind === 'article' || other) state.time = kind === 'article' ? from : 0;
    if (other) state.duration = core.item.durationMs / 1000;
    if (state.phase === 'finished') state.phase = 'paused';
    if (kind === 'article' && state.wanted) begin();
    load(kind === 'article' ? from : 0);
    settle();
  }

  /** Tells that an item was started, once. */
  function begin(): void {
    if (started.has(core.item.id)) return;
    started.add(core.item.id);
    hasBegun = true;
    emit('play', {
      item: core.item,
      index: state.index,
      playlist: core.config.channel.kind === 'playlistPlayer',
    });
  }

  function finish(): void {
    loaded = null;
    playback.stop();
    since = null;
    change({ phase: 'finished', wanted: false, time: state.duration, part: 'article' });
  }

  function want(): void {
    if (state.wanted || state.problem === 'gone') return;
    pauseOtherPlayers(store, page);
    const again = started.has(core.item.id);
    Object.assign(state, { wanted: true, closed: false, expanded: true, problem: null });
    if (state.phase === 'finished') {
      state.phase = 'paused';
      return enter({ kind: 'article', index: Math.max(0, playable(core.config, 0)) }, 0);
    }
    begin();
    if (again) emit('resume', { item: core.item, time: state.time });
    if (!loaded) load(state.part === 'article' ? state.time : 0);
    settle();
  }

  function stopWanting(): void {
    if (!state.wanted) return;
    flush();
    state.wanted = false;
    settle();
    emit('pause', { item: core.item, time: state.time });
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
    if (index === -1 || !core.config.items[index]?.audio) return;
    if (index === state.index) seek(from);
    else enter({ kind: 'article', index }, from);
  }

  function close(): void {
    const of = core.item;
    stopWanting();
    playback.stop();
    loaded = null;
    Object.assign(state, {
      phase: 'idle',
      part: core.config.sounds.intro ? 'intro' : 'article',
      index: first,
      time: 0,
    });
    Object.assign(state, {
      duration: core.item.durationMs / 1000,
      sleep: null,
      view: 'main',
      expanded: false,
      closed: true,
    });
    change();
    emit('close', { item: of });
  }

  function reconfigure(next: PlayerConfig): void {
    const before = core.item;
    core.config = next;
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

  function count(type: 'load' | 'seen'): void {
    const { item, counted } = core;
    const key = `${type} ${core.config.channel.slug} ${item.id}`;
    if (counted.has(key)) return;
    counted.add(key);
    emit(type, { item });
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
      case 'previous':
        // As everywhere: first to the beginning, then to the one before.
        return goTo(state.time > 3 ? state.index : Math.max(playable(core.config, state.index - 1, -1), 0));
      case 'next':
        return goTo(playable(core.config, state.index + 1));
      case 'item':
        goTo(request.index, request.from);
        return want();
      case 'close':
        return close();
      case 'load':
        return count('load');
      case 'seen':
        // Ready when it is clicked: the beginning is fetched, not the whole.
        if (!loaded && !core.config.channel.disableAutoload && state.phase === 'idle')
          load(state.part === 'article' ? state.time : 0);
        return count('seen');
      case 'config':
        return reconfigure(request.config);
      case 'gone':
        return gone();
    }
  }

  for (const [type, listener] of Object.entries(playback.listeners))
    media.addEventListener(type, guard(listener));

  return { act, settle, now: () => (state.part === 'article' && loaded ? playback.at() : state.time), flush };
}
